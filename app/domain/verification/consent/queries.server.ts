import { and, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { isAgreedSql } from "~/db/publication"
import { consentLinks, depictedPeople, mediaConsents } from "~/db/schema"
import type { ConsentState } from "~/db/schema/profiles/consent"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import type { RowOf } from "~/db/statements/row"
import type { Locale } from "~/i18n/locales"
import { alikeOf } from "../../media/likeness/queries.server"
import { setDeclaration, setFirstDeclarations } from "../../media/queries.server"

interface PersonRow {
  id: string
  label: string
  is_confirmed: 0 | 1
  link_expires_at: number | null
  has_answered: 0 | 1
}

interface DeclarationRow {
  media_id: string
  has_others: 0 | 1
  is_agreed: 0 | 1
}

type ConsentRow = RowOf<typeof mediaConsents, "media_id" | "person_id" | "state" | "may_download">

/** SQL condition: this person (an id) proved who they are, and that they are adult. */
const isConfirmed = (personId: SQL) => sql`EXISTS (SELECT 1 FROM identity_checks
  WHERE person_id = ${personId} AND status = 'verified' AND over_18 = 1
  AND (livemode = 1 OR EXISTS (SELECT 1 FROM identity_modes WHERE livemode = 0)))`

/** Returns the people of a profile, what its owner declared, and the consents: one round trip. */
export async function findPeople(db: Database, profileId: string) {
  const ofProfile = sql`SELECT id FROM depicted_people WHERE profile_id = ${profileId}`
  const [people, declarations, consents] = await read<[PersonRow, DeclarationRow, ConsentRow]>(
    db,
    sql`SELECT d.id, d.label, ${isConfirmed(sql`d.id`)} AS is_confirmed,
        (SELECT max(expires_at) FROM consent_links WHERE person_id = d.id) AS link_expires_at,
        EXISTS (SELECT 1 FROM media_consents WHERE person_id = d.id AND state <> 'requested') AS has_answered
      FROM depicted_people AS d WHERE d.profile_id = ${profileId} ORDER BY d.id`,
    sql`SELECT m.id AS media_id, m.has_others, ${sql.raw(isAgreedSql("m.id"))} AS is_agreed
      FROM media AS m WHERE m.profile_id = ${profileId} AND m.has_others IS NOT NULL`,
    sql`SELECT media_id, person_id, state, may_download FROM media_consents WHERE person_id IN (${ofProfile}) ORDER BY person_id`,
  )
  return { people, declarations, consents }
}

/** Inserts a person unless the profile has `most`; returns whether it did. */
export async function insertPerson(
  db: Database,
  { id, profileId, label }: { id: string; profileId: string; label: string },
  most: number,
  now: number,
): Promise<boolean> {
  const { meta } = await insertSelect(
    db,
    depictedPeople,
    { id, profileId, label, createdAt: now, updatedAt: now },
    sql`WHERE (SELECT count(*) FROM depicted_people WHERE profile_id = ${profileId}) < ${most}`,
  )
  return meta.changes > 0
}

/** Deletes a person of a profile who has not answered; returns whether it did. */
export async function deletePerson(db: Database, profileId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .delete(depictedPeople)
    .where(
      and(
        eq(depictedPeople.id, id),
        eq(depictedPeople.profileId, profileId),
        sql`NOT EXISTS (SELECT 1 FROM media_consents WHERE person_id = ${id} AND state <> 'requested')`,
      ),
    )
  return meta.changes > 0
}

/** Inserts a link to a person of a profile; returns whether it did. */
export async function insertLink(
  db: Database,
  profileId: string,
  link: typeof consentLinks.$inferInsert,
): Promise<boolean> {
  const isOwn = sql`WHERE EXISTS (SELECT 1 FROM depicted_people WHERE id = ${link.personId} AND profile_id = ${profileId})`
  const { meta } = await insertSelect(db, consentLinks, link, isOwn)
  return meta.changes > 0
}

/**
 * Returns the statements that declare who is in a media item of a profile: the first one changes nothing if it leaves out
 * somebody who has answered, for it or for one that it is like, or names somebody unknown; the others follow it.
 */
export function declare(
  db: Database,
  {
    profileId,
    mediaId,
    hasOthers,
    people,
  }: { profileId: string; mediaId: string; hasOthers: boolean; people: string[] },
  now: number,
) {
  const named = sql`(SELECT value FROM json_each(${JSON.stringify(people)}))`
  const may = sql`NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = ${mediaId} AND state <> 'requested' AND person_id NOT IN ${named})
    AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id IN ${alikeOf(mediaId)} AND state <> 'requested' AND person_id NOT IN ${named})
    AND (SELECT count(*) FROM depicted_people WHERE profile_id = ${profileId} AND id IN ${named}) = ${people.length}`
  const isDeclared = sql`EXISTS (SELECT 1 FROM media
    WHERE id = ${mediaId} AND declared_at = ${now} AND has_others = ${hasOthers ? 1 : 0})`
  return [
    setDeclaration(db, { profileId, mediaId, hasOthers, when: may }, now),
    db
      .delete(mediaConsents)
      .where(
        and(
          eq(mediaConsents.mediaId, mediaId),
          eq(mediaConsents.state, "requested"),
          sql`person_id NOT IN ${named}`,
          isDeclared,
        ),
      ),
    insertSelect(
      db,
      mediaConsents,
      { mediaId, personId: sql`value`, state: "requested", createdAt: now, updatedAt: now },
      sql`FROM json_each(${JSON.stringify(people)}) WHERE ${isDeclared}`,
    ).onConflictDoNothing(),
  ] as const
}

/**
 * Returns the statements that declare of a profile's undeclared media that only its owner is in some, and others in the rest:
 * those in which somebody has answered already, or in one that they are like, stay as they are.
 */
export function declareFirst(
  db: Database,
  { profileId, alone, others }: { profileId: string; alone: string[]; others: string[] },
  now: number,
) {
  const isUnanswered = sql`NOT EXISTS (SELECT 1 FROM media_consents AS c WHERE c.state <> 'requested'
    AND (c.media_id = media.id OR c.media_id IN (SELECT like_id FROM media_likenesses WHERE media_id = media.id)))`
  return [
    setFirstDeclarations(db, { profileId, ids: JSON.stringify(alone), hasOthers: false, when: isUnanswered }, now),
    setFirstDeclarations(db, { profileId, ids: JSON.stringify(others), hasOthers: true, when: sql`true` }, now),
  ] as const
}

export interface LinkedPerson {
  id: string
  profile_id: string
  owner_id: string
  owner_name: string
  expires_at: number
}

export interface LinkedItem {
  id: string
  kind: "photo" | "video"
  width: number
  captions: string
  storage_key: string
  is_ready: 0 | 1
  state: ConsentState
  may_download: 0 | 1 | null
}

/** Returns the person of a link, and the photos and videos that show them: one round trip; null for an unknown link. */
export async function findLinked(
  db: Database,
  tokenHash: string,
): Promise<{ person: LinkedPerson; items: LinkedItem[] } | null> {
  const [[person], items] = await read<[LinkedPerson, LinkedItem]>(
    db,
    sql`SELECT d.id, d.profile_id, p.owner_id, p.name AS owner_name, l.expires_at
      FROM consent_links AS l JOIN depicted_people AS d ON d.id = l.person_id JOIN profiles AS p ON p.id = d.profile_id
      WHERE l.token_hash = ${tokenHash}`,
    sql`SELECT m.id, m.kind, m.width, m.captions, m.storage_key, m.state IN ('ready', 'approved', 'reported') AS is_ready,
        c.state, c.may_download
      FROM consent_links AS l JOIN media_consents AS c ON c.person_id = l.person_id JOIN media AS m ON m.id = c.media_id
      WHERE l.token_hash = ${tokenHash} AND m.removed_at IS NULL AND m.state NOT IN ('rejected', 'quarantined', 'deleted')
      ORDER BY m.kind, m.position, m.id`,
  )
  return person ? { person, items } : null
}

export interface Signature {
  personId: string
  textVersion: number
  textHash: string
  locale: Locale
  addressHash: string
}

/** Returns a statement that stores a person's answer to a media item, if their identity and age are confirmed. */
export function sign(
  db: Database,
  { personId, ...signature }: Signature,
  { mediaId, publish, download }: { mediaId: string; publish: boolean; download: boolean },
  now: number,
) {
  return db
    .update(mediaConsents)
    .set({
      ...signature,
      state: publish ? "granted" : "refused",
      mayDownload: publish && download,
      signedAt: now,
      withdrawnAt: null,
      updatedAt: now,
    })
    .where(and(eq(mediaConsents.personId, personId), eq(mediaConsents.mediaId, mediaId), isConfirmed(sql`${personId}`)))
}

/** SQL condition on `media_consents`: the person's, to a media item and to those that it is like, or to all. */
const isOfPerson = (personId: string, mediaId: string | null) =>
  mediaId === null
    ? sql`person_id = ${personId}`
    : sql`person_id = ${personId} AND (media_id = ${mediaId} OR media_id IN ${alikeOf(mediaId)})`

/** Returns a statement that withdraws a person's consent to a media item and to those that it is like, or to all. */
export function withdraw(db: Database, personId: string, mediaId: string | null, now: number) {
  return db
    .update(mediaConsents)
    .set({ state: "withdrawn", mayDownload: false, withdrawnAt: now, updatedAt: now })
    .where(and(isOfPerson(personId, mediaId), inArray(mediaConsents.state, ["granted", "requested"])))
}

/** SQL of the photos and videos that are there, and that a person has agreed to: one, those that it is like, or all. */
const shownWith = (
  personId: string,
  mediaId: string | null,
) => sql`FROM media_consents AS c JOIN media AS m ON m.id = c.media_id
  WHERE ${isOfPerson(personId, mediaId)} AND c.state = 'granted' AND m.removed_at IS NULL
    AND m.state NOT IN ('rejected', 'quarantined', 'deleted')`

/** SQL condition: there are such photos or videos, which the end of the person's consent hides. */
export function isShownWith(personId: string, mediaId: string | null): SQL {
  return sql`EXISTS (SELECT 1 ${shownWith(personId, mediaId)})`
}

/** SQL text that says to staff how many of them there are. */
export function countOfShown(personId: string, mediaId: string | null): SQL<string> {
  return sql`'Consent withdrawn by a person depicted: photos or videos that are hidden: ' || (SELECT count(*) ${shownWith(personId, mediaId)})`
}

/** SQL address of a profile's page. */
export function addressOfProfile(profileId: string): SQL<string> {
  return sql`(SELECT '/escorts/' || slug FROM profiles WHERE id = ${profileId})`
}

/** SQL condition: this person answered or withdrew at `now`. */
export function hasAnswered(personId: string, now: number): SQL {
  return sql`EXISTS (SELECT 1 FROM media_consents WHERE person_id = ${personId} AND updated_at = ${now})`
}

/**
 * Deletes what was signed about media that are gone, and people of erased accounts, unchanged since `before`; not about
 * media that are still recognised.
 */
export function deleteOld(db: Database, before: number) {
  const isOfNoMediaItem = sql`NOT EXISTS (SELECT 1 FROM media WHERE id = media_id)
    AND NOT EXISTS (SELECT 1 FROM ended_media AS e WHERE e.media_id = media_consents.media_id)`
  const hasNoConsent = sql`NOT EXISTS (SELECT 1 FROM media_consents WHERE person_id = depicted_people.id)`
  return db.batch([
    deleteAtMost(db, mediaConsents, and(lt(mediaConsents.updatedAt, before), isOfNoMediaItem)),
    deleteAtMost(
      db,
      depictedPeople,
      and(isNull(depictedPeople.profileId), lt(depictedPeople.updatedAt, before), hasNoConsent),
    ),
  ])
}
