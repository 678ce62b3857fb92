import * as z from "zod"
import { read } from "~/db/client.server"
import { weekDays } from "~/db/enums"
import { trustedJson } from "~/db/statements/json"
import { formatDay } from "~/i18n/days"
import { formatList } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { weekdayInSentence } from "~/i18n/weekday"
import { readerOf } from "../../chat/hiding/reader.server"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { dayOf } from "../../core/shared/site-days"
import { isCalendarDay } from "../calendar/days"
import { partsOfTime, weekTimes } from "../content/rhythm"
import { maxValues, valuesOf } from "../listing/filter-values"
import { selectAsked } from "./asked-queries.server"

/** The parameters of a list's address that a first message can name. Others, and unknown values, are left out. */
const AskedQuery = z.object({
  category: z.string().max(500).toLowerCase().optional().catch(undefined),
  on: z.iso.date().optional().catch(undefined),
  when: z.enum(weekTimes).optional().catch(undefined),
})

/**
 * Returns what a list was asked for (occasions, a day, a time) as a sentence in the language of a profile's owner; null without any
 * of it, and for a profile that is not public for the actor.
 */
export async function describeAsked(ctx: Ctx, slug: string, parameters: URLSearchParams): Promise<string | null> {
  const { id: userId } = requireUser(ctx)
  const { category, on, when } = AskedQuery.parse(Object.fromEntries(parameters))
  const occasions = valuesOf(category).slice(0, maxValues)
  const isAhead = on !== undefined && isCalendarDay(on, dayOf(ctx.now()))
  if (occasions.length === 0 && !isAhead && !when) return null
  const [[found]] = await read(ctx.db, selectAsked({ ...(await readerOf(ctx)), userId }, slug, occasions))
  if (!found) return null
  const { locale } = found
  const t = translator(locale, "chat")
  const names = trustedJson(found.occasions)
  const { day, part } = when ? partsOfTime(when) : { day: undefined, part: undefined }
  const details = [
    ...(names.length > 0 ? [formatList(names, locale)] : []),
    ...(isAhead ? [formatDay(on, locale, "weekday")] : []),
    ...(day && !isAhead ? [weekdayInSentence(weekDays.indexOf(day), locale)] : []),
    ...(part ? [t(`first.asked.parts.${part}`)] : []),
  ]
  return details.length > 0 ? t("first.asked.text", { details: details.join(", ") }) : null
}
