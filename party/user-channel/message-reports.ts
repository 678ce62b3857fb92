import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { shareOf } from "~/lib/share-of"
import { messageCounterOf } from "../objects"
import { type ChannelLog, kept } from "./channel-log"

/** Seconds over which the reports of all members are spread, after midnight. */
const spread = 3_600

/** Returns when the messages of the day of `now` are reported, epoch ms: after its end, each member at a second of their own. */
export function reportTime(userId: string, now: number): number {
  return startOfDay(addDays(dayOf(now), 1)) + shareOf(userId, spread) * 1_000
}

/** Returns when a member's next report is due, epoch ms; null without any message since the last one. */
export function nextReportAt(userId: string, log: ChannelLog): number | null {
  const [first] = log.unreported(1)
  return first ? reportTime(userId, first.at) : null
}

/**
 * Reports how many messages a member wrote on the days that are over, which are in no figure yet, if that is due. A report
 * that is interrupted may count twice: it is a figure of the back office, and nothing else.
 */
export async function reportMessages(env: Env, userId: string, log: ChannelLog, now: number): Promise<void> {
  const today = startOfDay(dayOf(now))
  const [first] = log.unreported(1)
  if (!first || now < reportTime(userId, first.at)) return
  const over = log.unreported(kept.events).filter(({ at }) => at < today)
  const days = new Map<string, number>()
  for (const { at } of over) days.set(dayOf(at), (days.get(dayOf(at)) ?? 0) + 1)
  for (const [day, messages] of days) await messageCounterOf(env, userId).add(day, messages)
  log.setReported(over.at(-1)?.seq ?? first.seq)
}
