import type { SQL } from "drizzle-orm"
import type { Locale } from "~/i18n/locales"
import type { Ctx } from "../../core/context"
import { type MediaText, upsertTexts } from "./queries.server"

/**
 * Returns the statement that sets texts of a media item by language if `when` holds. Texts of approved media are public:
 * call it for those only once staff have approved the text (trust-safety R9).
 */
export function setMediaText(
  ctx: Pick<Ctx, "db">,
  { mediaId, texts, when }: { mediaId: string; texts: Partial<Record<Locale, MediaText>>; when?: SQL },
) {
  return upsertTexts(ctx.db, mediaId, texts, when)
}
