import { type SQL, sql } from "drizzle-orm"

/** SQL: until when a member is limited or suspended, epoch ms; null: they are not (trust-safety R17). `userId`: a column or a parameter. */
export function endOfSanction(userId: SQL, kind: "limit" | "suspend", now: number): SQL {
  return sql`(SELECT max(expires_at) FROM sanctions
    WHERE user_id = ${userId} AND kind = ${kind} AND state = 'active' AND expires_at > ${now})`
}
