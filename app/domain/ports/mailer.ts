/** A mail as a mailbox shows it. */
export interface Message {
  to: string
  subject: string
  html: string
  text: string
  /** What the reader's mailbox needs to know of it. */
  headers?: Record<string, string>
}

/** Whoever carries mail out of the house. Throws when it could not; the outbox tries again. */
export interface Mailer {
  send(message: Message): Promise<void>
  /** What is sent is kept for the development mailbox, and goes nowhere else. */
  storesCopies: boolean
}
