import { completeLocales } from "../i18n/locales.ts"

/** SQL condition on a row of `profile_texts`: what a profile needs is written in its language. */
export const isWholeTextSql = "headline <> '' AND about <> ''"

/**
 * SQL order of the rows of `profile_texts`: the one whose texts a reader of a language (an expression) sees comes first. That is their own
 * if it is whole, else the site's first that is.
 */
export const shownTextFirstSql = (locale: string) => `(${isWholeTextSql}) DESC, ${languageFirstSql(locale)}`

/** SQL order of rows by their `locale`: this language (an expression) first, then the site's complete ones in their order, then others. */
export const languageFirstSql = (locale: string) =>
  [locale, ...completeLocales.map(({ code }) => `'${code}'`)].map((one) => `locale <> ${one}`).join(", ")
