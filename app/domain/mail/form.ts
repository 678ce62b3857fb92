import * as z from "zod"
import { Tick } from "../core/shared/checkbox"
import { type MailKind, mailKinds } from "./schema"

export const MailChoicesForm = z.object(
  Object.fromEntries(mailKinds.map((kind) => [kind, Tick])) as Record<MailKind, typeof Tick>,
)
