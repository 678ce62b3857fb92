import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { identityChecks } from "~/db/schema"
import { deletedAtOnce } from "~/db/statements/delete-at-most"
import { refusedLifetime, settledStates } from "./policy"
import { isOf } from "./queries.server"
import type { Subject } from "./schema"

/** SQL condition: a check with a hash that names a person; a refused one names whose document was shown. */
const isSettled = sql`person_hash IS NOT NULL AND status IN ${[...settledStates]}`

/** SQL condition on `identity_checks`: a check of somebody else of the subject's profile, its owner or a person depicted. */
const isOfOthers = (subject: Subject) =>
  "userId" in subject
    ? sql`person_id IN (SELECT d.id FROM depicted_people AS d JOIN profiles AS p ON p.id = d.profile_id
        WHERE p.owner_id = ${subject.userId})`
    : sql`(user_id = (SELECT p.owner_id FROM depicted_people AS d JOIN profiles AS p ON p.id = d.profile_id
        WHERE d.id = ${subject.personId}) OR person_id IN (SELECT o.id FROM depicted_people AS d
        JOIN depicted_people AS o ON o.profile_id = d.profile_id AND o.id <> d.id WHERE d.id = ${subject.personId}))`

/** SQL condition: somebody else of the subject's profile was verified as one of these people (hashes; trust-safety R7). */
export function isKnownAsOther(subject: Subject, hashes: string[]): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE ${isOfOthers(subject)} AND ${isSettled}
    AND person_hash IN ${hashes})`
}

/** SQL time at which a check was refused: a redaction changes `updated_at`, and staff's refusals had no other time before. */
const refusedAt = sql`coalesce(checked_at, updated_at)`

/**
 * SQL condition: a check with the document of one of these people (hashes) found a minor in the two years before `now`, in any account, also
 * in an erased one (trust-safety R3). Refusals by this condition alone do not count: they would prolong it.
 */
export function isKnownAsMinor(hashes: string[], now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE reason = 'minor' AND over_18 = 0 AND person_hash IN ${hashes}
    AND ${refusedAt} > ${now - refusedLifetime})`
}

/**
 * Returns a statement that lifts the bar by the document of a check that was refused as a minor's, in every account, if `when` holds: no
 * such check names its holder any more. It has to run before the check itself forgets them.
 */
export function liftBar(db: Database, checkId: string, when: SQL) {
  const holder = sql`(SELECT person_hash FROM identity_checks WHERE id = ${checkId} AND reason = 'minor')`
  return db
    .update(identityChecks)
    .set({ personHash: null })
    .where(and(eq(identityChecks.reason, "minor"), sql`person_hash = ${holder}`, when))
}

/** Returns a statement that forgets whom the checks of a subject have named, if `when` holds: the next one says who they are. */
export function forgetHolder(db: Database, subject: Subject, when: SQL) {
  return db
    .update(identityChecks)
    .set({ personHash: null })
    .where(and(isOf(subject), isSettled, when))
}

/** Returns the statements that store the first of a holder's hashes where minors' checks have an earlier form, if `when` holds. */
export function unifyHashes(db: Database, [hash, ...earlier]: string[], when: SQL) {
  return hash === undefined || earlier.length === 0
    ? []
    : [
        db
          .update(identityChecks)
          .set({ personHash: hash })
          .where(and(eq(identityChecks.reason, "minor"), inArray(identityChecks.personHash, earlier), when)),
      ]
}

/** How many verified checks with one document are reported at once. */
const maxReported = 20

/** Returns verified checks of others than the subject with the document of one of these people (hashes). */
export async function findVerifiedAs(db: Database, subject: Subject, hashes: string[]) {
  return db
    .select({ id: identityChecks.id, userId: identityChecks.userId, personId: identityChecks.personId })
    .from(identityChecks)
    .where(
      and(
        eq(identityChecks.status, "verified"),
        inArray(identityChecks.personHash, hashes),
        sql`NOT coalesce(${isOf(subject)}, false)`,
      ),
    )
    .limit(maxReported)
}

/** Returns the statements that forget whom checks named that were refused until a time: at most a thousand of minors, and of others. */
export function forgetRefused(db: Database, until: number) {
  return [sql`reason = 'minor'`, sql`status = 'refused'`].map((isRefused) =>
    db
      .update(identityChecks)
      .set({ personHash: null })
      .where(
        sql`rowid IN (SELECT rowid FROM identity_checks WHERE ${isRefused} AND person_hash IS NOT NULL
          AND ${refusedAt} <= ${until} LIMIT ${deletedAtOnce})`,
      ),
  )
}

interface Mismatch {
  /** Earlier checks of the subject name another person. */
  isAnother: boolean
  /** Checks of somebody else of the profile name this person. */
  isShared: boolean
  /** A check of this person found a minor. */
  isBarred: boolean
}

/** Returns how other checks contradict one of this subject that names a person (hashes). */
export async function findMismatch(
  db: Database,
  subject: Subject,
  { hashes, now }: { hashes: string[]; now: number },
): Promise<Mismatch> {
  const [[found]] = await read(
    db,
    sql<Record<keyof Mismatch, number>>`SELECT ${isKnownAsOther(subject, hashes)} AS isShared,
      ${isKnownAsMinor(hashes, now)} AS isBarred,
      EXISTS (SELECT 1 FROM identity_checks
        WHERE ${isOf(subject)} AND ${isSettled} AND person_hash NOT IN ${hashes}) AS isAnother`,
  )
  return { isAnother: found?.isAnother === 1, isShared: found?.isShared === 1, isBarred: found?.isBarred === 1 }
}

/**
 * Returns a statement that revokes the checks by which people in a member's photos were verified as one of these people,
 * if `when` holds. Their consents are withdrawn with it (the trigger `identity_checks_consents_end`); as a reopened
 * check, it no longer names anybody.
 */
export function revokeShared(
  db: Database,
  { userId, hashes, when, now }: { userId: string; hashes: string[]; when: SQL; now: number },
) {
  return db
    .update(identityChecks)
    .set({ status: "revoked", reason: "other_person", personHash: null, updatedAt: now })
    .where(
      and(
        isOfOthers({ userId }),
        eq(identityChecks.status, "verified"),
        inArray(identityChecks.personHash, hashes),
        when,
      ),
    )
}
