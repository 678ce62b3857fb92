import { and, eq, lt, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { trialUses } from "~/db/schema"
import { batch } from "~/db/statements/batch"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"

/** SQL condition of trial_uses: this person's mark, if the trial was used, or is reserved for another member's checkout. */
export const isTrialTaken = (userId: string, personHash: string, now: number): SQL =>
  sql`(person_hash = ${personHash} AND (reserved_until IS NULL OR (reserved_until > ${now}
    AND holder IS NOT (SELECT checkout_key FROM billing_customers WHERE user_id = ${userId}))))`

/** Query for a person's trial: a row if this member cannot have it any more. */
export function selectTrialUse(userId: string, personHash: string, now: number): SQL<{ created_at: number }> {
  return sql<{ created_at: number }>`SELECT created_at FROM trial_uses WHERE ${isTrialTaken(userId, personHash, now)}`
}

/** Reserves a person's trial for a checkout, in the place of its predecessor; false if it is taken. */
export async function reserveTrial(
  db: Database,
  { personHash, key, previous, until }: { personHash: string; key: string; previous: string | null; until: number },
  now: number,
): Promise<boolean> {
  const { meta } = await insertSelect(
    db,
    trialUses,
    { personHash, holder: key, reservedUntil: until, createdAt: now },
    sql`WHERE true`,
  ).onConflictDoUpdate({
    target: trialUses.personHash,
    set: { holder: key, reservedUntil: until, createdAt: now },
    setWhere: sql`reserved_until IS NOT NULL AND (reserved_until <= ${now} OR holder IN (${key}, ${previous}))`,
  })
  return meta.changes > 0
}

/** SQL condition: a checkout has reserved it. */
const isReservedBy = (key: string): SQL => sql`(reserved_until IS NOT NULL AND ${trialUses.holder} = ${key})`

/** Returns the statement that sets the end of a checkout's reservation (epoch ms), if it has one. */
export function extendReservation(db: Database, key: string, until: number) {
  return db.update(trialUses).set({ reservedUntil: until }).where(isReservedBy(key))
}

export async function releaseTrial(db: Database, key: string): Promise<void> {
  await db.delete(trialUses).where(isReservedBy(key))
}

/**
 * Marks a person's or a card's trial as used by a subscription, the first one that asks; a reservation yields to it.
 * `marks`: keyed hashes. Returns false if another subscription used one of them.
 */
export async function claimTrial(
  db: Database,
  { marks, key, holder }: { marks: string[]; key: string; holder: string },
  now: number,
): Promise<boolean> {
  const { held } = await batch(db, {
    kept: db.update(trialUses).set({ holder, reservedUntil: null, createdAt: now }).where(isReservedBy(key)),
    marked: marks.map((mark) =>
      insertSelect(db, trialUses, { personHash: mark, holder, createdAt: now }, sql`WHERE true`).onConflictDoUpdate({
        target: trialUses.personHash,
        set: { holder, reservedUntil: null, createdAt: now },
        setWhere: sql`reserved_until IS NOT NULL`,
      }),
    ),
    held: db
      .select({ mark: trialUses.personHash })
      .from(trialUses)
      .where(
        and(
          sql`${trialUses.personHash} IN (SELECT value FROM json_each(${JSON.stringify(marks)}))`,
          eq(trialUses.holder, holder),
        ),
      ),
  })
  return held.length === marks.length
}

/** Returns the statement that marks a person's trial as used. `when` holds while the copy is current. */
export function insertTrialUse(db: Database, personHash: string, when: SQL, now: number) {
  return insertSelect(db, trialUses, { personHash, createdAt: now }, sql`WHERE ${when}`).onConflictDoNothing()
}

/** Returns the statement that deletes the marks of trials older than this. */
export function deleteTrialUsesBefore(db: Database, before: number) {
  return deleteAtMost(db, trialUses, lt(trialUses.createdAt, before))
}

/** Returns the statement that deletes reservations that are over. */
export function deleteReservationsBefore(db: Database, before: number) {
  return deleteAtMost(db, trialUses, lt(trialUses.reservedUntil, before))
}
