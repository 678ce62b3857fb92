import * as z from "zod"
import { type MailKind, mailKinds } from "./schema"

/** Checkboxes of the settings page: an unticked one is not submitted. */
const Tick = z
  .literal("on")
  .optional()
  .transform((value) => value === "on")

export const MailChoicesForm = z.object(
  Object.fromEntries(mailKinds.map((kind) => [kind, Tick])) as Record<MailKind, typeof Tick>,
)
