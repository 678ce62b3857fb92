import { eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { applicationPictures } from "~/db/schema"
import { insertSelect } from "~/db/statements/insert-select"
import { existsApplication } from "./queries.server"
import type { ApplicationPicture } from "./schema"

/** SQL condition on `applications`: `editable` holds, and the picture is one of the application's. */
export function isEditableWithPicture(editable: SQL, id: string, pictureId: string): SQL {
  const isThere = sql`EXISTS (SELECT 1 FROM application_pictures WHERE id = ${pictureId} AND application_id = ${id})`
  return sql`${editable} AND ${isThere}`
}

/** Returns the ids of an application's pictures, in order, if `when` holds. */
export async function findPictureIds(db: Database, id: string, when: SQL): Promise<string[]> {
  const [rows] = await read(
    db,
    sql<{ id: string }>`SELECT id FROM application_pictures
      WHERE application_id = ${id} AND ${when} ORDER BY created_at, id`,
  )
  return rows.map((row) => row.id)
}

/** Records that a picture was copied to the applicant's profile, or has nothing to copy. */
export async function markCopied(db: Database, pictureId: string, now: number): Promise<void> {
  await db.update(applicationPictures).set({ copiedAt: now }).where(eq(applicationPictures.id, pictureId))
}

/** Returns the accepted applications of a time, after an id, with pictures that their profile lacks. */
export async function findUncopied(
  db: Database,
  { from, until }: { from: number; until: number },
  after: string,
  limit: number,
): Promise<{ id: string; profile_id: string }[]> {
  const [rows] = await read(
    db,
    sql<{ id: string; profile_id: string }>`SELECT picture.application_id AS id, p.id AS profile_id
      FROM application_pictures AS picture JOIN applications AS a ON a.id = picture.application_id
      JOIN profiles AS p ON p.owner_id = a.user_id
      WHERE picture.copied_at IS NULL AND picture.application_id > ${after} AND a.state = 'accepted'
        AND a.updated_at >= ${from} AND a.updated_at <= ${until}
      GROUP BY picture.application_id ORDER BY picture.application_id LIMIT ${limit}`,
  )
  return rows
}

/** Returns the applicant's profile and the ids under which an accepted application's pictures were copied to it. */
export async function findCopied(db: Database, id: string): Promise<{ profileId: string; clientIds: string[] } | null> {
  const [rows] = await read(
    db,
    sql<{ profile_id: string; id: string }>`SELECT p.id AS profile_id, picture.id FROM applications AS a
      JOIN profiles AS p ON p.owner_id = a.user_id JOIN application_pictures AS picture ON picture.application_id = a.id
      WHERE a.id = ${id} AND a.state = 'accepted'`,
  )
  const [first] = rows
  return first ? { profileId: first.profile_id, clientIds: rows.map((row) => row.id) } : null
}

interface PictureToInsert {
  id: string
  editable: SQL
  picture: ApplicationPicture
  /** The id of the picture whose place it takes. */
  replaces?: string
  max: number
  now: number
}

/**
 * Returns a statement that adds a picture to an `editable` application: with fewer than `max` pictures, or, as long as
 * the one that it replaces is there, in the place of that one.
 */
export function insertPicture(db: Database, { id, editable, picture, replaces, max, now }: PictureToInsert) {
  const row = { ...picture, applicationId: sql`id` }
  if (replaces !== undefined) {
    const createdAt = sql`(SELECT created_at FROM application_pictures WHERE id = ${replaces})`
    const isThere = isEditableWithPicture(editable, id, replaces)
    return insertSelect(db, applicationPictures, { ...row, createdAt }, sql`FROM applications WHERE ${isThere}`)
  }
  const count = sql`(SELECT count(*) FROM application_pictures WHERE application_id = ${id})`
  const isFree = sql`${editable} AND ${count} < ${max}`
  return insertSelect(db, applicationPictures, { ...row, createdAt: now }, sql`FROM applications WHERE ${isFree}`)
}

/** Returns a statement that deletes a picture of an `editable` application. */
export function deletePicture(db: Database, id: string, editable: SQL, pictureId: string) {
  return db
    .delete(applicationPictures)
    .where(sql`id = ${pictureId} AND application_id = ${id} AND ${existsApplication(editable)}`)
}

export async function deletePictures(db: Database, id: string): Promise<void> {
  await db.delete(applicationPictures).where(eq(applicationPictures.applicationId, id))
}
