import * as z from "zod"
import { type Locale, locales } from "~/i18n/locales"
import { Alt, CropText, maxAlt } from "../own-media"

const Id = z.string().min(1).max(40)
const Version = z.coerce.number().int().min(1)

/** The query of an upload, whose body is the picture alone. */
export const UploadQuery = z.object({
  client_id: z.string().regex(/^[\w-]{8,64}$/),
  visibility: z.enum(["public", "private"]),
  crop: CropText.optional(),
})

export type UploadQuery = z.infer<typeof UploadQuery>

/** The form of an upload without script. */
export const UploadForm = UploadQuery.omit({ crop: true }).extend({ photo: z.instanceof(File, { error: "required" }) })

/** A button about one photo. */
export const PhotoForm = z.object({ photo: Id })
export const VersionForm = z.object({ photo: Id, version: Version })
export const VisibilityForm = VersionForm.extend({ visibility: z.enum(["public", "private"]) })

/** The alt texts of a photo: a field `alt_{locale}` for each language. */
export const AltForm = z
  .looseObject({ photo: Id, version: Version, alt_version: z.string().max(40) })
  .transform(({ photo, version, alt_version, ...fields }, context) => ({
    photo,
    version,
    alt_version: alt_version || null,
    alt: Object.fromEntries(locales.map(({ code }) => [code, readAlt(fields, code, context)])),
  }))

function readAlt(fields: Record<string, unknown>, code: Locale, context: z.RefinementCtx): string {
  const name = `alt_${code}`
  const input = String(fields[name] ?? "")
  const { data } = Alt.safeParse(input)
  if (data === undefined) context.addIssue({ code: "too_big", origin: "string", maximum: maxAlt, path: [name], input })
  return data ?? ""
}
