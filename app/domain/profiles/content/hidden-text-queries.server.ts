import { and, eq, type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { ProfileTextName } from "~/db/enums"
import { hiddenTexts, profileTexts } from "~/db/schema"
import { deleteAtMost } from "~/db/statements/delete-at-most"
import { insertSelect } from "~/db/statements/insert-select"
import { fieldOfText } from "../../decisions/kinds"

/** A text of a profile, in all its languages. */
export interface ProfileText {
  profileId: string
  name: ProfileTextName
}

const columnOf: Record<ProfileTextName, SQL> = { headline: sql`headline`, quote: sql`quote`, about: sql`about` }

/** SQL condition: the public sees this text, in some language. */
export function isTextShown({ profileId, name }: ProfileText): SQL {
  return sql`EXISTS (SELECT 1 FROM profile_texts WHERE profile_id = ${profileId} AND ${columnOf[name]} <> '')`
}

/** Returns whether a text is public, or was until it was hidden. */
export async function existsText(db: Database, text: ProfileText): Promise<boolean> {
  const [[row]] = await read(
    db,
    sql<{ found: 0 | 1 }>`SELECT ${isTextShown(text)} OR EXISTS (
      SELECT 1 FROM hidden_texts WHERE profile_id = ${text.profileId} AND name = ${text.name}) AS found`,
  )
  return row?.found === 1
}

/**
 * Returns the statements that hide a text in every language if `when` holds: they belong after its decision, which a trigger asks for. A
 * text that was hidden before and that its owner has replaced since is lost.
 */
export function hideText(db: Database, { profileId, name }: ProfileText, when: SQL, now: number) {
  const column = columnOf[name]
  return [
    insertSelect(
      db,
      hiddenTexts,
      { profileId, name, texts: sql`json_group_object(locale, ${column})`, hiddenAt: now },
      sql`FROM profile_texts WHERE profile_id = ${profileId} AND ${column} <> '' AND ${when} GROUP BY profile_id`,
    ).onConflictDoUpdate({
      target: [hiddenTexts.profileId, hiddenTexts.name],
      set: { texts: sql`excluded.texts`, hiddenAt: sql`excluded.hidden_at` },
    }),
    db
      .update(profileTexts)
      .set({ [name]: "" })
      .where(
        and(
          eq(profileTexts.profileId, profileId),
          sql`${column} <> ''`,
          sql`EXISTS (SELECT 1 FROM hidden_texts WHERE profile_id = ${profileId} AND name = ${name} AND hidden_at = ${now})`,
          when,
        ),
      ),
  ] as const
}

/** Returns the statements that show a hidden text again if `when` holds, in each language in which its owner has not written another one. */
export function showText(db: Database, { profileId, name }: ProfileText, when: SQL) {
  const column = columnOf[name]
  const hidden = sql`(SELECT texts ->> ('$.' || profile_texts.locale) FROM hidden_texts
    WHERE profile_id = ${profileId} AND name = ${name})`
  return [
    db
      .update(profileTexts)
      .set({ [name]: hidden })
      .where(and(eq(profileTexts.profileId, profileId), sql`${column} = ''`, sql`${hidden} IS NOT NULL`, when)),
    db.delete(hiddenTexts).where(and(eq(hiddenTexts.profileId, profileId), eq(hiddenTexts.name, name), when)),
  ] as const
}

/**
 * Deletes texts that were hidden before `before` (epoch ms), once their decisions can be contested no longer, no appeal waits, and no report
 * about them is open.
 */
export function deleteHiddenTexts(db: Database, before: number) {
  const field = sql`${fieldOfText("")} || hidden_texts.name`
  return deleteAtMost(
    db,
    hiddenTexts,
    sql`hidden_at < ${before} AND NOT EXISTS (
        SELECT 1 FROM decisions AS d LEFT JOIN appeals AS a ON a.decision_id = d.id
        WHERE d.subject_id = hidden_texts.profile_id AND d.field = ${field} AND (d.created_at >= ${before} OR a.state = 'open'))
      AND NOT EXISTS (SELECT 1 FROM reports WHERE profile_id = hidden_texts.profile_id AND profile_text = hidden_texts.name
        AND hides_text = 1 AND state = 'received')`,
  )
}
