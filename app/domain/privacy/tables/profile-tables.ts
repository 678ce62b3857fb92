import { sql } from "drizzle-orm"
import * as schema from "~/db/schema"
import { labelPurpose } from "../../profiles/hiding/hiding.server"
import type { PersonalTable } from "./personal-table"

/** SQL condition of the rows that belong to a user's profile. */
const ofProfile = (userId: string) => sql`profile_id IN (SELECT id FROM profiles WHERE owner_id = ${userId})`

/** The people in the photos of a user's profile. */
const peopleOf = (userId: string) => sql`SELECT id FROM depicted_people WHERE ${ofProfile(userId)}`

/** SQL expression: a column of a check that was not refused; null otherwise. */
const unlessRefused = (column: string) =>
  sql`iif(status IN ('refused_age', 'refused') OR reason IN ('minor', 'other_person'), NULL, ${sql.raw(column)})`

/** Tables of a profile, in the order of erasure: referencing rows before the rows they reference. */
export const profileTables = {
  /** Outcomes remain for a year, and refusals for two, without whose they are (trust-safety R1, R3). */
  identity_acts: {
    table: schema.identityActions,
    kind: "profile",
    of: (userId) => sql`check_id IN (SELECT id FROM identity_checks WHERE user_id = ${userId})`,
    export: { nothing: "staff's own notes" },
    erase: "delete",
  },
  identity_checks: {
    table: schema.identityChecks,
    kind: "profile",
    of: (userId) => sql`user_id = ${userId}`,
    export: {
      hide: [
        "person_id",
        "session_ref",
        "person_hash",
        "first_reviewer",
        "second_reviewer",
        "reason",
        "redaction_at",
        "has_paused",
        "noticed_days",
      ],
      // In place of the columns: every refusal has the same word (R3), and no value by which they differ.
      add: {
        status: sql`iif(status = 'refused_age', 'refused', status)`,
        over_18: unlessRefused("over_18"),
        liveness: unlessRefused("liveness"),
        document_month: unlessRefused("document_month"),
      },
    },
    erase: {
      hold: "safety",
      set: {
        userId: null,
        documentMonth: null,
        personHash: sql`iif(reason = 'minor', person_hash, NULL)`,
      },
    },
  },
  agreement_signatures: {
    table: schema.agreementSignatures,
    kind: "profile",
    of: (userId) => sql`user_id = ${userId}`,
    export: { hide: ["name_sealed", "text_hash"] },
    erase: "delete",
  },
  consent_links: {
    table: schema.consentLinks,
    kind: "access",
    of: (userId) => sql`person_id IN (${peopleOf(userId)})`,
    export: { nothing: "secrets, hashed: of no use to their owner" },
    erase: "delete",
  },
  /** Consents protect those who signed them: they remain for three years, without the owner's words (R7). */
  media_consents: {
    table: schema.mediaConsents,
    kind: "profile",
    of: (userId) => sql`person_id IN (${peopleOf(userId)})`,
    export: { hide: ["address_hash", "text_hash"] },
    erase: { hold: "safety", set: { addressHash: null } },
  },
  depicted_people: {
    table: schema.depictedPeople,
    kind: "profile",
    of: ofProfile,
    export: {},
    erase: { hold: "safety", set: { profileId: null, label: "" } },
  },
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
  /** Proposals end with the decision; those that count for nothing any more after 90 days. */
  review_proposals: {
    table: schema.reviewProposals,
    kind: "profile",
    of: ofProfile,
    export: { nothing: "proposals of staff to each other, which end with the decision" },
    erase: "delete",
  },
  /** Escalations end with a decision of leads; those of refused profiles, of which nothing waits, after a year. */
  review_escalations: {
    table: schema.reviewEscalations,
    kind: "profile",
    of: ofProfile,
    export: { nothing: "notes of staff to each other about a review" },
    erase: "delete",
  },
  profile_decisions: {
    table: schema.profileDecisions,
    kind: "profile",
    of: ofProfile,
    export: { hide: ["staff_id"] },
    erase: "delete",
  },
  new_profiles: {
    table: schema.newProfiles,
    kind: "profile",
    of: ofProfile,
    export: { nothing: "for a minute after a publication, the same as the profile's state" },
    erase: "delete",
  },
  listings: {
    table: schema.listings,
    kind: "profile",
    of: ofProfile,
    export: { nothing: "the same as the profile, its texts and its services" },
    erase: "follows",
  },
  hidden_addresses: {
    table: schema.hiddenAddresses,
    kind: "profile",
    of: ofProfile,
    export: {
      hide: ["mailbox_hash"],
      sealed: { column: "label_sealed", purpose: ({ profile_id }) => labelPurpose(String(profile_id)) },
    },
    erase: "delete",
  },
  calendar_entries: {
    table: schema.calendarEntries,
    kind: "profile",
    of: ofProfile,
    export: { add: { city: sql`(SELECT slug FROM cities WHERE id = city_id)` } },
    erase: "delete",
  },
  /** Their addresses are keys: an export that somebody else opens must not give them away. */
  calendar_feeds: {
    table: schema.calendarFeeds,
    kind: "profile",
    of: ofProfile,
    export: { hide: ["address_sealed", "due_at", "failures"] },
    erase: "delete",
  },
  calendar_addresses: {
    table: schema.calendarAddresses,
    kind: "access",
    of: ofProfile,
    export: { hide: ["token_hash", "token_sealed"] },
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
  hidden_texts: {
    table: schema.hiddenTexts,
    kind: "profile",
    of: ofProfile,
    export: { hide: ["case_id"] },
    erase: "delete",
  },
  profile_languages: { table: schema.profileLanguages, kind: "profile", of: ofProfile, export: {}, erase: "delete" },
  profile_reply_speeds: {
    table: schema.profileReplySpeeds,
    kind: "profile",
    of: ofProfile,
    export: {},
    erase: "delete",
  },
  profile_months: {
    table: schema.profileMonths,
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
  media_likenesses: {
    table: schema.mediaLikenesses,
    kind: "profile",
    of: (userId) => sql`media_id IN (SELECT id FROM media WHERE ${ofProfile(userId)})`,
    export: { nothing: "which pictures of a profile look the same" },
    erase: "delete",
  },
  /** Ended media recognise a picture that its profile uploads again: without the profile, they are of no use (R10). */
  ended_media: {
    table: schema.endedMedia,
    kind: "profile",
    of: ofProfile,
    export: { nothing: "hashes, by which a picture is recognised; why one was withheld is never revealed" },
    erase: "delete",
  },
  media: {
    table: schema.media,
    kind: "profile",
    of: ofProfile,
    export: {
      hide: [
        "storage_key",
        "thumbhash",
        "upload_key",
        "sha256",
        "pdq",
        "pdq_quality",
        "state",
        "lease_until",
        "is_encoded",
        "reviewed_by",
      ],
      // A match with a blocklist is never revealed (trust-safety R12).
      add: { state: sql`iif(state = 'quarantined', 'rejected', state)` },
    },
    erase: "delete",
  },
} satisfies Record<string, PersonalTable>
