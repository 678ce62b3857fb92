import type { Locale } from "~/i18n/locales"
import { AppError } from "~/lib/errors"
import { requireUser } from "../../../core/actor/guards"
import type { Ctx } from "../../../core/context"
import { isTranslationError, type Translator } from "../../../core/ports/translator"
import { FieldsPatch } from "../../content/field-schemas"
import type { ProfileTextName } from "../../content/fields"
import { isEditable } from "../policy"
import { getWorkshop } from "../workshop.server"
import type { TextDrafts, TextsToDraft } from "./schema"

/**
 * Drafts texts of the actor's profile in another language: nothing is stored, and the owner saves what they keep of it as an
 * edit, which staff review. A text of which no draft could be made, or one too long to be saved, is left out. Throws
 * `auth.required`, `request.not_found` without a profile that may be edited, `translation.off`, `rate.limited`, and
 * `translation.unavailable` if there is no draft at all.
 */
export async function draftTexts(ctx: Ctx, { from, to, texts }: TextsToDraft): Promise<TextDrafts> {
  const user = requireUser(ctx)
  const { state } = await getWorkshop(ctx)
  if (!isEditable(state)) throw new AppError("request.not_found")
  const { translator } = ctx
  if (!translator) throw new AppError("translation.off")
  await ctx.limit("workshop.translate", user.id)
  const sources = Object.entries(texts) as [ProfileTextName, string][]
  const drafts = await Promise.all(
    sources.map(async ([name, text]) => [name, await draftOf(translator, { name, text, from, to })] as const),
  )
  const made = drafts.filter(([, draft]) => draft !== null)
  if (made.length === 0) throw new AppError("translation.unavailable")
  return { texts: Object.fromEntries(made) }
}

interface Source {
  name: ProfileTextName
  text: string
  from: Locale
  to: Locale
}

/** Returns a draft as it can be saved, which may be longer than it can be published; null if there is none. */
async function draftOf(translator: Translator, { name, text, from, to }: Source): Promise<string | null> {
  try {
    const translated = await translator.translate({ text, from, to })
    const { data } = FieldsPatch.shape[`${name}.${to}`].safeParse(translated)
    return data || null
  } catch (error) {
    if (!isTranslationError(error)) throw error
    return null
  }
}
