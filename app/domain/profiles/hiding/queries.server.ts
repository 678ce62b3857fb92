import { and, eq, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import { hiddenAddresses, profiles } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"
import { isShownTo } from "../../chat/hiding/queries.server"
import type { Reader } from "../../chat/hiding/reader.server"

export type PersonRow = RowOf<typeof hiddenAddresses, "id" | "mailbox_hash" | "label_sealed" | "created_at">

/** Returns from which countries, as they are stored, and from which people a profile is hidden; null if there is none. */
export async function findHiding(
  db: Database,
  profileId: string,
): Promise<{ hiddenFrom: string; people: PersonRow[] } | null> {
  const [[profile], people] = await read(
    db,
    sql<RowOf<typeof profiles, "hidden_from">>`SELECT hidden_from FROM profiles WHERE id = ${profileId}`,
    sql<PersonRow>`SELECT id, mailbox_hash, label_sealed, created_at FROM hidden_addresses
      WHERE profile_id = ${profileId} ORDER BY id`,
  )
  return profile ? { hiddenFrom: profile.hidden_from, people } : null
}

/**
 * Replaces the countries from which a profile is hidden, at once. Neither its version nor its time of change: nobody edited what it says.
 * Returns false if they are no longer the ones that were read.
 */
export async function replaceCountries(
  db: Database,
  profileId: string,
  { before, after }: { before: string; after: string },
): Promise<boolean> {
  const { meta } = await db
    .update(profiles)
    .set({ hiddenFrom: after })
    .where(and(eq(profiles.id, profileId), eq(profiles.hiddenFrom, before)))
  return meta.changes > 0
}

/** Hides a profile from a mailbox, unless it is hidden from `max` already. Returns the id of the row of this mailbox; null beyond them. */
export async function insertPerson(
  db: Database,
  person: typeof hiddenAddresses.$inferInsert,
  max: number,
): Promise<string | null> {
  const { id, profileId, mailboxHash, labelSealed, createdAt } = person
  const [, [row]] = await read(
    db,
    sql<never>`INSERT OR IGNORE INTO hidden_addresses (id, profile_id, mailbox_hash, label_sealed, created_at)
      SELECT ${id}, ${profileId}, ${mailboxHash}, ${labelSealed}, ${createdAt}
      WHERE (SELECT count(*) FROM hidden_addresses WHERE profile_id = ${profileId}) < ${max}`,
    sql<{
      id: string
    }>`SELECT id FROM hidden_addresses WHERE profile_id = ${profileId} AND mailbox_hash = ${mailboxHash}`,
  )
  return row?.id ?? null
}

/** Shows a profile to somebody again. Returns whether it was hidden from them. */
export async function deletePerson(db: Database, profileId: string, id: string): Promise<boolean> {
  const { meta } = await db
    .delete(hiddenAddresses)
    .where(and(eq(hiddenAddresses.profileId, profileId), eq(hiddenAddresses.id, id)))
  return meta.changes > 0
}

/** Returns whether a profile is public, and shown to this reader if it is. */
export async function findShown(
  db: Database,
  profileId: string,
  reader: Reader,
): Promise<{ isPublic: boolean; isShown: boolean }> {
  const [[row]] = await read(
    db,
    sql<{
      is_public: number
      is_shown: number
    }>`SELECT p.state = 'published' AS is_public, ${isShownTo(reader, "p")} AS is_shown
      FROM profiles AS p WHERE p.id = ${profileId}`,
  )
  return { isPublic: row?.is_public === 1, isShown: row?.is_shown === 1 }
}
