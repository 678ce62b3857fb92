import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { identityChecks } from "~/db/schema"
import { settledStates } from "./policy"
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

/**
 * SQL condition: a check with the document of one of these people (hashes) was refused as a minor's, in any account, also in an
 * erased one (trust-safety R3). A reopened check does not count.
 */
export function isKnownAsMinor(hashes: string[]): SQL {
  return sql`EXISTS (SELECT 1 FROM identity_checks WHERE reason = 'minor' AND person_hash IN ${hashes})`
}

interface Mismatch {
  /** Earlier checks of the subject name another person. */
  isAnother: boolean
  /** Checks of somebody else of the profile name this person. */
  isShared: boolean
  /** A check of this person was refused as a minor's. */
  isBarred: boolean
}

/** Returns how other checks contradict one of this subject that names a person (hashes). */
export async function findMismatch(db: Database, subject: Subject, hashes: string[]): Promise<Mismatch> {
  const [[found]] = await read(
    db,
    sql<Record<keyof Mismatch, number>>`SELECT ${isKnownAsOther(subject, hashes)} AS isShared,
      ${isKnownAsMinor(hashes)} AS isBarred,
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
