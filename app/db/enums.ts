// Values of enum columns that pages need too: a file without drizzle, so that browsers can load it.

/** Subjects of the contact form, in its order. */
export const ticketCategories = ["account", "membership", "profile", "privacy", "other"] as const

/** States of a ticket; `answered`: staff replied last. */
export const ticketStates = ["open", "answered", "closed"] as const

/** How urgent a ticket is to staff, least first. */
export const ticketPriorities = ["low", "normal", "high", "urgent"] as const

/** Categories of a report. */
export const reportCategories = [
  "minor",
  "danger",
  "intimate",
  "depicted",
  "illegal",
  "impersonation",
  "terms",
] as const
export type ReportCategory = (typeof reportCategories)[number]

/** How urgent a report is, most first. */
export const reportPriorities = ["P0", "P1", "P2", "P3"] as const

/** States of a report: `received` is open, the others are closed. */
export const reportStates = ["received", "no_action", "actioned"] as const
export type ReportState = (typeof reportStates)[number]

/** Subjects of a case. An address that names nothing of ours is a subject of its own for each report. */
export const caseSubjects = ["member", "profile", "media", "address"] as const
export type CaseSubject = (typeof caseSubjects)[number]

/**
 * States of a case (trust-safety R13): nobody has looked at it, somebody has, it ended with or without action, its decision is
 * contested, the appeal is decided or the time for one is over.
 */
export const caseStates = ["received", "triaged", "actioned", "no_action", "appealed", "closed"] as const
export type CaseState = (typeof caseStates)[number]

/** States of a question to a person of a case (trust-safety R14): `ended`: the case was decided first. An open one expires in time. */
export const questionStates = ["open", "answered", "withdrawn", "ended"] as const
export type QuestionState = (typeof questionStates)[number]

/** Restrictions, and refusals, that staff or the system decided on: each has a statement of reasons (DSA, article 17). */
export const decisionKinds = [
  "media_refused",
  "media_removed",
  "media_hidden",
  "text_refused",
  "text_removed",
  "text_hidden",
  "profile_returned",
  "profile_refused",
  "profile_suspended",
  "profile_hidden",
  "consent_withdrawn",
  "identity_refused",
  "member_warned",
  "member_limited",
  "member_suspended",
  "member_closed",
  "notice_refused",
] as const
export type DecisionKind = (typeof decisionKinds)[number]

/** The texts of a profile, one in each language. */
export const profileTextNames = ["headline", "quote", "about"] as const
export type ProfileTextName = (typeof profileTextNames)[number]

/** States of a decision: `ended`: what it restricts is free again, `superseded`: by a later one, `overturned`: by an appeal. */
export const decisionStates = ["active", "ended", "superseded", "overturned"] as const
export type DecisionState = (typeof decisionStates)[number]

/** Occasions of a decision: somebody's notice, a review before publication, or staff's own look. */
export const decisionSources = ["notice", "review", "staff"] as const
export type DecisionSource = (typeof decisionSources)[number]

/** Acts that templates of reasons are for: the end of a case without action, a restriction. */
export const templateUses = ["dismissal", "restriction"] as const
export type TemplateUse = (typeof templateUses)[number]

/** States of an appeal. */
export const appealStates = ["open", "upheld", "overturned"] as const
export type AppealState = (typeof appealStates)[number]

/** States of a period's figures on the page of transparency; `superseded`: by later ones of the same period. */
export const transparencyStates = ["draft", "published", "superseded"] as const
export type TransparencyState = (typeof transparencyStates)[number]

/** Answers to the question in confidence whether somebody else controls what is theirs. */
export const helpAnswers = ["yes", "no", "unsaid"] as const
export type HelpAnswer = (typeof helpAnswers)[number]

/** States of such an answer: `noted`: it asks for nothing. */
export const helpStates = ["open", "done", "noted"] as const
export type HelpState = (typeof helpStates)[number]

/** Rules of a country for a use: `age_gate` asks visitors for their age whatever the deployment does. */
export const countryRules = ["allow", "age_gate", "block"] as const
export type CountryRule = (typeof countryRules)[number]

/** Rules of every use but visiting. */
export const useRules = ["allow", "block"] as const
export type UseRule = (typeof useRules)[number]

/** States of a change that takes two people; `refused` by the second one, `withdrawn` by its author. */
export const countryChangeStates = ["pending", "confirmed", "refused", "withdrawn", "expired"] as const

/** Entries of an owner's calendar. */
export const calendarEntryKinds = ["off", "tour"] as const
export type CalendarEntryKind = (typeof calendarEntryKinds)[number]

/**
 * Reasons why an owner's calendar elsewhere was not read: no answer or one that says so, an address that is none of the internet's, more
 * than a megabyte, no iCalendar file.
 */
export const calendarErrors = ["unreachable", "refused", "too_large", "unreadable"] as const
export type CalendarError = (typeof calendarErrors)[number]

/** The headings that questions stand under, in the page's order. */
export const faqTopics = ["account", "membership", "profiles", "safety"] as const
export type FaqTopic = (typeof faqTopics)[number]

/** The mails that a member may do without, by kind; every other one was asked for, or keeps the account safe. */
export const mailKinds = ["sign-ins", "messages", "searches", "updates"] as const
export type MailKind = (typeof mailKinds)[number]

/** Price intervals, as Stripe names them; a quarter is three months. */
export const priceIntervals = ["month", "year"] as const
export type PriceInterval = (typeof priceIntervals)[number]

/** States of a plan and of a price: `draft` is not for sale yet; `retired` is no longer, and stays with those who pay it. */
export const saleStates = ["draft", "active", "retired"] as const
export type SaleState = (typeof saleStates)[number]

/** An invoice's states. Drafts are not stored. */
export const invoiceStatuses = ["open", "paid", "void", "uncollectible"] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

/** The states of pictures and videos in which staff list them: `ready` awaits review, `reported` is hidden by a report. */
export const reviewedStates = ["ready", "approved", "reported", "rejected"] as const

/** Why a picture or video was not approved. The system writes `unprocessable`, staff the others. */
export const mediaReasons = [
  "unprocessable",
  "quality",
  "not_depicted",
  "contact_details",
  "explicit",
  "copyright",
  "rules",
] as const
export type MediaReason = (typeof mediaReasons)[number]

/**
 * How a picture or video ended: withheld for safety, taken down or not approved by staff, removed by its owner, or
 * removed by its owner while a report hid it.
 */
export const mediaEndings = ["quarantined", "taken_down", "rejected", "removed", "reported"] as const

/** Kinds of a media item. */
export const mediaKinds = ["photo", "video"] as const

/** Who sees a media item; `hidden`: a video that only its owner sees. */
export const mediaVisibilities = ["public", "private", "hidden"] as const

/** States of an application in which staff see it: a draft is its author's alone. */
export const submittedApplicationStates = [
  "submitted",
  "in_review",
  "changes_requested",
  "accepted",
  "declined",
  "withdrawn",
] as const

/** States of an application. */
export const applicationStates = ["draft", ...submittedApplicationStates] as const

/** Kinds of staff's changes of a member's billing. */
export const billingActionKinds = ["refund", "grant", "grant_end", "replay"] as const

/** States of an export or erasure that a user has requested. */
export const dataRequestStates = ["requested", "running", "done", "partly_held", "cancelled", "failed"] as const

/** Roles beyond the `root` group's (trust-safety R24). */
export const grantableRoles = [
  "trust_lead",
  "moderator",
  "verifier",
  "support",
  "finance",
  "editor",
  "auditor",
] as const

/** The legal pages, in the order in which the site lists them; their slugs are `legal/{name}`. */
export const legalPages = ["notice", "cgu", "terms", "use", "privacy"] as const

/** Items of the launch that the owner records (trust-safety R31). */
export const recordedItems = ["legal_entity", "contact_points", "counsel", "dpia", "child_safety", "countries"] as const
export type RecordedItem = (typeof recordedItems)[number]

/** The days of a weekly rhythm, from Monday, and the parts of a day: never exact hours (trust-safety R11). */
export const weekDays = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const
export const dayParts = ["morning", "afternoon", "evening"] as const
