import * as z from "zod"
import { MessageSeq } from "../chat/schema"
import { Accepted } from "../shared/checkbox"
import { multilineText } from "../shared/multiline-text"
import { type ReportCategory, reportCategories } from "./categories"
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
    about: z.string().trim().min(1).max(500).refine(isPageAddress, { message: "page_address" }),
    details: z.string().trim().min(1).max(5_000),
    email: z.preprocess(emptyIsAbsent, z.string().trim().max(254).pipe(z.email().toLowerCase()).optional()),
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

/** Reports messages of a conversation, by their numbers. */
export const MessageReport = z.object({
  messages: z.array(MessageSeq.min(1)).min(1).max(50),
  category: z.enum(Object.keys(reportCategories) as [ReportCategory, ...ReportCategory[]], {
    error: ({ input }) => (input ? undefined : "required"),
  }),
  details: z.string().trim().max(5_000).default(""),
})
export type MessageReport = z.infer<typeof MessageReport>
