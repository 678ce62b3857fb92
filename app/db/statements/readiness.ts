import { completeLocales } from "../../i18n/locales.ts"
import { legalPages } from "../enums.ts"

// Texts of SQL in which `:now` stands for the time, epoch ms: `npm run deploy` executes them by wrangler, which binds no values.

/** How long a colleague whose role was granted has to set up a second factor before the site is a demonstration again, ms. */
const enrolmentGrace = 7 * 24 * 60 * 60_000

/** SQL: the ids of everybody who is staff. */
const staffSql = `SELECT user_id FROM user_groups WHERE group_id IN (SELECT id FROM "groups" WHERE id > '' AND root = 1)
  UNION SELECT user_id FROM staff_grants WHERE user_id > '' AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > :now)`

/**
 * SQL: everybody who is staff without a second factor. `is_overdue`: neither their role nor the operator's code for their first one is new.
 * Until they have one, they have a member's rights.
 */
export const staffWithoutFactorSql = `SELECT u.id, u.name, NOT EXISTS (SELECT 1 FROM staff_grants WHERE user_id = u.id AND revoked_at IS NULL AND created_at > :now - ${enrolmentGrace})
    AND NOT EXISTS (SELECT 1 FROM email_tokens WHERE purpose = 'staff-enrol' AND subject_id = u.id AND expires_at > :now) AS is_overdue
  FROM users AS u WHERE u.id IN (${staffSql})
    AND NOT EXISTS (SELECT 1 FROM two_factor WHERE user_id = u.id AND enrolled_at IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM passkeys WHERE user_id = u.id)`

/** SQL condition: a text (an expression) has a blank for the operator, `[address]`; `[text](address)` is a link. */
export const hasBlankSql = (text: string) => `replace(${text}, '](', '') GLOB '*[[]*]*'`

const legalTexts = legalPages.flatMap((name) => completeLocales.map(({ code }) => `('legal/${name}', '${code}')`))

/** SQL: the legal pages that are missing in a complete language, or have blanks: `slug` and `locale`. */
export const unfinishedPagesSql = `WITH wanted AS (SELECT column1 AS slug, column2 AS locale FROM (VALUES ${legalTexts.join(", ")}))
  SELECT w.slug, w.locale FROM wanted AS w
  LEFT JOIN pages AS p ON p.slug = w.slug LEFT JOIN page_texts AS t ON t.page_id = p.id AND t.locale = w.locale
  WHERE coalesce(trim(t.body), '') = '' OR ${hasBlankSql("t.body")}`

/** SQL: the launch as the database knows it, one row. `recorded` is JSON: until when each record counts, by its item. */
export const launchFactsSql = `SELECT
  (SELECT json_group_object(item, expires_at) FROM readiness_records WHERE item > '' AND ended_at IS NULL) AS recorded,
  EXISTS (${staffSql}) AND NOT EXISTS (SELECT 1 FROM (${staffWithoutFactorSql}) WHERE is_overdue) AS has_second_factors,
  NOT EXISTS (${unfinishedPagesSql}) AS has_legal_pages`
