import { locales } from "../i18n/locales.ts"

const problemIf = (condition: string, problem: string) => `iif(${condition}, '${problem}', NULL)`
const hasNo = (rows: string) => `NOT EXISTS (SELECT 1 FROM ${rows})`

/**
 * What stands between a profile and its publication (trust-safety R6): a row for each problem of each profile. The one definition: the
 * owner's checklist reads it, staff's approval asks for none, and a trigger refuses to publish a profile with one.
 */
export const publicationProblems = `CREATE VIEW publication_problems AS
SELECT p.id AS profile_id, one.value AS problem FROM profiles AS p, json_each(json_array(
  ${[
    problemIf("p.verified_at IS NULL", "identity"),
    problemIf("p.hourly_rate <= 0", "rate"),
    problemIf(hasNo("profile_languages WHERE profile_id = p.id"), "languages"),
    problemIf(hasNo("profile_services WHERE profile_id = p.id"), "services"),
    ...locales.map(({ code: locale }) =>
      problemIf(
        hasNo(`profile_texts WHERE profile_id = p.id AND locale = '${locale}' AND headline <> '' AND about <> ''`),
        `texts_${locale}`,
      ),
    ),
    problemIf(
      hasNo("media WHERE profile_id = p.id AND kind = 'photo' AND visibility = 'public' AND state = 'approved'"),
      "photo",
    ),
  ].join(",\n  ")}
)) AS one WHERE one.value IS NOT NULL`
