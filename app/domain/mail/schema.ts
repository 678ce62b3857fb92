import * as z from "zod"

/** The templates of all mails; each has its texts under this name in the `mail` translations. */
const templates = [
  "join",
  "reset",
  "password-changed",
  "export-ready",
  "erasure-requested",
  "erasure-soon",
  "erasure-done",
  "two-factor-on",
  "two-factor-off",
  "passkey-added",
  "passkey-removed",
  "recovery-code-used",
  "new-sign-in",
  "email-from",
  "email-to",
  "email-changed",
  "report",
  "report-closed",
  "ticket",
  "ticket-answer",
  "application",
  "digest",
  "captcha-code",
] as const
export type Template = (typeof templates)[number]

/** Mails of erased accounts: the row is deleted after delivery or when given up. */
export const ephemeralTemplates: readonly string[] = ["erasure-done"] satisfies Template[]

/** The kinds of mail that a user can mute. All other mails were requested or protect the account. */
export const mailKinds = ["sign-ins", "messages", "updates"] as const
export type MailKind = (typeof mailKinds)[number]
export const kindOf: Partial<Record<Template, MailKind>> = { "new-sign-in": "sign-ins" }

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

/** A staff action on a mail of the queue. */
export const DeskAct = z.object({ act: z.enum(["retry", "drop"]), id: z.string().min(1).max(40) })
