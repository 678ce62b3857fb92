import { sql } from "drizzle-orm"
import type { JsonText } from "~/db/statements/json"
import { textLanguage } from "~/db/statements/text-language"
import type { Locale } from "~/i18n/locales"
import { localeOf } from "../../accounts/owner-queries.server"
import { isShownTo } from "../../chat/hiding/queries.server"
import type { Reader } from "../../chat/hiding/reader.server"

/** Selects the language of a profile's owner and the names of occasions in it, unless the profile is hidden from the reader. */
export function selectAsked(reader: Reader, slug: string, occasions: string[]) {
  const locale = localeOf(sql`p.owner_id`)
  return sql<{ locale: Locale; occasions: JsonText<string[]> }>`
    SELECT ${locale} AS locale, (SELECT json_group_array(t.name) FROM service_categories AS k
      JOIN service_category_texts AS t ON t.category_id = k.id AND t.locale = ${textLanguage("service_category_texts", sql`k.id`, locale)}
      WHERE k.slug IN (SELECT value FROM json_each(${JSON.stringify(occasions)}))) AS occasions
    FROM profiles AS p WHERE p.slug = ${slug} AND p.state = 'published' AND ${isShownTo(reader, "p")}`
}
