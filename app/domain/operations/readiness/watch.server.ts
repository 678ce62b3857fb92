import { trustedJson } from "~/db/statements/json"
import type { Ctx } from "../../core/context"
import { expiringItems, missingItems } from "../../core/readiness/policy"
import { findLaunchFacts } from "../../core/readiness/queries.server"
import type { Place } from "../../core/shared/lane"
import { createNotification } from "../../notifications/service.server"
import * as queries from "./queries.server"

const maxOwners = 50

/**
 * Notifies the owners of items of the launch that will expire within a month, and of those that are missing since: every five minutes,
 * once for each change. Only in production.
 */
export async function watchReadiness(ctx: Ctx): Promise<Place> {
  if (!ctx.launch.isProduction) return null
  const now = ctx.now()
  const [facts, { known: previous, owners }] = await Promise.all([
    findLaunchFacts(ctx.db, now),
    queries.findNotices(ctx.db, now, maxOwners),
  ])
  const items = { missing: missingItems(ctx.launch, facts, now), expiring: expiringItems(ctx.launch, facts, now) }
  const known = JSON.stringify(items)
  if (known === previous) return null
  const before = trustedJson(previous) ?? { missing: [], expiring: [] }
  const isMissing = items.missing.some((item) => !before.missing.includes(item))
  const isExpiring = items.expiring.some((item) => !before.expiring.includes(item))
  const state = isMissing ? "readiness_over" : isExpiring ? "readiness_due" : null
  const news = (state === null ? [] : owners).map((to) =>
    createNotification(ctx, {
      to,
      type: "site",
      subject: "readiness",
      state: state as string,
      reference: null,
      when: queries.isNoticed(known, now),
    }),
  )
  const [, ...notified] = await ctx.db.batch([
    queries.saveNotice(ctx.db, { known, previous }, now),
    ...news.map(({ insert }) => insert),
  ])
  for (const [index, one] of news.entries()) one.publish(notified[index] ?? [])
  return null
}
