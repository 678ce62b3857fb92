import * as z from "zod"
import type { stripeStatuses } from "~/db/schema/billing"
import { CaptchaToken } from "../../accounts/captcha/schema"
import { NameForm } from "../../accounts/schema"
import { Email } from "../../core/shared/email"
import { multilineText } from "../../core/shared/text"
import { ticketCategories, ticketPriorities, ticketStates } from "./categories"

export type TicketState = (typeof ticketStates)[number]

/** In characters. */
export const maxMessage = 5_000

const Message = multilineText(maxMessage)

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

const Version = z.number().int()

/** Staff's reply to the version of a ticket that they read. */
export const StaffReplyForm = z.object({ message: Message, version: Version })
export type StaffReplyForm = z.infer<typeof StaffReplyForm>

/** Which tickets staff list; open ones by default. */
export const DeskFilter = z.object({
  state: z.enum(ticketStates).default("open"),
  assignee: z.enum(["anyone", "me", "nobody"]).default("anyone"),
})
export type DeskFilter = z.infer<typeof DeskFilter>

/** Staff's change of a ticket, at the version that they read. */
export const TicketChange = z.object({
  version: Version,
  /** The id of a member of staff who may reply; null for nobody. */
  assignee_id: z.string().max(40).nullable().optional(),
  priority: z.enum(ticketPriorities).optional(),
  state: z.enum(["open", "closed"]).optional(),
})
export type TicketChange = z.infer<typeof TicketChange>

/** A ticket's change as a form; nobody is the empty choice. */
export const TicketChangeForm = z.object({
  version: z.coerce.number().int(),
  assignee_id: z
    .string()
    .max(40)
    .transform((id) => id || null),
  priority: z.enum(ticketPriorities),
})
export const TicketStateForm = z.object({ version: z.coerce.number().int(), state: z.enum(["open", "closed"]) })
export const DeskReplyForm = z.object({ message: Message, version: z.coerce.number().int() })

/** A note of staff to each other. */
export const NoteForm = z.object({ note: multilineText(2_000) })

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
  priority: (typeof ticketPriorities)[number]
  assignee_id: string | null
  /** Their name. */
  assignee: string | null
}

export interface TicketNote {
  id: string
  /** Null once their account is deleted. */
  author: string | null
  body: string
  created_at: number
}

/** An answer that staff insert into a reply, in the language of the ticket. */
export interface CannedAnswer {
  id: string
  title: string
  body: string
}

/** Facts that staff should know of a member who writes. */
export interface TicketMember {
  id: string
  /** Epoch ms. */
  joined_at: number
  /** Null also for readers without the permission `billing.read`; the name is null if it is no longer for sale. */
  plan: { type: string; name: string | null; status: (typeof stripeStatuses)[number] } | null
  profile: { id: string; name: string; state: string } | null
  /** Their other tickets, newest first. */
  tickets: Pick<Ticket, "reference" | "category" | "state" | "created_at">[]
}

/** Data beside a ticket. */
export interface TicketSide {
  notes: TicketNote[]
  answers: CannedAnswer[]
  /** Staff to whom the ticket can be assigned. */
  staff: { id: string; name: string }[]
  /** Null for a visitor. */
  member: TicketMember | null
}
