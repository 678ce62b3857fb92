import * as z from "zod"
import { GrantForm, ReasonForm, RefundForm } from "./schema"

const Id = z.string().min(1).max(64)

/** Euros as they are typed ("12", "12.50", "12,50"), in minor units; undefined for an empty field. */
const Amount = z
  .string()
  .trim()
  .regex(/^(\d{1,6}([.,]\d{1,2})?)?$/)
  .transform((typed) => (typed === "" ? undefined : Math.round(Number(typed.replace(",", ".")) * 100)))

/** The page's forms of staff's acts on a member's billing. */
export const RefundPageForm = RefundForm.extend({ id: Id, amount: Amount })
export const GrantPageForm = GrantForm.extend({ days: z.coerce.number().pipe(GrantForm.shape.days) })
export const ReplayPageForm = ReasonForm.extend({ id: Id })
