import * as z from "zod"
import { DAY } from "~/lib/time"
import { Accepted } from "../../core/shared/checkbox"
import { lineText } from "../../core/shared/text"

/** The page whose text is the agreement (scripts/seed/content). */
export const agreementPage = "agreement/provider"

/** How long after a new version a signature of the version before still allows uploads (trust-safety R8), ms. */
export const agreementGrace = 30 * DAY

/** The agreement with the people listed, as an owner reads it. Times are epoch ms. */
export interface Agreement {
  title: string
  /** Safe HTML, in `locale`. */
  html: string
  locale: string
  version: number
  /** The latest signature. */
  signed_version: number | null
  signed_at: number | null
  /** When uploads end without a signature of this version; null: they do not. */
  uploads_until: number | null
}

const fields = { version: z.coerce.number().int().min(1), name: lineText(120).min(2) }

/** A signature: the version that was read, and the typed name. */
export const AgreementSignature = z.object({ ...fields, accepts: z.literal(true) })
export type AgreementSignature = z.infer<typeof AgreementSignature>

export const AgreementForm = z.object({ ...fields, accepts: Accepted })
