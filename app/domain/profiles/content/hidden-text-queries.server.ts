import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { ProfileTextName } from "~/db/enums"
import { hiddenTexts, profileTexts } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { isOpenCase } from "../../decisions/cases/queries.server"

/** A text of a profile, in all its languages. */
export interface ProfileText {
  profileId: string
  name: ProfileTextName
}

/** SQL column of `profile_texts` with the text of this name, an expression. */
export const textColumn = (name: SQL) => sql`CASE ${name} WHEN 'headline' THEN headline WHEN 'quote' THEN quote
  WHEN 'about' THEN about END`

/** SQL condition: the profile has this text in some language, and its pages show it. */
export function isTextShown({ profileId, name }: ProfileText): SQL {
  return sql`EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = ${profileId} AND ${textColumn(sql`${name}`)} <> '')`
}

/** Returns whether a profile has a text, or one that an open case hides. */
export async function existsText(db: Database, text: ProfileText): Promise<boolean> {
  const [[row]] = await read(
    db,
    sql<{ found: 0 | 1 }>`SELECT ${isTextShown(text)} OR EXISTS (
      SELECT 1 FROM hidden_texts AS h JOIN cases ON cases.id = h.case_id AND ${isOpenCase}
      WHERE h.profile_id = ${text.profileId} AND h.name = ${text.name}) AS found`,
  )
  return row?.found === 1
}

/** A text that a case is about. */
export interface TextOfCase extends ProfileText {
  caseId: string | SQL
}

/**
 * Returns the statements that hide a text in every language if `when` holds: they belong after its decision, which a trigger asks for. What
 * the case hid before stays hidden, but for a language in which the owner has written another text since: that one replaces it.
 */
export function hideText(db: Database, { caseId, profileId, name }: TextOfCase, when: SQL, now: number) {
  const column = textColumn(sql`${name}`)
  return [
    insertSelect(
      db,
      hiddenTexts,
      { caseId, profileId, name, texts: sql`json_group_object(locale, ${column})`, hiddenAt: now },
      sql`FROM profile_texts WHERE profile_id = ${profileId} AND ${column} <> '' AND ${when} GROUP BY profile_id`,
    ).onConflictDoUpdate({
      target: hiddenTexts.caseId,
      set: { texts: sql`json_patch(hidden_texts.texts, excluded.texts)`, hiddenAt: sql`excluded.hidden_at` },
    }),
    db
      .update(profileTexts)
      .set({ [name]: "" })
      .where(
        and(
          eq(profileTexts.profileId, profileId),
          sql`${column} <> ''`,
          sql`EXISTS (SELECT 1 FROM hidden_texts WHERE case_id = ${caseId} AND hidden_at = ${now})`,
          when,
        ),
      ),
  ] as const
}

/**
 * Returns the statements that show again what a case hid if `when` holds: in each language in which its owner has written nothing else
 * since, and unless a later case hides what they wrote.
 */
export function showText(db: Database, { caseId, name }: { caseId: string; name: ProfileTextName }, when: SQL) {
  const ofCase = sql`SELECT profile_id FROM hidden_texts WHERE case_id = ${caseId}`
  const hidden = sql`(SELECT texts ->> ('$.' || profile_texts.locale) FROM hidden_texts WHERE case_id = ${caseId})`
  const isLatest = sql`NOT EXISTS (SELECT 1 FROM hidden_texts AS h JOIN hidden_texts AS later
    ON later.profile_id = h.profile_id AND later.name = h.name AND later.hidden_at > h.hidden_at WHERE h.case_id = ${caseId})`
  return [
    db
      .update(profileTexts)
      .set({ [name]: hidden })
      .where(
        and(
          sql`profile_id = (${ofCase})`,
          sql`${textColumn(sql`${name}`)} = ''`,
          sql`${hidden} IS NOT NULL`,
          isLatest,
          when,
        ),
      ),
    db.delete(hiddenTexts).where(and(eq(hiddenTexts.caseId, caseId), when)),
  ] as const
}

/**
 * Deletes texts that were hidden before `before` (epoch ms), once their case has ended, its decisions can be contested no longer, and no
 * appeal waits.
 */
export function deleteHiddenTexts(db: Database, before: number) {
  return deleteAtMost(
    db,
    hiddenTexts,
    sql`hidden_at < ${before} AND NOT EXISTS (
        SELECT 1 FROM decisions AS d LEFT JOIN appeals AS a ON a.decision_id = d.id
        WHERE d.subject_id = hidden_texts.case_id AND d.field IS NOT NULL AND (d.created_at >= ${before} OR a.state = 'open'))
      AND NOT EXISTS (SELECT 1 FROM cases WHERE id = hidden_texts.case_id AND ${isOpenCase})`,
  )
}
