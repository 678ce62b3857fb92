import * as z from "zod"
import type { TransparencyState } from "~/db/enums"
import { lineDraft } from "../../core/shared/text"
import type { Figures, Shown, ShownFigures } from "./figures"
import { maxReason, periodPattern } from "./periods"

export const Period = z.string().regex(periodPattern)

/** A draft: the reasons, in each language, are needed where the period is published already. */
export const TransparencyDraftForm = z.object({
  period: Period,
  reason_en: lineDraft(maxReason).default(""),
  reason_fr: lineDraft(maxReason).default(""),
})
export type TransparencyDraftForm = z.infer<typeof TransparencyDraftForm>

const maxRecipients = 1_000_000_000
const emptyIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value)

/** The statement of the owner at publication; null: the page leaves it out. */
export const PublicationForm = z.object({
  recipients: z.preprocess(
    emptyIsNull,
    z.coerce
      .number({ error: "number_range" })
      .int({ error: "number_range" })
      .min(0, { error: "number_range" })
      .max(maxRecipients, { error: "number_range" })
      .nullable()
      .default(null),
  ),
})
export type PublicationForm = z.infer<typeof PublicationForm>

/** A period as the staff's list shows it. Times are epoch ms. */
export interface PeriodLine {
  id: string
  period: string
  state: TransparencyState
  drafted_at: number
  published_at: number | null
}

/** A period's figures as staff see them: whole, and as the public sees them or would. */
export interface DeskFigures extends PeriodLine {
  figures: Figures
  shown: ShownFigures
  /** Why they replace published ones, by locale; null for the first of the period. */
  reason: Record<string, string> | null
  recipients: number | null
}

/** A published period. */
export interface PublishedFigures {
  period: string
  published_at: number
  shown: ShownFigures
  /** Why they replaced others, in the reader's language. */
  reason: string | null
  recipients: Shown | null
}
