import * as z from "zod"

/** A form's checkbox: `on`, or not submitted if it is not ticked. */
export const Tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on")

/** A checkbox that a form sends or not, or true and false from JSON. */
export const Flag = z
  .union([z.literal("on"), z.boolean()])
  .default(false)
  .transform((value) => value !== false)

/** A checkbox that must be ticked: `on` from a form, true from JSON. */
export const Accepted = z.literal(["on", "true", true], { error: "must_accept" })
