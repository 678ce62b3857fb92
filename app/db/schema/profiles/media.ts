import { sql } from "drizzle-orm"
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { mediaEndings, mediaKinds, mediaReasons, mediaVisibilities } from "../../enums"
import { users } from "../accounts"
import { enumCheck, id, timestamps } from "../columns"
import { profiles } from "./profiles"

/**
 * States of an upload (trust-safety R10). Only `approved` is ever public; `reported` was approved until a report hid it
 * (R14), `ready` awaits review, parts of an `uploading` video are missing, and `failed` may be retried by its owner.
 */
export const mediaStates = [
  "uploading",
  "uploaded",
  "processing",
  "failed",
  "quarantined",
  "ready",
  "approved",
  "reported",
  "rejected",
  "deleted",
] as const

/** States of a media item as its owner sees them: a quarantined one looks like a rejected one. */
export const ownMediaStates = mediaStates.filter((state) => state !== "quarantined" && state !== "deleted")

/** File types of videos. */
export const videoTypes = ["mp4", "webm"] as const

export const media = sqliteTable(
  "media",
  {
    id: id(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    kind: text({ enum: mediaKinds }).notNull(),
    /** `hidden`: a video that only its owner sees. */
    visibility: text({ enum: mediaVisibilities }).notNull(),
    state: text({ enum: mediaStates }).notNull(),
    /**
     * Prefix of the variants in R2: `{storage_key}/{width}.{webp|avif}`, a video at `{storage_key}/video.mp4`. One that ends
     * with the media item's id is its own; several media may show the files of another, such as the demo's, and none deletes them.
     */
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
    /** Optimistic lock: a write by owner or staff states the version it read. */
    version: integer().notNull().default(1),
    /** R2 key of the original while it exists; null for seeded media. */
    uploadKey: text("upload_key"),
    /** The uploader's id of this upload: a repeated upload returns the same media item. */
    clientId: text("client_id"),
    /** Of the original. */
    bytes: integer(),
    /** Of the original, hex. */
    sha256: text(),
    /** Perceptual hash of the picture, 64 hex digits; its quality is 0 to 100. */
    pdq: text(),
    pdqQuality: integer("pdq_quality"),
    /** JSON `{x, y, w, h}` in fractions of the upright original, or null for all of it. */
    crop: text(),
    /** Whether all variants are stored: until then it cannot be approved. */
    isEncoded: integer("is_encoded", { mode: "boolean" }).notNull().default(true),
    /** Until when a worker processes it, epoch ms; also the token that its result must match. */
    leaseUntil: integer("lease_until"),
    /** When its owner removed it: they no longer see it, whatever its state. */
    removedAt: integer("removed_at"),
    reason: text({ enum: mediaReasons }),
    /** Staff's comment to the owner. */
    comment: text(),
    reviewedBy: text("reviewed_by").references(() => users.id, { onDelete: "set null" }),
    reviewedAt: integer("reviewed_at"),
    approvedAt: integer("approved_at"),
    /** Of a rejected one: until when its files stay, since an appeal may bring it back (epoch ms); null: they do not. */
    heldUntil: integer("held_until"),
    /** The owner's statement whether others are in it; null until they made it. */
    hasOthers: integer("has_others", { mode: "boolean" }),
    declaredAt: integer("declared_at"),
    ...timestamps,
  },
  (table) => [
    uniqueIndex("media_client").on(table.profileId, table.clientId).where(sql`client_id IS NOT NULL`),
    index("media_queue").on(table.createdAt, table.id).where(sql`state = 'ready' AND is_encoded = 1`),
    index("media_waiting").on(table.kind, table.profileId).where(sql`state = 'ready' AND is_encoded = 1`),
    index("media_unfinished").on(table.state, table.updatedAt).where(sql`state <> 'approved'`),
    index("media_originals").on(table.approvedAt).where(sql`state = 'approved' AND upload_key IS NOT NULL`),
    index("media_reviewed_by").on(table.reviewedBy).where(sql`reviewed_by IS NOT NULL`),
    index("media_profile").on(table.profileId, table.kind, table.visibility, table.state, table.position),
  ],
)

/** Columns of videos alone: the upload in parts, and facts of the file. */
export const videos = sqliteTable(
  "videos",
  {
    mediaId: text("media_id")
      .primaryKey()
      .references(() => media.id, { onDelete: "cascade" }),
    /** The provider's id of the upload. */
    uploadId: text("upload_id").notNull(),
    type: text({ enum: videoTypes }),
    /** Pixels of its frames; `media` has those of the poster. */
    frameWidth: integer("frame_width"),
    frameHeight: integer("frame_height"),
  },
  (table) => [enumCheck(table.type)],
)

/** A part of an upload that the provider has stored. */
export const videoParts = sqliteTable(
  "video_parts",
  {
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    /** From 1. */
    number: integer().notNull(),
    etag: text().notNull(),
    /** Hex. */
    sha256: text().notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.number] })],
)

/** Texts of a media item by language; `alt` describes a photo to people who do not see it. */
export const mediaTexts = sqliteTable(
  "media_texts",
  {
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    locale: text().$type<Locale>().notNull(),
    alt: text().notNull().default(""),
    title: text().notNull().default(""),
    description: text().notNull().default(""),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.locale] })],
)

/**
 * The remainder of a photo or video that somebody ended, or that shows others, so that it is recognised when its profile
 * uploads it again: three years, as what was signed about it (trust-safety R10). The trigger `media_ended` writes it.
 */
export const endedMedia = sqliteTable(
  "ended_media",
  {
    /** The media item is deleted before this row. */
    mediaId: text("media_id").primaryKey(),
    profileId: text("profile_id")
      .notNull()
      .references(() => profiles.id, { onDelete: "cascade" }),
    ending: text({ enum: mediaEndings }).notNull(),
    /** As in `media`. */
    sha256: text(),
    pdq: text(),
    pdqQuality: integer("pdq_quality"),
    hasOthers: integer("has_others", { mode: "boolean" }),
    endedAt: integer("ended_at").notNull(),
  },
  (table) => [
    index("ended_media_profile").on(table.profileId, table.mediaId),
    index("ended_media_ended").on(table.endedAt),
    enumCheck(table.ending),
  ],
)

/** Media that show the same as another one of their profile, which may have ended; between two that exist, both ways. */
export const mediaLikenesses = sqliteTable(
  "media_likenesses",
  {
    mediaId: text("media_id")
      .notNull()
      .references(() => media.id, { onDelete: "cascade" }),
    /** In `media` or in `ended_media`. */
    likeId: text("like_id").notNull(),
  },
  (table) => [primaryKey({ columns: [table.mediaId, table.likeId] })],
)

/** Hashes of pictures that are never shown (trust-safety R12). Either `sha256` or `pdq` is set. */
export const blockedHashes = sqliteTable(
  "blocked_hashes",
  {
    id: id(),
    /** The name of the list that it comes from. */
    list: text().notNull(),
    /** Hex. */
    sha256: text(),
    /** 64 hex digits. */
    pdq: text(),
    note: text().notNull(),
    createdAt: integer("created_at").notNull(),
  },
  (table) => [uniqueIndex("blocked_hashes_sha256").on(table.sha256), uniqueIndex("blocked_hashes_pdq").on(table.pdq)],
)
