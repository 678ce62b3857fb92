import * as z from "zod"
import type { ReportState } from "~/db/enums"
import { MessageSeq } from "../chat/schema"
import { Accepted, Tick } from "../core/shared/checkbox"
import { Email } from "../core/shared/email"
import { lineText, multilineDraft, multilineText } from "../core/shared/text"
import type { Pass } from "../media/schema"
import { type Priority, type ReportCategory, reportCategories } from "./categories"
import { parsePageAddress } from "./page-address"

/** Empty fields yield only `required`. */
const isPageAddress = (text: string) => text === "" || parsePageAddress(text) !== null

const emptyIsAbsent = (value: unknown) => (typeof value === "string" && value.trim() === "" ? undefined : value)

/** A report, from the form or as JSON. P0 and P1 reports may be anonymous (trust-safety R13). */
export const ReportForm = z
  .object({
    category: z.enum(Object.keys(reportCategories) as [ReportCategory, ...ReportCategory[]], {
      error: ({ input }) => (input ? undefined : "required"),
    }),
    about: lineText(500).refine(isPageAddress, { message: "page_address" }),
    details: multilineText(5_000),
    email: z.preprocess(emptyIsAbsent, Email.optional()),
    good_faith: Accepted,
    /** Honeypot: invisible to people, so only bots fill it in. */
    website: z.string().max(500).optional(),
  })
  .refine(({ category, email }) => email !== undefined || mayBeAnonymous(category), {
    path: ["email"],
    message: "required",
  })
export type ReportForm = z.infer<typeof ReportForm>

function mayBeAnonymous(category: ReportCategory): boolean {
  return ["P0", "P1"].includes(reportCategories[category])
}

/** Staff's reasons for closing a report, sent to the reporter. */
export const ClosingForm = z.object({ reason: multilineText(1_000) })
export type ClosingForm = z.infer<typeof ClosingForm>

/** The dismissal of a report: `unfounded`, manifestly, counts against a member who reported it (trust-safety R38). */
export const DismissalForm = ClosingForm.extend({ unfounded: Tick })
export type DismissalForm = z.infer<typeof DismissalForm>

/** Reports messages of a conversation, by their numbers. */
export const MessageReport = z.object({
  messages: z.array(MessageSeq.min(1)).min(1).max(50),
  category: z.enum(Object.keys(reportCategories) as [ReportCategory, ...ReportCategory[]], {
    error: ({ input }) => (input ? undefined : "required"),
  }),
  details: multilineDraft(5_000).default(""),
})
export type MessageReport = z.infer<typeof MessageReport>

export type { ReportState } from "~/db/enums"

/** A report as staff see it. Times are epoch ms. */
export interface DeskReport {
  reference: string
  category: ReportCategory
  priority: Priority
  state: ReportState
  /** The reported page, as typed. */
  about: string
  details: string
  /** Null for an anonymous report. */
  email: string | null
  locale: string
  /** When it has to be looked at. */
  due_at: number
  is_overdue: boolean
  /** Probably a bot's. */
  is_suspect: boolean
  /** Whether the report copied messages, which are read apart. */
  has_messages: boolean
  media: {
    id: string
    kind: "photo" | "video" | null
    /** Null once it is deleted. */
    state: string | null
    profile_id: string | null
    width: number
    height: number
    /** This report hides it until it is closed. */
    is_hidden_by_it: boolean
    pass: Pass | null
  } | null
  /** The profile whose page it names; `is_hidden_by_it` until it is closed. */
  profile: { id: string; is_hidden_by_it: boolean } | null
  /** Whether a member reported it, by name: dismissed as manifestly unfounded, it counts against them. */
  is_of_member: boolean
  is_unfounded: boolean
  closed_by: string | null
  closing_reason: string | null
  created_at: number
  updated_at: number
}

/** A message that a report copied. */
export interface ReportedMessage {
  seq: number
  /** Null once the author is erased. */
  author: string | null
  body: string
  /** Chosen by the reporter; the others are context. */
  is_chosen: boolean
  created_at: number
}
