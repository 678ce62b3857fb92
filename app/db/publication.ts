import { isWholeTextSql } from "./whole-texts.ts"

const problemIf = (condition: string, problem: string) => `iif(${condition}, '${problem}', NULL)`
const hasNo = (rows: string) => `NOT EXISTS (SELECT 1 FROM ${rows})`

/**
 * SQL condition: this person depicted (an expression) was verified by the document of somebody else of the profile, its
 * owner or another person depicted (trust-safety R7).
 */
const sharesDocumentSql = (
  personId: string,
) => `EXISTS (SELECT 1 FROM identity_checks AS i JOIN depicted_people AS d ON d.id = i.person_id
      WHERE i.person_id = ${personId} AND i.status = 'verified' AND i.person_hash IS NOT NULL AND (
        EXISTS (SELECT 1 FROM profiles AS p JOIN identity_checks AS o ON o.user_id = p.owner_id
          WHERE p.id = d.profile_id AND o.status = 'verified' AND o.person_hash = i.person_hash)
        OR EXISTS (SELECT 1 FROM depicted_people AS e JOIN identity_checks AS o ON o.person_id = e.id
          WHERE e.profile_id = d.profile_id AND e.id <> d.id AND o.status = 'verified' AND o.person_hash = i.person_hash)))`

/**
 * SQL condition: everyone in this media item (its id, an expression) agreed to its publication (trust-safety R7). Whatever serves or
 * lists media asks it. Until its owner has said who is in it, an upload shows to nobody; seeded media have no client id.
 */
export const isAgreedSql = (mediaId: string) => `(NOT EXISTS (SELECT 1 FROM media_consents AS c
      WHERE c.media_id = ${mediaId} AND (c.state <> 'granted' OR ${sharesDocumentSql("c.person_id")}))
    AND NOT EXISTS (SELECT 1 FROM media AS d WHERE d.id = ${mediaId} AND iif(d.has_others IS NULL, d.client_id IS NOT NULL,
      d.has_others = 1 AND NOT EXISTS (SELECT 1 FROM media_consents WHERE media_id = d.id))))`

/** SQL condition: an identity check of this user (an expression) was refused, for good (trust-safety R3). */
export const isRefusedSql = (userId: string) =>
  `EXISTS (SELECT 1 FROM identity_checks WHERE user_id = ${userId} AND status IN ('refused_age', 'refused'))`

/** SQL condition: an identity check found this user (an expression) to be a minor. */
export const isUnderageSql = (userId: string) =>
  `EXISTS (SELECT 1 FROM identity_checks WHERE user_id = ${userId} AND status = 'refused_age')`

/**
 * SQL condition: this user (an expression) is verified, by a check that this deployment accepts, and was never refused
 * (trust-safety R1 to R3).
 */
const isVerifiedSql = (
  userId: string,
) => `(EXISTS (SELECT 1 FROM identity_checks WHERE user_id = ${userId} AND status = 'verified' AND over_18 = 1
      AND (livemode = 1 OR EXISTS (SELECT 1 FROM identity_modes WHERE livemode = 0)))
    AND NOT ${isRefusedSql(userId)})`

/**
 * Problems between a profile and its publication (trust-safety R6): a row for each problem of each profile. The one definition: the
 * owner's checklist reads it, staff's approval asks for none, and a trigger refuses to publish a profile with one.
 */
export const publicationProblems = `CREATE VIEW publication_problems AS
SELECT p.id AS profile_id, json_each.value AS problem FROM profiles AS p, json_each(json_array(
  ${[
    problemIf(`NOT ${isVerifiedSql("p.owner_id")}`, "identity"),
    problemIf(hasNo("agreement_signatures WHERE user_id = p.owner_id"), "agreement"),
    problemIf("p.hourly_rate <= 0", "rate"),
    problemIf(hasNo("profile_languages WHERE profile_id = p.id"), "languages"),
    problemIf(hasNo("profile_services WHERE profile_id = p.id"), "services"),
    // One language is enough: readers of another one see it with a note.
    problemIf(hasNo(`profile_texts WHERE profile_id = p.id AND ${isWholeTextSql}`), "texts"),
    problemIf(
      hasNo(
        `media AS m WHERE m.profile_id = p.id AND m.kind = 'photo' AND m.visibility = 'public' AND m.state = 'approved' AND ${isAgreedSql("m.id")}`,
      ),
      "photo",
    ),
    problemIf(
      `EXISTS (SELECT 1 FROM media AS m WHERE m.profile_id = p.id AND m.state = 'approved'
        AND (NOT ${isAgreedSql("m.id")} OR m.has_others IS NULL))`,
      "consent",
    ),
  ].join(",\n  ")}
)) WHERE json_each.value IS NOT NULL`
