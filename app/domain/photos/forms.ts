import * as z from "zod"
import { type Locale, locales } from "~/i18n/locales"
import { UploadQuery } from "./schema"

const Id = z.string().min(1).max(40)
const Version = z.coerce.number().int().min(1)

/** The form of an upload without script. */
export const UploadForm = UploadQuery.omit({ crop: true }).extend({ photo: z.instanceof(File, { error: "required" }) })

/** A button about one photo. */
export const PhotoForm = z.object({ photo: Id })
export const VersionForm = z.object({ photo: Id, version: Version })
export const VisibilityForm = VersionForm.extend({ visibility: z.enum(["public", "private"]) })

/** The alt texts of a photo: a field `alt_{locale}` for each language. */
export const AltForm = z
  .looseObject({ photo: Id, version: Version })
  .transform(({ photo, version, ...fields }) => ({ photo, version, alt: readAlts(fields) }))

function readAlts(fields: Record<string, unknown>): Partial<Record<Locale, string>> {
  return Object.fromEntries(locales.map(({ code }) => [code, String(fields[`alt_${code}`] ?? "").trim()]))
}
