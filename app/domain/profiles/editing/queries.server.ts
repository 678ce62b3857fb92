import { and, eq, inArray, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { profileEdits, profileReviews, type profiles } from "~/db/schema"
import type { CheckStatus } from "~/db/schema/profiles/identity"
import { insertSelect } from "~/db/statements/insert-select"
import type { JsonText } from "~/db/statements/json"
import type { RowOf } from "~/db/statements/row"
import { nameOf } from "../../accounts/owner-queries.server"
import type { PrivateAudience } from "../../chat/limits"
import type { ReplySpeed } from "../../chat/schema"
import { privateAudienceOf } from "../../media/private-access-queries.server"
import type { StoredContent } from "../content/content-queries.server"
import { contentColumn, parseContent } from "../content/content-queries.server"
import { type FieldValues, isProfileField, type ProfileField, profileFields } from "../content/fields"
import { type PhotoField, photoField, photoOf } from "./photo-field"
import { editableStates } from "./policy"
import type { ReturnReason } from "./reasons"
import type { PublicationProblem } from "./schema"

interface ProfileRow
  extends RowOf<
    typeof profiles,
    "id" | "owner_id" | "slug" | "name" | "state" | "published_at" | "available_until" | "rhythm"
  > {
  version: number
  content: JsonText<StoredContent>
  submitted_at: number | null
  claimed_by: string | null
  claimed_until: number | null
  claimant: string | null
  reason: ReturnReason | null
  comment: string | null
  /** Photos of the public section that staff have not refused. */
  photo_count: number
  approved_count: number
  refused_count: number
  /** Photos and videos, in any state but a refused one, in which nobody has said who is (trust-safety R7). */
  undeclared_count: number
  /** The status of the owner's newest check; one that staff make is `processing`. */
  identity: CheckStatus | null
}

interface EditRow extends RowOf<typeof profileEdits, "value" | "state" | "version" | "comment"> {
  field: ProfileField | PhotoField
  reason: ReturnReason | null
  /** JSON: of a photo's field, its alt texts by language; null of the profile's fields, which are in the content. */
  live_alt: string | null
}

export interface StoredWorkshop extends Omit<ProfileRow, "content"> {
  content: FieldValues
  edits: EditRow[]
  /** The texts that a report hides or staff took down, by field. */
  hidden: Partial<Record<ProfileField, string>>
  problems: PublicationProblem[]
}

/** Selects a member's own profile. */
export const ownProfile = (userId: string | SQL) => sql`(SELECT id FROM profiles WHERE owner_id = ${userId})`

/** SQL condition of a profile's public photos. */
const isPublicPhoto = sql`profile_id = p.id AND kind = 'photo' AND visibility = 'public' AND removed_at IS NULL`

/**
 * Returns a profile with its edits and what stands between it and publication: one round trip. Photos count as refused
 * if their owner still sees them: of those rejected or quarantined, since `rejectedSince` (epoch ms).
 */
export async function findWorkshop(
  db: Database,
  id: SQL | string,
  rejectedSince: number,
): Promise<StoredWorkshop | null> {
  const [[row], edits, problems, hidden] = await read(
    db,
    sql<ProfileRow>`
      SELECT p.id, p.owner_id, p.slug, p.name, p.state, p.version, p.published_at, p.available_until, p.rhythm, ${contentColumn},
        r.submitted_at, r.claimed_by, r.claimed_until, r.reason, r.comment,
        ${nameOf(sql`r.claimed_by`)} AS claimant,
        (SELECT count(*) FROM media WHERE profile_id = p.id AND kind = 'photo' AND visibility = 'public'
          AND state IN ('uploaded', 'processing', 'ready', 'approved')) AS photo_count,
        (SELECT count(*) FROM media WHERE ${isPublicPhoto} AND state = 'approved') AS approved_count,
        (SELECT count(*) FROM media WHERE ${isPublicPhoto} AND state IN ('rejected', 'quarantined')
          AND updated_at >= ${rejectedSince}) AS refused_count,
        (SELECT count(*) FROM media WHERE profile_id = p.id AND has_others IS NULL AND removed_at IS NULL
          AND state IN ('uploaded', 'processing', 'ready', 'approved', 'reported')) AS undeclared_count,
        (SELECT iif(provider = 'staff' AND status = 'pending', 'processing', status) FROM identity_checks
          WHERE user_id = p.owner_id ORDER BY id DESC LIMIT 1) AS identity
      FROM profiles AS p LEFT JOIN profile_reviews AS r ON r.profile_id = p.id WHERE p.id = ${id}`,
    sql<EditRow>`SELECT field, value, state, version, reason, comment,
        (SELECT json_group_object(t.locale, t.alt) FROM media_texts AS t JOIN media AS m ON m.id = t.media_id
          WHERE m.profile_id = e.profile_id AND e.field = ${photoField("")} || m.id) AS live_alt
      FROM profile_edits AS e WHERE profile_id = ${id} ORDER BY field`,
    sql<{ problem: PublicationProblem }>`SELECT problem FROM publication_problems WHERE profile_id = ${id}`,
    sql<{ field: ProfileField; text: string }>`SELECT h.name || '.' || t.key AS field, t.value AS text
      FROM hidden_texts AS h, json_each(h.texts) AS t WHERE h.profile_id = ${id} ORDER BY h.hidden_at`,
  )
  if (!row) return null
  return {
    ...row,
    content: parseContent(row.content, profileFields),
    edits: edits.filter(({ field }) => isProfileField(field) || photoOf(field) !== null),
    hidden: Object.fromEntries(hidden.map(({ field, text }) => [field, text])),
    problems: problems.map(({ problem }) => problem),
  }
}

/** Returns what the public page says of a member's profile that nobody edits. Times are epoch ms. */
export async function findPublicFacts(db: Database, ownerId: string) {
  const [[row]] = await read(
    db,
    sql<{
      verified_at: number | null
      created_at: number
      updated_at: number
      reply_speed: ReplySpeed | null
      private_for: PrivateAudience
    }>`
      SELECT verified_at, created_at, updated_at, ${privateAudienceOf(sql`owner_id`)} AS private_for,
        (SELECT speed FROM profile_reply_speeds WHERE profile_id = profiles.id) AS reply_speed
      FROM profiles WHERE owner_id = ${ownerId}`,
  )
  return row ?? null
}

/** Returns which of these slugs are not in the catalog. */
export async function findUnlisted(
  db: Database,
  { cities, categories, services }: Record<"cities" | "categories" | "services", string[]>,
): Promise<{ kind: "city" | "category" | "services"; slug: string }[]> {
  const missing = (kind: string, slugs: string[], table: SQL) => sql<{ kind: "city"; slug: string }>`
    SELECT ${kind} AS kind, value AS slug FROM json_each(${JSON.stringify(slugs)})
    WHERE value NOT IN (SELECT slug FROM ${table})`
  const found = await read(
    db,
    missing("city", cities, sql`cities`),
    missing("category", categories, sql`service_categories`),
    missing("services", services, sql`services`),
  )
  return found.flat()
}

interface SavedField {
  field: ProfileField | PhotoField
  /** JSON; null: as the live content is, so that the edit ends. */
  value: string | null
  /** The version of the edit that was read; null for none. */
  seen: string | null
}

interface AltRow extends RowOf<typeof profileEdits, "field" | "value" | "state" | "version" | "comment"> {
  reason: ReturnReason | null
}

/** Returns the edits of a member's photos. */
export async function findPhotoEdits(db: Database, ownerId: string): Promise<AltRow[]> {
  const [rows] = await read(
    db,
    sql<AltRow>`SELECT field, value, state, version, reason, comment FROM profile_edits
      WHERE profile_id = ${ownProfile(ownerId)} AND field >= ${photoField("")} AND field < ${photoField("~")}`,
  )
  return rows
}

/** SQL condition: this photo of the profile is approved, so that its texts are reviewed. */
export function isReviewedPhoto(profileId: string, mediaId: string): SQL {
  return sql`EXISTS (SELECT 1 FROM media WHERE id = ${mediaId} AND profile_id = ${profileId}
    AND state IN ('approved', 'reported') AND removed_at IS NULL)`
}

interface EditsToSave {
  profile: { profileId: string; ownerId: string }
  saved: SavedField[]
  version: string
  now: number
  when?: SQL
}

/**
 * Saves an owner's edits if none of them changed since they were read and `when` holds. Returns the fields whose edits were written or
 * deleted: none if one had changed.
 */
export async function saveEdits(
  db: Database,
  { profile: { profileId, ownerId }, saved, version, now, when = sql`true` }: EditsToSave,
): Promise<string[]> {
  const list = JSON.stringify(saved)
  const isAsRead = sql`NOT EXISTS (
      SELECT 1 FROM json_each(${list}) AS one
      LEFT JOIN profile_edits AS e ON e.profile_id = ${profileId} AND e.field = one.value ->> '$.field'
      WHERE e.version IS NOT one.value ->> '$.seen')
    AND EXISTS (SELECT 1 FROM profiles WHERE id = ${profileId} AND owner_id = ${ownerId}
      AND state IN ${[...editableStates]}) AND ${when}`
  const [written] = await db.batch([
    insertSelect(
      db,
      profileEdits,
      {
        profileId,
        field: sql`one.value ->> '$.field'`,
        // Clears the value of edits that end: the next statement deletes them.
        value: sql`coalesce(one.value ->> '$.value', '')`,
        state: "draft",
        version,
        createdAt: now,
        updatedAt: now,
      },
      sql`FROM json_each(${list}) AS one WHERE ${isAsRead}`,
    )
      .onConflictDoUpdate({
        target: [profileEdits.profileId, profileEdits.field],
        set: { value: sql`excluded.value`, state: "draft", version, updatedAt: now },
      })
      .returning({ field: profileEdits.field }),
    db
      .delete(profileEdits)
      .where(and(eq(profileEdits.profileId, profileId), eq(profileEdits.version, version), eq(profileEdits.value, ""))),
  ])
  return written.map(({ field }) => field)
}

/** SQL condition: the profile is in this state, and its edits are those that were read (their versions, by field). */
export function isAsRead({ id, state, edits }: Pick<StoredWorkshop, "id" | "state" | "edits">): SQL {
  const versions = JSON.stringify(edits.map(({ version }) => version))
  return sql`EXISTS (SELECT 1 FROM profiles WHERE id = ${id} AND state = ${state})
    AND (SELECT json_group_array(version ORDER BY field) FROM profile_edits WHERE profile_id = ${id}) = ${versions}`
}

/** SQL condition: this profile exists. */
export function isProfile(id: string): SQL {
  return sql`EXISTS (SELECT 1 FROM profiles WHERE id = ${id})`
}

/** SQL condition: the member's profile is withdrawn. */
export function isWithdrawn(ownerId: string | SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM profiles WHERE owner_id = ${ownerId} AND state = 'withdrawn')`
}

/** Returns the statements that submit a profile's drafts, in place in the review queue since its first submission. */
export function submitEdits(db: Database, profileId: string, when: SQL, now: number) {
  return [
    insertSelect(
      db,
      profileReviews,
      { profileId, submittedAt: now, claimedBy: null, claimedUntil: null, reason: null, comment: null },
      sql`WHERE ${when}`,
    ).onConflictDoUpdate({
      target: profileReviews.profileId,
      set: { submittedAt: sql`coalesce(${profileReviews.submittedAt}, ${now})`, reason: null, comment: null },
    }),
    db
      .update(profileEdits)
      .set({ state: "pending", reason: null, comment: null, updatedAt: now })
      .where(and(eq(profileEdits.profileId, profileId), eq(profileEdits.state, "draft"), when)),
  ] as const
}

/** Returns the statements that take a profile's edits back from the review queue. */
export function recallEdits(db: Database, profileId: SQL | string, when: SQL, now: number) {
  return [
    db
      .update(profileEdits)
      .set({ state: "draft", updatedAt: now })
      .where(and(inArray(profileEdits.profileId, sql`(${profileId})`), eq(profileEdits.state, "pending"), when)),
    db
      .update(profileReviews)
      .set({ submittedAt: null, claimedBy: null, claimedUntil: null })
      .where(and(inArray(profileReviews.profileId, sql`(${profileId})`), when)),
  ] as const
}

/** Returns a statement that stores an owner's first edits: what they wrote before they had a profile. */
export function insertEdits(
  db: Database,
  profileId: string,
  values: Partial<FieldValues>,
  { version, when, now }: { version: string; when: SQL; now: number },
) {
  const list = JSON.stringify(Object.entries(values).map(([field, value]) => ({ field, value: JSON.stringify(value) })))
  return insertSelect(
    db,
    profileEdits,
    {
      profileId,
      field: sql`one.value ->> '$.field'`,
      value: sql`one.value ->> '$.value'`,
      state: "draft",
      version,
      createdAt: now,
      updatedAt: now,
    },
    sql`FROM json_each(${list}) AS one WHERE ${when}`,
  )
}
