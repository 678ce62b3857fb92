/** The mails that the back office shows: given up (dead) and late (queued). */
export const deskStates = ["dead", "queued"] as const
export type DeskState = (typeof deskStates)[number]

/** A mail that needs staff, without its text and with its address masked. */
export interface DeskMail {
  id: string
  recipient: string
  locale: string
  template: string
  state: DeskState
  attempts: number
  last_error: string | null
  /** Epoch ms. When a late mail is retried next; when a mail that was given up would have been. */
  next_attempt_at: number
  created_at: number
}
