import { sql } from "drizzle-orm"
import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { users } from "./accounts"

/**
 * Requests that were carried out in the last day, so that one whose response was lost can be sent again
 * (domain/idempotency). A row is inserted by the batch that carries the request out.
 */
export const idempotencyKeys = sqliteTable(
  "idempotency_keys",
  {
    /** Keyed hash of who sent the request, its address and the key that it came with. */
    key: text().primaryKey(),
    /** The member who sent it; null for a visitor's. */
    userId: text("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** Keyed hash of what the request held. */
    fingerprint: text().notNull(),
    /** The sealed response; null while the request is being carried out, or if it was interrupted. */
    result: text(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [
    index("idempotency_keys_user").on(table.userId).where(sql`user_id IS NOT NULL`),
    index("idempotency_keys_created").on(table.createdAt),
  ],
)
