import * as z from "zod"
import { Tick } from "../../core/shared/checkbox"
import { type DayPart, weekParts } from "../content/rhythm"
import { availabilityHours } from "./choices"
import { SaveId } from "./schema"

const parts = Object.fromEntries(weekParts.map((part) => [part, Tick])) as Record<DayPart, typeof Tick>

/** The form of the availability: `hours` is null to leave the time as it is, 0 for not now. */
export const AvailabilityForm = z
  .object({
    hours: z.union([z.literal("keep"), z.enum(availabilityHours.map(String) as [string, ...string[]])]),
    ...parts,
  })
  .transform(({ hours, ...ticked }) => ({
    hours: hours === "keep" ? null : Number(hours),
    rhythm: weekParts.filter((part) => (ticked as Record<DayPart, boolean>)[part]),
  }))

/** The versions that a form of fields was filled in from, as JSON; without script, its save has no id. */
export const FieldsForm = z.object({
  save: SaveId.optional().catch(undefined),
  versions: z
    .string()
    .max(10_000)
    .transform((text, context) => {
      try {
        return z.record(z.string().max(40), z.string().max(40).nullable()).parse(JSON.parse(text))
      } catch {
        context.addIssue({ code: "custom", message: "versions" })
        return z.NEVER
      }
    }),
})
