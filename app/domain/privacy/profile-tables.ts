import { sql } from "drizzle-orm"
import * as schema from "~/db/schema"
import type { PersonalTable } from "./personal-table"

/** SQL condition of the rows that belong to a user's profile. */
export const ofProfile = (userId: string) => sql`profile_id IN (SELECT id FROM profiles WHERE owner_id = ${userId})`

/** What belongs to a profile, in the order of erasure: referencing rows before the rows they reference. */
export const profileTables = {
  profile_edits: {
    table: schema.profileEdits,
    kind: "profile",
    of: ofProfile,
    export: { hide: ["version"] },
    erase: "delete",
  },
  profile_reviews: {
    table: schema.profileReviews,
    kind: "profile",
    of: ofProfile,
    export: { hide: ["claimed_by", "claimed_until"] },
    erase: "delete",
  },
  profile_decisions: {
    table: schema.profileDecisions,
    kind: "profile",
    of: ofProfile,
    export: { hide: ["staff_id"] },
    erase: "delete",
  },
  profile_service_texts: {
    table: schema.profileServiceTexts,
    kind: "profile",
    of: ofProfile,
    export: { add: { service: sql`(SELECT slug FROM services WHERE id = service_id)` } },
    erase: "delete",
  },
  profile_services: {
    table: schema.profileServices,
    kind: "profile",
    of: ofProfile,
    export: { add: { service: sql`(SELECT slug FROM services WHERE id = service_id)` } },
    erase: "delete",
  },
  profile_texts: { table: schema.profileTexts, kind: "profile", of: ofProfile, export: {}, erase: "delete" },
  profile_languages: { table: schema.profileLanguages, kind: "profile", of: ofProfile, export: {}, erase: "delete" },
  profile_reply_speeds: {
    table: schema.profileReplySpeeds,
    kind: "profile",
    of: ofProfile,
    export: {},
    erase: "delete",
  },
  profile_days: {
    table: schema.profileDays,
    kind: "profile",
    of: ofProfile,
    export: { nothing: "counts of other people's visits; the owner reads them where they can identify nobody" },
    erase: "delete",
  },
  slug_redirects: { table: schema.slugRedirects, kind: "profile", of: ofProfile, export: {}, erase: "delete" },
  media_texts: {
    table: schema.mediaTexts,
    kind: "profile",
    of: (userId) => sql`media_id IN (SELECT id FROM media WHERE ${ofProfile(userId)})`,
    export: {},
    erase: "delete",
  },
  videos: {
    table: schema.videos,
    kind: "profile",
    of: (userId) => sql`media_id IN (SELECT id FROM media WHERE ${ofProfile(userId)})`,
    export: { hide: ["upload_id"] },
    erase: "delete",
  },
  video_parts: {
    table: schema.videoParts,
    kind: "profile",
    of: (userId) => sql`media_id IN (SELECT id FROM media WHERE ${ofProfile(userId)})`,
    export: { nothing: "hashes of the pieces of an unfinished upload" },
    erase: "delete",
  },
  media: {
    table: schema.media,
    kind: "profile",
    of: ofProfile,
    export: {
      hide: [
        ...["storage_key", "thumbhash", "upload_key", "sha256", "pdq", "pdq_quality", "state"],
        ...["lease_until", "is_encoded", "reviewed_by"],
      ],
      // A match with a blocklist is never revealed (trust-safety R12).
      add: { state: sql`iif(state = 'quarantined', 'rejected', state)` },
    },
    erase: "delete",
  },
} satisfies Record<string, PersonalTable>
