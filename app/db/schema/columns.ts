import { integer, text } from "drizzle-orm/sqlite-core"

/** Primary key: a time-ordered opaque id (ULID, 26 characters) from `newId`. */
export const id = () => text().primaryKey()

/** Epoch ms, always from the request's clock, never the database's. */
export const timestamps = {
  createdAt: integer("created_at").notNull(),
  updatedAt: integer("updated_at").notNull(),
}
