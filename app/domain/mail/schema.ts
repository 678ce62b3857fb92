import * as z from "zod"

/** The mails that the product sends; each has its texts under this name in the `mail` translations. */
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

/** Mails to people whom the house has promised to forget: the row goes once it is sent, or given up. */
export const forgottenTemplates: readonly string[] = ["erasure-done"] satisfies Template[]

/** The mails that one may do without, by kind; every other one was asked for, or keeps the account safe. */
export const mailKinds = ["sign-ins", "messages", "updates"] as const
export type MailKind = (typeof mailKinds)[number]
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
