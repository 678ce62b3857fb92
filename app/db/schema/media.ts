import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { id, timestamps } from "./columns"
import { profiles } from "./profiles"

/**
 * States of an upload (trust-safety R10). Only `approved` is ever served; `reported` was approved until a report hid it
 * (R14).
 */
export const mediaStates = [
  "uploaded",
  "processing",
  "quarantined",
  "ready",
  "approved",
  "reported",
  "rejected",
  "deleted",
] as const

export const media = sqliteTable(
  "media",
  {
    id: id(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: ["photo", "video"] }).notNull(),
    visibility: text({ enum: ["public", "private"] }).notNull(),
    state: text({ enum: mediaStates }).notNull(),
    /** Prefix of the variants in R2: `{storage_key}/{width}.{webp|avif}`, a video at `{storage_key}/video.mp4`. */
    storageKey: text("storage_key").notNull(),
    /** Pixels of the largest variant (of a video: of its poster). */
    width: integer().notNull(),
    height: integer().notNull(),
    /** Seconds; null for photos. */
    duration: integer(),
    /** Base64 (evanw.github.io/thumbhash). */
    thumbhash: text().notNull(),
    /** ISO 639-1 codes, joined by commas, of a video's captions: `{storage_key}/captions.{code}.vtt`. */
    captions: text().notNull().default(""),
    position: integer().notNull(),
    ...timestamps,
  },
  (table) => [
    index("media_profile").on(table.profileId, table.kind, table.visibility, table.state, table.position),
    index("media_storage").on(table.storageKey),
  ],
)
