/** A rendered mail. */
export interface Message {
  to: string
  subject: string
  html: string
  text: string
  /** Additional mail headers. */
  headers?: Record<string, string>
}

/** Sends mail. Throws on failure; the outbox retries. */
export interface Mailer {
  send(message: Message): Promise<void>
  /** True for the development mailer: mails are stored for the mailbox page and not sent. */
  storesCopies: boolean
}
