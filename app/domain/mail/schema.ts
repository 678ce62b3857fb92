/** The mails that the product sends; each has its texts under this name in the `mail` translations. */
export const templates = ["join", "reset", "password-changed", "report"] as const
export type Template = (typeof templates)[number]

/** A mail as a mailbox shows it. */
export interface Message {
  to: string
  subject: string
  html: string
  text: string
}

/** Whoever carries mail out of the house. Throws when it could not; the outbox tries again. */
export interface Mailer {
  send(message: Message): Promise<void>
  /** What is sent is kept for the development mailbox, and goes nowhere else. */
  keepsCopies: boolean
}

/** What a mail says, in the reader's language. */
export interface Content {
  subject: string
  heading: string
  paragraphs: string[]
  action?: { label: string; href: string }
  /** Small print, such as how long the link lives. */
  note?: string
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
