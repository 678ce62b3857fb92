/** A rendered mail. */
export interface Message {
  to: string
  subject: string
  html: string
  text: string
  /** Additional mail headers. */
  headers?: Record<string, string>
}

/** The provider will never accept this mail: its recipient does not exist, or refuses all mail. */
export class MailRefused extends Error {
  override readonly name = "MailRefused"
}

/** Compares by name, so that an error of the adapter's own class counts too. */
export function isMailRefused(error: unknown): boolean {
  return error instanceof Error && error.name === "MailRefused"
}

/** Sends mail. Throws `MailRefused` where no retry can succeed, and any other error on a failure that the outbox retries. */
export interface Mailer {
  send(message: Message): Promise<void>
  /** True for the development mailer: mails are stored for the mailbox page and not sent. */
  storesCopies: boolean
}
