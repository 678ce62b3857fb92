import type { SQL } from "drizzle-orm"
import { hasMore } from "~/db/statements/delete-at-most"
import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { addressOf } from "../accounts/queries.server"
import { isSignedIn } from "../core/actor/actor"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import { bindCursor, plainList, unbindCursor } from "../core/shared/cursor-scope"
import { type Place, placeWhile } from "../core/shared/lane"
import { createMail } from "../mail/outbox.server"
import { createNotification } from "../notifications/service.server"
import { openKey } from "./key.server"
import type { Decision, DecisionKind, DecisionLine } from "./kinds"
import * as queries from "./queries.server"
import { composeStatement } from "./statement.server"

const pageLength = 30
/** Retention of decisions, ms: six years (trust-safety R15). */
const keptFor = 6 * 366 * DAY

/**
 * How a decision reaches the member: by a mail of its own, by a notification of its own. A review sends one notification
 * for all that it returned (app/domain/media/review, app/domain/profiles/editing).
 */
const deliveries: Record<DecisionKind, { isMailed: boolean; isNotified: boolean }> = {
  media_refused: { isMailed: false, isNotified: false },
  media_removed: { isMailed: true, isNotified: false },
  media_hidden: { isMailed: true, isNotified: true },
  text_refused: { isMailed: false, isNotified: false },
  text_removed: { isMailed: true, isNotified: false },
  text_hidden: { isMailed: true, isNotified: true },
  profile_returned: { isMailed: false, isNotified: false },
  profile_refused: { isMailed: true, isNotified: false },
  profile_suspended: { isMailed: true, isNotified: false },
  profile_hidden: { isMailed: true, isNotified: true },
  // The profile's, and the consent's, notifications lead to the pages where they are settled.
  consent_withdrawn: { isMailed: true, isNotified: false },
  identity_refused: { isMailed: true, isNotified: false },
  member_warned: { isMailed: true, isNotified: true },
  member_limited: { isMailed: true, isNotified: true },
  member_suspended: { isMailed: true, isNotified: false },
  member_closed: { isMailed: true, isNotified: false },
  notice_refused: { isMailed: true, isNotified: false },
}

type Recipient = { to: string | SQL; locale: Locale | SQL }

/**
 * Plans a decision with its statement of reasons: `statements` belong before the restriction in its batch, with the same
 * condition `when` (triggers refuse a restriction without one), and `deliver` is called after the batch. `recipient`: who reads
 * it, by default the member of `userId`; null: nobody.
 */
export function planDecision(
  ctx: Ctx,
  decision: queries.NewDecision,
  when: SQL,
  recipient: Recipient | null = typeof decision.userId === "string" ? addressOf(decision.userId) : null,
) {
  const { db } = ctx
  const { id, kind, userId } = decision
  const { isMailed, isNotified } = deliveries[kind]
  const isRecorded = queries.isRecorded(id)
  const mail =
    isMailed && recipient
      ? createMail(ctx, { ...recipient, template: "decision", data: { decisionId: id }, when: isRecorded })
      : null
  const notification =
    isNotified && typeof userId === "string"
      ? createNotification(ctx, {
          to: userId,
          type: "decision",
          subject: `decision:${id}`,
          state: "made",
          reference: `D-${id.slice(-8)}`,
          when: isRecorded,
        })
      : null
  return {
    isRecorded,
    statements: [
      queries.insertDecision(db, decision, when),
      queries.supersede(db, decision),
      ...(mail ? [mail.insert] : []),
    ],
    /** Apart from the others: it returns rows. */
    notification: notification?.insert ?? null,
    deliver: (notified: { id: string }[] | null) => {
      mail?.enqueue()
      if (notified) notification?.publish(notified)
    },
  }
}

/**
 * Returns a page of the actor's decisions, latest first: 30 of them. Throws what `requireUser` does, and
 * `cursor.invalid`.
 */
export async function listDecisions(
  ctx: Ctx,
  cursor: string | null,
): Promise<{ data: DecisionLine[]; next_cursor: string | null }> {
  const { id: userId } = requireUser(ctx)
  const before = cursor === null ? null : unbindCursor(cursor, plainList)
  const rows = await queries.findDecisions(ctx.db, userId, before, pageLength + 1)
  const shown = rows.slice(0, pageLength)
  const last = rows.length > pageLength ? shown.at(-1) : undefined
  return {
    data: shown.map(({ reference, kind, state, created_at, appeal }) => ({
      reference,
      kind,
      state,
      created_at,
      appeal,
    })),
    next_cursor: last ? bindCursor(last.id, plainList) : null,
  }
}

/**
 * Returns a decision to its reader: the member, by its reference, or who has the key of its mail. Throws
 * `request.not_found` for anybody else.
 */
export async function getDecision(ctx: Ctx, key: string): Promise<Decision> {
  return composeStatement(await findReadable(ctx, key), ctx.locale, ctx.now())
}

/** Returns the row of a decision that the actor may read, as `getDecision` does. */
export async function findReadable(ctx: Ctx, key: string): Promise<queries.DecisionRow> {
  const isReference = /^D-[0-9A-Z]{8}$/.test(key)
  const id = isReference ? null : await openKey(ctx, "decision", key)
  const found =
    id === null
      ? isReference && (await queries.findDecision(ctx.db, { reference: key }))
      : await queries.findDecision(ctx.db, { id })
  const mayRead = found && (!isReference || (isSignedIn(ctx.actor) && found.user_id === ctx.actor.user.id))
  if (!mayRead) throw new AppError("request.not_found")
  return found
}

/** Deletes decisions past their retention, nightly. Ids are ordered by time. */
export async function sweepDecisions(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteDecisionsBefore(ctx.db, newId(ctx.now() - keptFor))]))
}
