import { type SQL, sql } from "drizzle-orm"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import type { ReasonTemplate } from "./templates"

/** Selects the templates of reasons in their order: named in the reader's language, with the text in that of the recipient (an expression). */
export function selectTemplates(recipient: SQL, locale: Locale) {
  return sql<ReasonTemplate>`SELECT t.id, t.use, coalesce(n.name, x.name) AS name, x.text
    FROM reason_templates AS t JOIN reason_template_texts AS x ON x.template_id = t.id AND x.locale = ${textLanguage("reason_template_texts", sql`t.id`, recipient)}
      LEFT JOIN reason_template_texts AS n ON n.template_id = t.id AND n.locale = ${textLanguage("reason_template_texts", sql`t.id`, locale)}
    ORDER BY t.position, t.id`
}
