import { integer, text } from "drizzle-orm/sqlite-core"

/** Primary key: a time-ordered opaque id (ULID, 26 characters) that `newId` makes. */
export const id = () => text().primaryKey()

/** Epoch milliseconds, always written by us: the clock is the request's, never the database's. */
export const timestamps = {
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}
