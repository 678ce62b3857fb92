import * as z from "zod"
import type { ticketStates } from "~/db/schema/support"
import { Email, NameForm } from "../accounts/schema"
import { CaptchaToken } from "../captcha/schema"
import { multilineText } from "../shared/multiline-text"
import { ticketCategories } from "./categories"

export type TicketState = (typeof ticketStates)[number]

/** In characters. */
export const longestMessage = 5_000

const Message = multilineText(longestMessage)

/** What a member sends from the contact page; who they are, their account says. */
export const MemberContactForm = z.object({
  category: z.enum(ticketCategories, { error: ({ input }) => (input ? undefined : "required") }),
  message: Message,
})

/** What a visitor sends. */
export const VisitorContactForm = MemberContactForm.extend({
  name: NameForm.shape.name,
  email: Email,
  captcha: CaptchaToken,
  /** A field that people do not see: only a program fills it in. */
  website: z.string().max(500).optional(),
})

/** Either. */
export const ContactForm = VisitorContactForm.partial({ name: true, email: true })
export type ContactForm = z.infer<typeof ContactForm>

export const ReplyForm = z.object({ message: Message })

/** What staff answer, to the ticket as they read it. */
export const StaffReplyForm = z.object({ message: Message, version: z.number().int() })
export type StaffReplyForm = z.infer<typeof StaffReplyForm>

/** Where one is in a list; the page before had it. */
export const TicketsQuery = z.object({ before: z.string().max(40).optional() })

/** A ticket as lists show it. Times are epoch ms. */
export interface Ticket {
  reference: string
  category: string
  state: TicketState
  created_at: number
  updated_at: number
}

export interface TicketMessage {
  id: string
  author: "member" | "visitor" | "staff"
  body: string
  created_at: number
}

/** A ticket with what was said, the oldest first. */
export interface Thread extends Ticket {
  messages: TicketMessage[]
}

/** A ticket as staff see it. */
export interface DeskTicket extends Ticket {
  version: number
  name: string
  email: string
  locale: string
  is_member: boolean
  is_suspect: boolean
}
