import { type SQL, sql } from "drizzle-orm"
import { completeLocales, isComplete, type Locale, locales } from "../../i18n/locales.ts"
import { languageFirstSql } from "../whole-texts.ts"

/** Tables of names and texts that staff write, and the column of whose they are. */
const keys = {
  city_texts: "city_id",
  service_category_texts: "category_id",
  service_texts: "service_id",
  plan_texts: "plan_id",
  faq_texts: "faq_id",
  policy_texts: "policy_id",
  reason_template_texts: "template_id",
  ticket_answer_texts: "answer_id",
}

const hasGaps = locales.length > completeLocales.length

/**
 * SQL expression: the language of the text that a reader is shown of a record (`id`, an expression). A complete language is itself, at no cost;
 * a language in progress is itself where the record has a text in it, else the first of the site's that it has.
 */
export function textLanguage(table: keyof typeof keys, id: SQL, locale: Locale | SQL): SQL {
  const mayLack = typeof locale === "string" ? !isComplete(locale) : hasGaps
  if (!mayLack) return sql`${locale}`
  const others = sql.raw(languageFirstSql("''"))
  return sql`(SELECT locale FROM ${sql.raw(table)} AS written WHERE ${sql.raw(keys[table])} = ${id} ORDER BY locale <> ${locale}, ${others} LIMIT 1)`
}
