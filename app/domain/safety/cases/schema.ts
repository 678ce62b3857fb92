import * as z from "zod"
import type {
  AppealState,
  CaseState,
  CaseSubject,
  DecisionKind,
  DecisionState,
  ProfileTextName,
  ReportState,
} from "~/db/enums"
import type { Locale } from "~/i18n/locales"
import { Tick } from "../../core/shared/checkbox"
import { multilineText } from "../../core/shared/text"
import { policySlugs } from "../../decisions/kinds"
import type { RuleStrikes } from "../../decisions/strikes"
import type { ReasonTemplate } from "../../decisions/templates"
import type { Pass } from "../../media/schema"
import type { Priority, ReportCategory } from "../categories"
import { hours } from "../sanctions/schema"
import type { CaseQuestion } from "./questions/schema"

/** The end of a case without action; `unfounded`, manifestly, counts against the members who reported it (trust-safety R38). */
export const DismissalForm = z.object({ reason: multilineText(1_000), unfounded: Tick })
export type DismissalForm = z.infer<typeof DismissalForm>

/** Sanctions of the member whom a case is about, as it ends; `close` proposes it to a second person. */
const caseSanctions = ["none", "warn", "limit", "suspend", "close"] as const
type CaseSanction = (typeof caseSanctions)[number]

/**
 * The end of a case with action; `removes` takes down a picture, video, text or profile that is not hidden yet. A sanction has the same reason. The
 * decisions cite `policy`, or else the rule that the case's category invokes.
 */
export const ActionForm = z
  .object({
    reason: multilineText(1_000),
    removes: Tick,
    sanction: z.enum(caseSanctions).default("none"),
    hours: hours.optional(),
    policy: z.enum(policySlugs).optional(),
  })
  .refine(({ sanction, hours }) => (sanction !== "limit" && sanction !== "suspend") || hours !== undefined, {
    path: ["hours"],
    error: "required",
  })
export type ActionForm = z.infer<typeof ActionForm>

/** A note that staff leave for each other. */
export const NoteForm = z.object({ note: multilineText(2_000) })
export type NoteForm = z.infer<typeof NoteForm>

/** A case in a list. Times are epoch ms. */
export interface CaseLine {
  reference: string
  category: ReportCategory
  priority: Priority
  state: CaseState
  /** The kind of its subject, and its name: of a member, of a profile, an address. */
  subject_kind: CaseSubject
  subject: string
  /** The one text of the profile that it is about. */
  text: ProfileTextName | null
  /** How many reports it has. */
  reports: number
  due_at: number
  is_overdue: boolean
  /** Until when its deadline is paused at most, while somebody is asked; null: it is not. `due_at` includes that time. */
  waiting_until: number | null
  /** All its reports are probably a bot's. */
  is_suspect: boolean
  /** Who works on it now. */
  claim: { name: string; is_yours: boolean; until: number } | null
  created_at: number
  updated_at: number
}

/** A report of a case. */
export interface CaseReport {
  reference: string
  category: ReportCategory
  priority: Priority
  state: ReportState
  /** The reported page, as typed. */
  about: string
  /** The text of that profile that is meant. */
  text: ProfileTextName | null
  details: string
  /** Null for an anonymous report. */
  email: string | null
  locale: string
  is_suspect: boolean
  /** Whether it copied messages, which are read apart. */
  has_messages: boolean
  /** Whether a member reported it, by name. */
  is_of_member: boolean
  created_at: number
}

export interface CaseNote {
  /** Null once who wrote it is erased. */
  author: string | null
  body: string
  created_at: number
}

/** A decision about a member or what is theirs. */
export interface PastDecision {
  reference: string
  kind: DecisionKind
  state: DecisionState
  appeal: AppealState | null
  created_at: number
}

/** A text in each of its languages. */
export type TextByLanguage = Partial<Record<Locale, string>>

/** A case as staff decide it. */
export interface Case extends CaseLine {
  media: {
    id: string
    kind: "photo" | "video" | null
    /** Null once it is deleted. */
    state: string | null
    width: number
    height: number
    pass: Pass | null
  } | null
  /** The text that it is about, as the public sees it and as it is hidden; null where it is about something else. */
  texts: { live: TextByLanguage; hidden: TextByLanguage } | null
  /** State of the profile that it is about; null where it is about something else, and once it is deleted. */
  profile_state: string | null
  /** The profile that it is, or belongs to. */
  profile_id: string | null
  /** The member whom it is about. */
  member_id: string | null
  /** Its reports hide the picture, video, text or profile until it is decided. */
  is_hidden_by_it: boolean
  /** Whether `removes` would take something down. */
  may_remove: boolean
  /** Sanctions that the reader may give the member as the case ends; none without one, for staff, and for those who have it already. */
  sanctions: Exclude<CaseSanction, "none">[]
  /** The rules that a decision may cite, with the member's strikes; none where the end of the case restricts nobody. */
  rules: RuleStrikes[]
  /** The latest ones; `reports` counts all. */
  latest_reports: CaseReport[]
  /** Templates of reasons, with texts in `recipient_locale`: the member's language, or that of its first report. */
  templates: ReasonTemplate[]
  recipient_locale: string
  notes: CaseNote[]
  questions: CaseQuestion[]
  history: {
    /** Other cases about the same subject, or the same member. */
    cases: Pick<CaseLine, "reference" | "category" | "priority" | "state" | "created_at">[]
    decisions: PastDecision[]
    /** Rules under which the member has strikes; null where the reader may not read members. */
    strikes: RuleStrikes[] | null
  }
  closed_by: string | null
  closing_reason: string | null
  is_unfounded: boolean
}
