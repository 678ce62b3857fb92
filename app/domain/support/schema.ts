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

/** A member's contact form; name and address come from their account. */
export const MemberContactForm = z.object({
  category: z.enum(ticketCategories, { error: ({ input }) => (input ? undefined : "required") }),
  message: Message,
})

/** A visitor's contact form. */
export const VisitorContactForm = MemberContactForm.extend({
  name: NameForm.shape.name,
  email: Email,
  captcha: CaptchaToken,
  /** Honeypot: invisible to people, so only bots fill it in. */
  website: z.string().max(500).optional(),
})

/** A member's or a visitor's contact form. */
export const ContactForm = VisitorContactForm.partial({ name: true, email: true })
export type ContactForm = z.infer<typeof ContactForm>

export const ReplyForm = z.object({ message: Message })

/** Staff's reply to the version of a ticket that they read. */
export const StaffReplyForm = z.object({ message: Message, version: z.number().int() })
export type StaffReplyForm = z.infer<typeof StaffReplyForm>

/** The cursor that the previous page returned. */
export const TicketsQuery = z.object({ cursor: z.string().max(40).optional() })

/** A ticket in lists. Times are epoch ms. */
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

/** A ticket with its messages, oldest first. */
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
