import * as z from "zod"
import type { MailKind } from "~/db/enums"
import type { Template } from "~/db/schema/mail"

export { type MailKind, mailKinds } from "~/db/enums"
export type { Template } from "~/db/schema/mail"

/** Mails to people whom the house has promised to forget: the row goes once it is sent, or given up. */
export const forgottenTemplates: readonly Template[] = ["erasure-done"]

export const kindOf: Partial<Record<Template, MailKind>> = { "new-sign-in": "sign-ins" }

/** Whether a user wants the mails of each kind. */
export type MailChoices = Record<MailKind, boolean>

/** What a mail says, in the reader's language. */
export interface Content {
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; href: string }
  /** Small print, such as how long the link lives. */
  note?: string
  /** Where the reader says that they want no more of these; `oneClick` is for their mailbox (RFC 8058). */
  unsubscribe?: { label: string; href: string; oneClick: string }
}

/** A mail of the outbox as the development mailbox lists it. */
export interface MailboxCopy {
  id: string
  to: string
  template: string
  state: "queued" | "sent" | "dropped" | "dead"
  /** Epoch ms. */
  at: number
  /** Null until it is sent, and where no copies are kept. */
  subject: string | null
  text: string | null
}

/** What staff do with a mail of the desk. */
export const DeskAct = z.object({ act: z.enum(["retry", "drop"]), id: z.string().min(1).max(40) })
