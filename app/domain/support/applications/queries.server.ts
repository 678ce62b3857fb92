import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { applicationConsents, applicationLinks, applications } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { sha256 } from "~/lib/crypto.server"
import { emailOf } from "../../accounts/owner-queries.server"
import type { Actor } from "../../core/actor/actor"
import { isSignedIn } from "../../core/actor/actor"
import { splitCodes } from "../../media/pictures/variants"
import { categoryIdOf, cityIdOf } from "../../profiles/catalog/queries.server"
import type { ConsentKind } from "./choices"
import { editableStates, keptFor, withdrawableStates } from "./policy"
import type { Application, ApplicationPatch, ApplicationPicture, StoredApplication } from "./schema"

/** SQL condition: the application belongs to the actor, or to the holder of its secret. */
function isOf(actor: Actor, secret: string | null): SQL {
  const held = secret === null ? sql`0` : sql`(user_id IS NULL AND secret_hash = ${sha256(secret)})`
  return isSignedIn(actor) ? sql`(user_id = ${actor.user.id} OR ${held})` : held
}

export interface ApplicationRow
  extends RowOf<
    typeof applications,
    | "id"
    | "reference"
    | "user_id"
    | "state"
    | "version"
    | "locale"
    | "first_name"
    | "languages"
    | "written_in"
    | "presentation"
    | "experience"
    | "email"
    | "note"
    | "submitted_at"
    | "decided_at"
    | "expires_at"
    | "created_at"
    | "updated_at"
  > {
  city: string | null
  category: string | null
  contact: string
}

/** Columns of `applications AS a` that make an `ApplicationRow`. */
export const columns = sql`a.id, a.reference, a.user_id, a.state, a.version, a.locale, a.first_name,
  (SELECT slug FROM cities WHERE id = a.city_id) AS city,
  (SELECT slug FROM service_categories WHERE id = a.category_id) AS category,
  a.languages, a.written_in, a.presentation, a.experience, a.email, a.note,
  a.submitted_at, a.decided_at, a.expires_at, a.created_at, a.updated_at,
  coalesce(${emailOf(sql`a.user_id`)}, a.email, '') AS contact`

/** Returns the application with this id, which may be an SQL expression, in full: one round trip. */
export async function findApplication(db: Database, id: string | SQL): Promise<StoredApplication | null> {
  const [[row], pictures, consents] = await read<[ApplicationRow, ApplicationPicture, { kind: ConsentKind }]>(
    db,
    sql<ApplicationRow>`SELECT ${columns} FROM applications AS a WHERE a.id = ${id}`,
    sql<ApplicationPicture>`SELECT id, width, height FROM application_pictures WHERE application_id = ${id} ORDER BY created_at, id`,
    sql<{ kind: ConsentKind }>`SELECT kind FROM application_consents WHERE application_id = ${id}`,
  )
  if (!row) return null
  const { user_id, languages, ...rest } = row
  return {
    ...rest,
    is_member: user_id !== null,
    languages: splitCodes(languages),
    pictures,
    consents: consents.map(({ kind }) => kind),
  }
}

/**
 * SQL id of the current application of the actor or the secret's holder: a member's own before a draft in their
 * browser.
 */
export function currentOf(actor: Actor, secret: string | null): SQL {
  return sql`(SELECT id FROM applications WHERE ${isOf(actor, secret)} ORDER BY user_id IS NULL, id DESC LIMIT 1)`
}

/** SQL id of this application, if it is theirs. */
export function ownOf(actor: Actor, secret: string | null, id: string): SQL {
  return sql`(SELECT id FROM applications WHERE id = ${id} AND ${isOf(actor, secret)})`
}

/** SQL id of the application of a mailed link, while the link is valid. */
export function linkedBy(token: string, now: number): SQL {
  return sql`(SELECT application_id FROM application_links
    WHERE token_hash = ${sha256(token)} AND expires_at > ${now})`
}

/** Omits the fields that only staff see. */
export function toApplication({ contact: _, locale: __, ...application }: StoredApplication): Application {
  return application
}

/** Returns the ids of applications past their retention. */
export async function findExpired(
  db: Database,
  now: number,
  after: { at: number; id: string },
  limit: number,
): Promise<{ id: string; at: number }[]> {
  const [rows] = await read(
    db,
    sql<{ id: string; at: number }>`SELECT id, expires_at AS at FROM applications
      WHERE expires_at <= ${now} AND expires_at >= ${after.at} AND (expires_at, id) > (${after.at}, ${after.id})
      ORDER BY expires_at, id LIMIT ${limit}`,
  )
  return rows
}

/** Returns whether the city and the category exist; null counts as existing. */
export async function areListed(db: Database, city: string | null, category: string | null) {
  const [[found]] = await read(
    db,
    sql<{ city: number; category: number }>`SELECT
      ${city} IS NULL OR EXISTS (SELECT 1 FROM cities WHERE slug = ${city}) AS city,
      ${category} IS NULL OR EXISTS (SELECT 1 FROM service_categories WHERE slug = ${category}) AS category`,
  )
  return { city: found?.city === 1, category: found?.category === 1 }
}

/** SQL condition on `applications`: this one is theirs and editable. */
export function isOwnEditable(actor: Actor, secret: string | null, id: string): SQL {
  return sql`id = ${id} AND ${isOf(actor, secret)} AND ${inArray(applications.state, [...editableStates])}`
}

/** SQL condition on `applications`: this one is theirs, editable and still has this version. */
export function isOwnVersion(actor: Actor, secret: string | null, id: string, version: number): SQL {
  return sql`${isOwnEditable(actor, secret, id)} AND version = ${version}`
}

/** SQL condition on `applications`: this one is in a state in which it may be withdrawn. */
export function isInWithdrawableState(id: string) {
  return and(eq(applications.id, id), inArray(applications.state, [...withdrawableStates]))
}

/** SQL condition on `applications`: this one is theirs and a draft. */
export function isOwnDraft(actor: Actor, secret: string | null, id: string): SQL {
  return sql`id = ${id} AND ${isOf(actor, secret)} AND state = 'draft'`
}

/** SQL condition on `applications`: this one is past its retention. */
export function isExpired(id: string, now: number): SQL {
  return sql`id = ${id} AND expires_at <= ${now}`
}

/** SQL condition: an application fulfils a condition on `applications`. */
export function existsApplication(which: SQL | undefined): SQL {
  return sql`EXISTS (SELECT 1 FROM applications WHERE ${which})`
}

/** SQL id of the member who applied; null for a visitor. */
export function memberOf(id: string): SQL {
  return sql`(SELECT user_id FROM applications WHERE id = ${id})`
}

export function isAccepted(id: string): SQL {
  return sql`id = ${id} AND state = 'accepted'`
}

/** SQL condition on `applications`: this one is a member's. */
export function isOfMember(id: string): SQL {
  return sql`id = ${id} AND user_id IS NOT NULL`
}

/** SQL condition on `applications`: this one was accepted, and nobody's account has it yet. */
function isUnclaimed(id: string): SQL {
  return sql`id = ${id} AND state = 'accepted' AND user_id IS NULL`
}

/** Returns a statement that makes an accepted visitor's application a member's, if `when` holds. */
export function claimApplication(
  db: Database,
  { id, userId, now, when }: { id: string; userId: string; now: number; when?: SQL },
) {
  return db
    .update(applications)
    .set({ userId, secretHash: null, version: sql`version + 1`, updatedAt: now })
    .where(and(isUnclaimed(id), when))
}

/** SQL condition: this accepted application is the member's. */
export function isClaimedBy(id: string, userId: string): SQL {
  return existsApplication(sql`id = ${id} AND state = 'accepted' AND user_id = ${userId}`)
}

/** Returns whether this accepted application is the member's. */
export async function isMembers(db: Database, id: string, userId: string): Promise<boolean> {
  const [[row]] = await read(db, sql<{ yes: number }>`SELECT ${isClaimedBy(id, userId)} AS yes`)
  return row?.yes === 1
}

/** SQL condition: this accepted application is that of the profile's owner. */
export function isOfProfile(id: string, profileId: string): SQL {
  return existsApplication(
    sql`id = ${id} AND state = 'accepted' AND user_id = (SELECT owner_id FROM profiles WHERE id = ${profileId})`,
  )
}

/** SQL expressions of the applicant's e-mail and language, for their mails. */
export function applicantOf(id: string): { to: SQL; locale: SQL } {
  const of = (column: SQL) => sql`(SELECT ${column} FROM applications AS a LEFT JOIN users AS u ON u.id = a.user_id
    WHERE a.id = ${id})`
  return { to: of(sql`coalesce(u.email, a.email)`), locale: of(sql`coalesce(u.locale, a.locale)`) }
}

type NewApplication = Pick<
  typeof applications.$inferInsert,
  "id" | "reference" | "secretHash" | "locale" | "writtenIn"
> & {
  /** Null for a visitor. */
  userId: string | null
}

/** Inserts a draft, unless its member has an open application. Returns whether it did. */
export async function insertDraft(db: Database, { userId, ...draft }: NewApplication, now: number): Promise<boolean> {
  const isFree =
    userId !== null
      ? sql`NOT EXISTS (SELECT 1 FROM applications WHERE user_id = ${userId} AND state NOT IN ('declined', 'withdrawn'))`
      : sql`1`
  const { meta } = await insertSelect(
    db,
    applications,
    {
      ...draft,
      userId,
      state: "draft",
      version: 1,
      expiresAt: now + keptFor.draft,
      createdAt: now,
      updatedAt: now,
    },
    sql`WHERE ${isFree}`,
  )
  return meta.changes > 0
}

/** Who changes an application: a visitor's becomes the member's. */
export interface Applicant {
  /** Null for a visitor. */
  userId: string | null
  locale: Locale
}

interface ApplicationUpdate {
  which: SQL
  applicant: Applicant
  now: number
  patch?: ApplicationPatch
}

/** Returns a statement that updates the applications that `which` selects, and their retention. */
export function updateEditable(
  db: Database,
  { which, applicant: { userId, locale }, now, patch = {} }: ApplicationUpdate,
) {
  const { draft, changes_requested } = keptFor
  return db
    .update(applications)
    .set({
      ...columnsOf(patch),
      ...(userId !== null && { userId: sql`coalesce(user_id, ${userId})` }),
      locale,
      version: sql`version + 1`,
      expiresAt: sql`${now} + CASE state WHEN 'draft' THEN ${draft} ELSE ${changes_requested} END`,
      updatedAt: now,
    })
    .where(which)
}

function columnsOf({ first_name, city, category, languages, written_in, ...texts }: ApplicationPatch) {
  const { presentation, experience, email } = texts
  return {
    ...(first_name !== undefined && { firstName: first_name }),
    ...(city !== undefined && { cityId: cityIdOf(city) }),
    ...(category !== undefined && { categoryId: categoryIdOf(category) }),
    ...(languages !== undefined && { languages: [...new Set(languages)].join(",") }),
    ...(written_in !== undefined && { writtenIn: written_in }),
    ...(presentation !== undefined && { presentation }),
    ...(experience !== undefined && { experience }),
    ...(email !== undefined && { email }),
  }
}

/** Returns a statement that stores a consent to the `editable` application, unless this version is stored. */
export function upsertConsent(
  db: Database,
  editable: SQL,
  /** The version of the text, and its language, that the applicant saw. */
  consent: { kind: ConsentKind; version: string; locale: Locale },
  now: number,
) {
  return insertSelect(
    db,
    applicationConsents,
    { applicationId: sql`id`, ...consent, createdAt: now },
    sql`FROM applications WHERE ${editable}`,
  ).onConflictDoUpdate({
    target: [applicationConsents.applicationId, applicationConsents.kind],
    set: { version: sql`excluded.version`, locale: sql`excluded.locale`, createdAt: sql`excluded.created_at` },
    setWhere: sql`${applicationConsents.version} <> excluded.version`,
  })
}

/** Returns a statement that deletes a consent if the application is `editable`. */
export function deleteConsent(db: Database, id: string, editable: SQL, kind: ConsentKind) {
  return db
    .delete(applicationConsents)
    .where(
      and(eq(applicationConsents.applicationId, id), eq(applicationConsents.kind, kind), existsApplication(editable)),
    )
}

/** Returns a statement that submits the application `asRead` as its next version. */
export function markSubmitted(db: Database, asRead: SQL, version: number, now: number) {
  return db
    .update(applications)
    .set({
      state: "submitted",
      version: version + 1,
      submittedAt: now,
      decidedAt: null,
      expiresAt: null,
      updatedAt: now,
    })
    .where(asRead)
}

/** Returns a statement that withdraws the application that `which` selects, and retains it for `kept` ms. */
export function markWithdrawn(db: Database, which: SQL | undefined, now: number, kept: number = keptFor.withdrawn) {
  return db
    .update(applications)
    .set({ state: "withdrawn", version: sql`version + 1`, expiresAt: now + kept, updatedAt: now })
    .where(which)
}

/** Replaces the secret of a visitor's application, while changes are requested. Returns whether it did. */
export async function replaceSecret(db: Database, id: string, secretHash: string): Promise<boolean> {
  const { meta } = await db
    .update(applications)
    .set({ secretHash, version: sql`version + 1` })
    .where(and(eq(applications.id, id), isNull(applications.userId), eq(applications.state, "changes_requested")))
  return meta.changes > 0
}

/** Deletes an application with everything that refers to it. */
export async function deleteApplication(db: Database, id: string): Promise<void> {
  await db.delete(applications).where(eq(applications.id, id))
}

export async function insertLink(db: Database, link: typeof applicationLinks.$inferInsert): Promise<void> {
  await db.insert(applicationLinks).values(link)
}

export function deleteExpiredLinks(db: Database, now: number) {
  return deleteAtMost(db, applicationLinks, lt(applicationLinks.expiresAt, now))
}
