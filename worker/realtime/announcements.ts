import { queuesOf } from "~/domain/back-office/queues"
import { recordChannelOf } from "~/domain/back-office/records"
import { isSignedIn } from "~/domain/core/actor/actor"
import { describeError } from "~/lib/describe-error"
import { backOfficeOf } from "../../party/objects"
import type { AppContext } from "../env"
import { logLine } from "../middleware/request-log"

/** Tables that a request writes to without changing a record: the entries of reads and of reasons, and its session's last use. */
const bookkeeping: readonly string[] = ["audit_log", "sessions"]

/**
 * Announces to the back office what a request changed: the queues by the tables that it wrote to, and after an act of staff, which is in
 * the audit log, the record that its address names and those of the channels in `saved`. The response does not wait for it.
 */
export function announceChanges(c: AppContext, saved: ReadonlySet<string>): void {
  const { database, ctx } = c.var
  const { changedTables } = database.use
  if (changedTables.size === 0) return
  announceQueues(c.env, changedTables, (work) => c.executionCtx.waitUntil(work))
  const isAction = c.req.method !== "GET" && changedTables.has("audit_log")
  const isSaved = saved.size > 0 || [...changedTables].some((table) => !bookkeeping.includes(table))
  if (!isAction || !isSaved || c.res.status >= 400 || !isSignedIn(ctx.actor)) return
  const named = recordChannelOf(new URL(c.req.url).pathname)
  const channels = [...new Set(named ? [named, ...saved] : saved)]
  if (channels.length === 0) return
  const { id: userId, name } = ctx.actor.user
  c.executionCtx.waitUntil(backOfficeOf(c.env).recordsSaved(channels, { userId, name, at: ctx.now() }).catch(warn))
}

/** Announces to the back office which queues may have another length after changes of these tables. */
export function announceQueues(
  env: Env,
  changedTables: ReadonlySet<string>,
  waitUntil: (work: Promise<unknown>) => void,
): void {
  const queues = queuesOf(changedTables)
  if (queues.length > 0) waitUntil(backOfficeOf(env).queuesChanged(queues).catch(warn))
}

/** Best effort: pages load what they missed. */
const warn = (error: unknown) => logLine("warn", "back_office.not_announced", describeError(error))
