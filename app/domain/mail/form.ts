import * as z from "zod"
import { type MailKind, mailKinds } from "./schema"

/** The boxes of the settings page: one that is not ticked does not come at all. */
const Tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on")

export const MailChoicesForm = z.object(
  Object.fromEntries(mailKinds.map((kind) => [kind, Tick])) as Record<MailKind, typeof Tick>,
)
