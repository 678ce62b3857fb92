import * as z from "zod"
import { profileTextNames } from "~/db/enums"
import { MessageSeq } from "../chat/schema"
import { Accepted } from "../core/shared/checkbox"
import { Email } from "../core/shared/email"
import { emptyIsAbsent, lineText, multilineDraft, multilineText } from "../core/shared/text"
import { type ReportCategory, reportCategories } from "./categories"
import { parsePageAddress } from "./page-address"

/** Empty fields yield only `required`. */
const isPageAddress = (text: string) => text === "" || parsePageAddress(text) !== null

/** A report, from the form or as JSON. P0 and P1 reports may be anonymous (trust-safety R13). */
export const ReportForm = z
  .object({
    category: z.enum(Object.keys(reportCategories) as [ReportCategory, ...ReportCategory[]], {
      error: ({ input }) => (input ? undefined : "required"),
    }),
    about: lineText(500).refine(isPageAddress, { message: "page_address" }),
    /** The text of the profile at that address that is meant; without it, or at another address, the whole page. */
    text: z.preprocess(emptyIsAbsent, z.enum(profileTextNames).optional()),
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

/** Reports messages of a conversation, by their numbers. */
export const MessageReport = z.object({
  messages: z.array(MessageSeq.min(1)).min(1).max(50),
  category: z.enum(Object.keys(reportCategories) as [ReportCategory, ...ReportCategory[]], {
    error: ({ input }) => (input ? undefined : "required"),
  }),
  details: multilineDraft(5_000).default(""),
})
export type MessageReport = z.infer<typeof MessageReport>

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
