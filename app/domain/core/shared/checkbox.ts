import * as z from "zod"

/** A checkbox: `on` from a form, which sends nothing of one that is not ticked; true or false from JSON. */
export const Tick = z
  .union([z.literal("on"), z.boolean()])
  .default(false)
  .transform((value) => value !== false)

/** A checkbox that must be ticked: `on` from a form, true from JSON. */
export const Accepted = z.literal(["on", "true", true], { error: "must_accept" })
