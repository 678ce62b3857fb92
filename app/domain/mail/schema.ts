import type { MailKind } from "~/db/enums"
import type { returnReasons, Template } from "~/db/schema/mail"

export { type MailKind, mailKinds } from "~/db/enums"
export type { Template } from "~/db/schema/mail"
export { returnReasons } from "~/db/schema/mail"

/** Mails of erased accounts: deleted once sent, or given up. */
export const ephemeralTemplates: readonly Template[] = ["erasure-done"]

export const kindOf: Partial<Record<Template, MailKind>> = { "new-sign-in": "sign-ins" }

/** The mail provider's report of an address. */
export interface ReturnedMail {
  address: string
  reason: (typeof returnReasons)[number]
}

/** Why mails to an address are not sent, and since when (epoch ms). */
export interface AddressReturn {
  reason: ReturnedMail["reason"]
  at: number
}

/** Whether a user wants the mails of each kind. */
export type MailChoices = Record<MailKind, boolean>

/** The contents of a mail, in the recipient's language. */
export interface Content {
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; href: string }
  /** Small print, such as the link's lifetime. */
  note?: string
  /** Unsubscribe links: a page, and `oneClick` for mail clients (RFC 8058). */
  unsubscribe?: { label: string; href: string; oneClick: string }
}

/** A mail in the development mailbox. */
export interface MailboxCopy {
  id: string
  to: string
  template: string
  state: "queued" | "sent" | "dropped" | "dead"
  /** Epoch ms. */
  at: number
  /** Null until it is sent, and if no copies are stored. */
  subject: string | null
  text: string | null
}
