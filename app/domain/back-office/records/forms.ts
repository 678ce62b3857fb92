import * as z from "zod"
import { multilineDraft } from "../../core/shared/text"

const id = z.string().min(1).max(64)

/** An act on selected records; their ids are the form's `ids`. */
export const SelectionForm = z.object({ ids: id, reason: multilineDraft(1_000).optional() })

export const MoveForm = z.object({ id, target: id, side: z.enum(["before", "after"]) })

/** The version of a record that its editor saw, as a form has it. */
export const Version = z.coerce.number().int().min(0)

export const RemovalForm = z.object({ version: Version })

export const RestoreForm = z.object({ revision: id, version: Version })
