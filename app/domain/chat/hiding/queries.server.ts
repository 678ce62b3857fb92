import { type SQL, sql } from "drizzle-orm"
import { isBlockedPair } from "../block-queries.server"
import type { Reader } from "./reader.server"

const join = (conditions: SQL[], operator: " AND " | " OR "): SQL => sql`(${sql.join(conditions, sql.raw(operator))})`

/** SQL condition: the profile of these columns is not hidden from the reader's country, or is their own. */
export function isOpenToCountry({ country, ownProfileId }: Reader, hiddenFrom: SQL, profileId: SQL): SQL {
  if (country === null) return sql`1`
  // Codes are two characters, parted by spaces.
  const isOpen = sql`instr(${hiddenFrom}, ${country}) = 0`
  return ownProfileId === null ? isOpen : sql`(${isOpen} OR ${profileId} = ${ownProfileId})`
}

/** SQL condition: a profile (a row of `profiles` under this name) is hidden from the reader neither by a block nor by its owner's choice. */
export function isShownTo(reader: Reader, profile: "p" | "profiles"): SQL {
  const column = (name: string) => sql.raw(`${profile}.${name}`)
  const { userId, ownProfileId, mailbox } = reader
  const conditions = [isOpenToCountry(reader, column("hidden_from"), column("id"))]
  if (userId !== null) conditions.push(sql`NOT ${isBlockedPair(userId, column("owner_id"))}`)
  if (mailbox !== null)
    conditions.push(sql`(${column("id")} IS ${ownProfileId} OR NOT EXISTS (SELECT 1 FROM hidden_addresses
      WHERE mailbox_hash = ${mailbox} AND profile_id = ${column("id")}))`)
  return join(conditions, " AND ")
}

/**
 * Selects the listed profiles that a block or their owner hides from this member, as `column` of listed_profiles: a few, however many
 * profiles there are. Those hidden from a country may be many: the search indexes leave them out. Null for a visitor.
 */
export function hiddenFromMember({ userId, ownProfileId, mailbox }: Reader, column: SQL): SQL | null {
  if (userId === null) return null
  const listed = (owner: SQL) => sql`SELECT l.${column} FROM blocks AS b
    CROSS JOIN profiles AS p ON p.owner_id = b.${owner} CROSS JOIN listed_profiles AS l ON l.profile_id = p.id`
  const blocked = sql`${listed(sql`blocked_id`)} WHERE b.user_id = ${userId}
    UNION ALL ${listed(sql`user_id`)} WHERE b.blocked_id = ${userId}`
  if (mailbox === null) return blocked
  return sql`${blocked} UNION ALL SELECT l.${column} FROM hidden_addresses AS h
    CROSS JOIN listed_profiles AS l ON l.profile_id = h.profile_id
    WHERE h.mailbox_hash = ${mailbox} AND h.profile_id IS NOT ${ownProfileId}`
}
