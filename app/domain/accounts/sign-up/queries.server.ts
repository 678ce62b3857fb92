import { and, eq, exists, gt, inArray, notExists, type SQL, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { consents, emailTokens, signups, users } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { isAlive } from "~/domain/mail/token-queries.server"
import type { VerifyLink } from "../schema"

/** Returns a statement that inserts a sign-up. */
export function insertSignup(db: Database, signup: typeof signups.$inferInsert) {
  return db.insert(signups).values(signup)
}

const isUnexpired = (id: string, now: number) => and(eq(signups.id, id), gt(signups.expiresAt, now))

/** Returns an unexpired sign-up's e-mail and password hash, or null. */
export async function findCredentials(db: Database, id: string, now: number) {
  const [signup] = await db
    .select({ email: signups.email, passwordHash: signups.passwordHash })
    .from(signups)
    .where(isUnexpired(id, now))
    .limit(1)
  return signup ?? null
}

/** Returns an unexpired sign-up's e-mail and language, or null. */
export async function findRecipient(db: Database, id: string, now: number) {
  const [signup] = await db
    .select({ email: signups.email, locale: signups.locale })
    .from(signups)
    .where(isUnexpired(id, now))
    .limit(1)
  return signup ?? null
}

/** Returns whether there is an unexpired sign-up with this id. */
export async function hasSignup(db: Database, id: string, now: number): Promise<boolean> {
  const [signup] = await db.select({ id: signups.id }).from(signups).where(isUnexpired(id, now)).limit(1)
  return signup !== undefined
}

/** Returns the password hash of the sign-up that a valid link belongs to, or null. */
export async function findSignupPasswordHash(
  db: Database,
  { user: id, token }: VerifyLink,
  now: number,
): Promise<string | null> {
  const [signup] = await db
    .select({ passwordHash: signups.passwordHash })
    .from(emailTokens)
    .innerJoin(signups, eq(signups.id, emailTokens.subjectId))
    .where(and(isAlive("join", token, now), eq(emailTokens.subjectId, id)))
    .limit(1)
  return signup?.passwordHash ?? null
}

const one = { one: sql`1` }

/** SQL condition of the sign-up that a valid link confirms. */
function isConfirmed(db: Database, { user: id, token }: VerifyLink, now: number) {
  const alive = db
    .select(one)
    .from(emailTokens)
    .where(and(isAlive("join", token, now), eq(emailTokens.subjectId, id)))
  return and(eq(signups.id, id), exists(alive))
}

/** Returns a statement that creates the user of a valid link's sign-up, unless the e-mail has an account. */
export function insertConfirmedUser(db: Database, link: VerifyLink, now: number) {
  const known = db.select(one).from(users).where(eq(users.email, signups.email))
  return insertSelect(
    db,
    users,
    {
      id: signups.id,
      email: signups.email,
      name: signups.name,
      passwordHash: signups.passwordHash,
      locale: signups.locale,
      emailVerifiedAt: now,
      createdAt: now,
      updatedAt: now,
    },
    sql`FROM ${signups} WHERE ${isConfirmed(db, link, now)} AND ${notExists(known)}`,
  )
}

/** SQL condition: there is a user with this id. */
export const existsUser = (id: string) => sql`EXISTS (SELECT 1 FROM users WHERE id = ${id})`

type ProvenUser = Pick<typeof users.$inferInsert, "id" | "email" | "name" | "passwordHash" | "locale">

/** Returns a statement that creates a user with a confirmed e-mail if `when` holds, unless the e-mail has an account. */
export function insertProvenUser(db: Database, user: ProvenUser, when: SQL, now: number) {
  const known = db.select(one).from(users).where(eq(users.email, user.email))
  return insertSelect(
    db,
    users,
    { ...user, emailVerifiedAt: now, createdAt: now, updatedAt: now },
    sql`WHERE ${when} AND ${notExists(known)}`,
  )
}

/** Returns a statement that stores a consent of the user created in this batch. */
export function insertOwnConsent(db: Database, consent: typeof consents.$inferInsert) {
  return insertSelect(db, consents, consent, sql`WHERE ${existsUser(consent.userId)}`)
}

/** Returns a statement that deletes every sign-up for an address if `when` holds. */
export function deleteSignupsFor(db: Database, email: string, when: SQL) {
  return db.delete(signups).where(and(eq(signups.email, email), when))
}

const versionColumns = { terms: signups.termsVersion, adult: signups.adultVersion }

/** Returns a statement that copies a consent from a valid link's sign-up to the user created from it in this batch. */
export function insertConsent(
  db: Database,
  { id, kind }: { id: string; kind: keyof typeof versionColumns },
  link: VerifyLink,
  now: number,
) {
  const version = versionColumns[kind]
  const isMade = exists(db.select(one).from(users).where(eq(users.id, signups.id)))
  return insertSelect(
    db,
    consents,
    { id, userId: signups.id, kind, version, locale: signups.locale, createdAt: signups.createdAt },
    sql`FROM ${signups} WHERE ${isConfirmed(db, link, now)} AND ${isMade}`,
  )
}

/** Returns a statement that deletes every sign-up for the address of a valid link's sign-up. */
export function deleteSignupsOfAddress(db: Database, link: VerifyLink, now: number) {
  const address = db
    .select({ email: signups.email })
    .from(signups)
    .where(isConfirmed(db, link, now))
  return db.delete(signups).where(inArray(signups.email, address))
}
