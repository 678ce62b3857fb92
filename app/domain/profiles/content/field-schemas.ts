import * as z from "zod"
import { locales } from "~/i18n/locales"
import { lineDraft, lineText, multilineDraft, multilineText } from "../../core/shared/text"
import { type FieldValues, fieldLimits, type ProfileTextField, type ProfileTextName, profileTextNames } from "./fields"
import { spokenLanguages } from "./spoken-languages"

const multiline = ["quote", "about"] satisfies ProfileTextName[] as string[]

/** Texts of a draft may be longer than the limit, so that nothing typed is lost. */
function draft(name: "name" | "slug" | ProfileTextName | "note") {
  const max = 4 * fieldLimits[name].max
  return multiline.includes(name) ? multilineDraft(max) : lineDraft(max)
}

/** A text that is written, and no longer than it may be published. */
export function writtenText(name: ProfileTextName) {
  const { max } = fieldLimits[name]
  return multiline.includes(name) ? multilineText(max) : lineText(max)
}

const within = ({ min, max }: { min: number; max: number }) => z.number().int().min(min).max(max)
const CatalogSlug = z.string().min(1).max(80)
const codes = locales.map(({ code }) => code)

const ServiceOfferInput = z.object({
  service: CatalogSlug,
  price: within(fieldLimits.price).nullable(),
  duration: within(fieldLimits.duration).nullable(),
  note: z.partialRecord(z.enum(codes), draft("note")),
})

const texts = Object.fromEntries(
  profileTextNames.flatMap((name) => codes.map((locale) => [`${name}.${locale}`, draft(name)])),
) as Record<ProfileTextField, ReturnType<typeof multilineDraft>>

/** Fields of a profile to save: each may be unfinished. */
export const FieldsPatch = z
  .object({
    name: draft("name"),
    slug: draft("slug"),
    city: CatalogSlug,
    category: CatalogSlug,
    hourly_rate: within({ min: 0, max: fieldLimits.hourly_rate.max }).nullable(),
    minimum_hours: within(fieldLimits.minimum_hours),
    languages: z.array(z.enum(spokenLanguages)).max(spokenLanguages.length),
    services: z.array(ServiceOfferInput).max(fieldLimits.services.max),
    ...texts,
  } satisfies Record<keyof FieldValues, z.ZodType>)
  .partial()
export type FieldsPatch = Partial<FieldValues>
