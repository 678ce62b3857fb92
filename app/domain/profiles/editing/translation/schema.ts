import * as z from "zod"
import { locales } from "~/i18n/locales"
import { writtenText } from "../../content/field-schemas"
import { type ProfileTextName, profileTextNames } from "../../content/fields"

const Language = z.enum(locales.map(({ code }) => code))

const texts = Object.fromEntries(profileTextNames.map((name) => [name, writtenText(name).optional()])) as Record<
  ProfileTextName,
  z.ZodOptional<ReturnType<typeof writtenText>>
>

/** Texts of a profile in one language, to be drafted in another. */
export const TextsToDraft = z
  .object({
    from: Language,
    to: Language,
    texts: z.strictObject(texts).refine((some) => Object.keys(some).length > 0, { error: "required" }),
  })
  .refine(({ from, to }) => from !== to, { path: ["to"], error: "invalid" })
export type TextsToDraft = z.infer<typeof TextsToDraft>

/** Drafts by field; a text of which none could be made is absent. */
export interface TextDrafts {
  texts: Partial<Record<ProfileTextName, string>>
}
