import * as z from "zod"
import { Accepted } from "../../core/shared/checkbox"
import { Confirmation, Refusal, StaffReason } from "./schema"

const id = z.string().min(1).max(40)
const emptyIsNull = (value: unknown) => (typeof value === "string" && value.trim() === "" ? null : value)

/** The forms of staff's desk of identity checks. */
export const ConfirmForm = z
  .object({
    id,
    reason: Confirmation.shape.reason,
    is_adult: Accepted,
    first_name: Confirmation.shape.first_name,
    last_name: Confirmation.shape.last_name,
    birth_date: Confirmation.shape.birth_date,
    document_month: z.preprocess(emptyIsNull, Confirmation.shape.document_month),
  })
  .transform(({ id, ...rest }) => ({ id, confirmation: { ...rest, is_adult: true as const } }))

export const RefuseForm = Refusal.extend({ id })
export const ReasonForm = StaffReason.extend({ id })
