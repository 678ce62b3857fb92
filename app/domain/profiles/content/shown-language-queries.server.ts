import { type SQL, sql } from "drizzle-orm"
import { isWholeTextSql, languageFirstSql, shownTextFirstSql } from "~/db/whole-texts"
import { completeLocales, type Locale, locales } from "~/i18n/locales"

/** SQL order of rows by their `locale`: a language first, then the site's own order. */
export const inLanguageFirst = (locale: Locale) => sql.raw(languageFirstSql(`'${locale}'`))

/**
 * SQL expression: the language in which a reader sees the texts of a profile (an expression): their own if headline and introduction
 * are written in it, else the first in which they are.
 */
export const shownLanguage = (profileId: SQL, locale: Locale) =>
  sql`(SELECT locale FROM profile_texts WHERE profile_id = ${profileId}
    ORDER BY ${sql.raw(shownTextFirstSql(`'${locale}'`))} LIMIT 1)`

/** SQL expression: the languages in which the texts of a profile (an expression) are whole, as a JSON array. */
export const writtenIn = (profileId: SQL) =>
  sql`(SELECT json_group_array(locale) FROM profile_texts WHERE profile_id = ${profileId} AND ${sql.raw(isWholeTextSql)})`

/** Returns the languages whose pages show texts of their own: all while what a profile needs is hidden in each. */
export function readableIn(written: readonly Locale[]): readonly Locale[] {
  return written.length > 0 ? written : completeLocales.map(({ code }) => code)
}

/** Returns a text in a language, else in the first that has it; null if none has. */
export function shownText(
  texts: Partial<Record<Locale, string>>,
  locale: Locale,
): { text: string; language: Locale } | null {
  const order = [locale, ...locales.map(({ code }) => code)]
  const language = order.find((code) => texts[code])
  return language ? { text: texts[language] ?? "", language } : null
}
