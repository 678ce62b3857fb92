import { and, eq, inArray, isNull, lt, or, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { cronRuns, deadLetters } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { DAY } from "~/lib/time"

export type DeadLetter = typeof deadLetters.$inferSelect

/** Stores a message that its queue gave up; the same one again changes nothing. */
export async function insertDeadLetter(db: Database, letter: DeadLetter): Promise<void> {
  await db.insert(deadLetters).values(letter).onConflictDoNothing()
}

export async function findDeadLetter(db: Database, id: string): Promise<DeadLetter | null> {
  const [row] = await db.select().from(deadLetters).where(eq(deadLetters.id, id))
  return row ?? null
}

/** Returns the statement that removes a dead letter. */
export function deleteDeadLetter(db: Database, id: string) {
  return db.delete(deadLetters).where(eq(deadLetters.id, id))
}

export function deleteDeadLettersBefore(db: Database, before: number) {
  return deleteAtMost(db, deadLetters, lt(deadLetters.createdAt, before))
}

interface Run {
  step: string
  run: string
  now: number
  /** How long no other run begins, ms. */
  lease: number
}

/** Begins a run of a step, or begins it again after a failed try. False while another run is under way. */
export async function beginRun(db: Database, { step, run, now, lease }: Run): Promise<boolean> {
  const begun = { run, startedAt: now, leaseEnd: now + lease, finishedAt: null, failures: 0 }
  const { meta } = await db
    .insert(cronRuns)
    .values({ step, ...begun })
    .onConflictDoUpdate({
      target: cronRuns.step,
      set: begun,
      setWhere: or(sql`finished_at IS NOT NULL`, lt(cronRuns.leaseEnd, now), eq(cronRuns.run, run)),
    })
  return meta.changes > 0
}

const isPending = (step: string, run: string) =>
  and(eq(cronRuns.step, step), eq(cronRuns.run, run), isNull(cronRuns.finishedAt))

/** Goes on with a run, for as long as its lease again. False once it is finished, or another one took its place. */
export async function continueRun(db: Database, { step, run, now, lease }: Run): Promise<boolean> {
  const { meta } = await db
    .update(cronRuns)
    .set({ leaseEnd: now + lease })
    .where(isPending(step, run))
  return meta.changes > 0
}

/** Adds the failures of a part of a run, and ends the run unless it goes on. */
export async function recordPart(
  db: Database,
  { step, run }: Pick<Run, "step" | "run">,
  { failures, finishedAt }: { failures: number; finishedAt: number | null },
): Promise<void> {
  if (failures === 0 && finishedAt === null) return
  await db
    .update(cronRuns)
    .set({ failures: sql`failures + ${failures}`, finishedAt })
    .where(isPending(step, run))
}

/** Returns those of these steps whose last run was interrupted, or began before `before`. */
export async function findOverdueSteps(
  db: Database,
  steps: readonly string[],
  now: number,
  before: number,
): Promise<string[]> {
  const isInterrupted = and(isNull(cronRuns.finishedAt), lt(cronRuns.leaseEnd, now))
  const rows = await db
    .select({ step: cronRuns.step })
    .from(cronRuns)
    .where(and(inArray(cronRuns.step, [...steps]), or(isInterrupted, lt(cronRuns.startedAt, before))))
  return rows.map(({ step }) => step)
}

/** Returns when the longest waiting item of each lane was due, epoch ms; null for an empty lane: one round trip. */
export async function findOldest(db: Database, lanes: readonly Lane[], now: number): Promise<(number | null)[]> {
  const rows = await read(db, ...lanes.map((lane) => oldest[lane](now)))
  return rows.map(([row]) => row?.at ?? null)
}

interface Oldest {
  at: number | null
}

/** Work that the cron has to have done by some time. */
const oldest = {
  payment_events: () => sql<Oldest>`SELECT min(created_at) AS at FROM payment_events WHERE state = 'received'`,
  withdrawals: () => sql<Oldest>`SELECT min(created_at) AS at FROM withdrawals WHERE state = 'requested'`,
  mails: () => sql<Oldest>`SELECT min(next_attempt_at) AS at FROM outbox_emails WHERE state = 'queued'`,
  digests: () => sql<Oldest>`SELECT min(mail_at) AS at FROM notifications WHERE mail_at IS NOT NULL`,
  pushes: () => sql<Oldest>`SELECT min(push_at) AS at FROM notifications WHERE push_at IS NOT NULL`,
  exports: () => sql<Oldest>`SELECT min(created_at) AS at FROM data_requests
    WHERE kind = 'export' AND state IN ('requested', 'running')`,
  erasures: () => sql<Oldest>`SELECT min(run_at) AS at FROM data_requests
    WHERE kind = 'erasure' AND state IN ('requested', 'running')`,
  // The announcement is due three days before a renewal at the latest: the night after that is missed one day before it.
  renewal_notices: (now) => sql<Oldest>`SELECT s.period_ends_at - ${announcedBefore} AS at FROM subscriptions AS s
    WHERE s.stripe_status = 'active' AND s.ends_at IS NULL AND s.announced_for IS NOT s.period_ends_at
      AND s.period_ends_at > ${now} AND s.period_ends_at <= ${now + announcedBefore} ORDER BY s.period_ends_at LIMIT 1`,
  sanctions: () => sql<Oldest>`SELECT min(expires_at) AS at FROM sanctions WHERE state IN ('pending', 'active')`,
  availability: () => sql<Oldest>`SELECT min(available_until) AS at FROM profiles WHERE available_until > 0`,
  audit_seals: () => sql<Oldest>`SELECT at FROM audit_log
    WHERE seq > (SELECT coalesce(max(seq), 0) FROM audit_seals) ORDER BY seq LIMIT 1`,
} satisfies Record<string, (now: number) => SQL<Oldest>>

/** How long (ms) before a renewal it is announced at the latest. */
const announcedBefore = 3 * DAY

export type Lane = keyof typeof oldest
