import type { DecisionKind } from "~/db/enums"
import { DAY } from "~/lib/time"
import type { PolicySlug } from "./kinds"

/** How long a decision counts as a strike, in ms: twelve months (trust-safety R17). */
export const strikeLifetime = 365 * DAY

/** Decisions that are a strike where their rule is a breach: about what others saw, or about the member; not refusals before publication. */
export const strikeKinds = [
  "media_removed",
  "text_removed",
  "profile_suspended",
  "member_warned",
  "member_limited",
  "member_suspended",
  "member_closed",
] as const satisfies readonly DecisionKind[]

/** A step of the ladder, which it suggests. */
export type Step = { act: "warn" | "close" } | { act: "suspend"; days: number } | { act: "none" }

/** Severities of a rule: no breach, minor, serious, severe. */
export type Severity = 0 | 1 | 2 | 3

const ladders: Record<Severity, readonly Step[]> = {
  0: [{ act: "none" }],
  1: [{ act: "warn" }, { act: "warn" }, { act: "suspend", days: 7 }, { act: "suspend", days: 30 }, { act: "close" }],
  2: [{ act: "warn" }, { act: "suspend", days: 7 }, { act: "suspend", days: 30 }, { act: "close" }],
  3: [{ act: "suspend", days: 30 }, { act: "close" }],
}

/** Returns what is suggested for the next breach of a rule, after so many strikes: a suggestion, which no act follows by itself. */
export function nextStep(severity: Severity, strikes: number): Step {
  const steps = ladders[severity]
  return steps[Math.min(strikes, steps.length - 1)] ?? { act: "none" }
}

/** A rule with a member's strikes under it in the last twelve months. Times are epoch ms. */
export interface RuleStrikes {
  policy: PolicySlug
  /** In the reader's language. */
  name: string
  strikes: number
  /** When the latest one was decided; null without any. */
  latest_at: number | null
  /** When the earliest one stops to count; null without any. */
  counts_until: number | null
  next: Step
}
