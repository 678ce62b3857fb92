import * as z from "zod"
import { emptyIsAbsent } from "../../core/shared/text"
import { BlockedHash, type BlockedHashForm, MediaConfirmation, Rejection } from "./schema"

const Seen = { id: z.string().min(1).max(40), version: z.coerce.number().int().min(1) }
/** The forms of a page on which staff decide on photos and videos. */
export const ApprovalForm = z.object(Seen)
export const MediaConfirmationForm = MediaConfirmation.extend({ id: Seen.id })
export const RejectionForm = z.object({
  ...Seen,
  reason: z.preprocess(emptyIsAbsent, Rejection.shape.reason),
  comment: z.preprocess(emptyIsAbsent, Rejection.shape.comment),
})

/** A hash as it is typed or pasted: which of the two kinds it is, is chosen beside it. */
export const NewHashForm = z
  .object({
    list: BlockedHash.list,
    kind: z.enum(["sha256", "pdq"]),
    hash: z.string().trim().toLowerCase().pipe(BlockedHash.hash),
    note: BlockedHash.note,
  })
  .transform(({ kind, hash, ...rest }): BlockedHashForm => {
    return kind === "sha256" ? { ...rest, sha256: hash } : { ...rest, pdq: hash }
  })

export const HashRemoval = z.object({ id: Seen.id })
