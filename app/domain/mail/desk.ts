/** Which mails the back office shows: those given up, and those that are late. */
export const deskStates = ["dead", "queued"] as const
export type DeskState = (typeof deskStates)[number]

/** A mail that needs somebody, as staff see it: without its text, its address masked. */
export interface DeskMail {
  id: string
  recipient: string
  locale: string
  template: string
  state: DeskState
  attempts: number
  last_error: string | null
  /** Epoch ms: of a late one, when it is tried next; of one given up, when it would have been. */
  next_attempt_at: number
  created_at: number
}
