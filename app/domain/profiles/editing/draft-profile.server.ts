import type { SQL } from "drizzle-orm"
import type { Locale } from "~/i18n/locales"
import { newId } from "~/lib/id"
import type { Ctx } from "../../core/context"
import { slugOf } from "../../core/shared/slug"
import { insertDraftProfile } from "../content/content-queries.server"
import type { FieldValues } from "../content/fields"
import { insertEdits, isProfile } from "./queries.server"

/** Texts that somebody wrote before they had a profile. */
export interface FirstWords {
  name: string
  /** Slugs in the catalog. */
  city: string
  category: string
  languages: string[]
  /** The language of `about`. */
  writtenIn: Locale
  about: string
}

/**
 * Returns the id of a new draft profile and the statements that make `ownerId` its owner, if `when` holds and they own
 * none. Every word is an edit of theirs: staff review it with the rest.
 */
export function draftProfile(
  ctx: Pick<Ctx, "db" | "now">,
  ownerId: string | SQL,
  { name, city, category, languages, writtenIn, about }: FirstWords,
  when: SQL,
) {
  const now = ctx.now()
  const id = newId(now)
  const slug = `${slugOf(name, 30) || "profile"}-${id.slice(-5).toLowerCase()}`
  const values: Partial<FieldValues> = { name, slug, city, category, languages, [`about.${writtenIn}`]: about }
  return {
    id,
    statements: [
      ...insertDraftProfile(ctx.db, { id, ownerId, slug, name, city, category, languages }, { when, now }),
      insertEdits(ctx.db, id, values, { version: newId(now), when: isProfile(id), now }),
    ] as const,
  }
}
