import * as z from "zod"
import { proposedDecisions } from "~/db/schema/moderation/second-look"
import { epochMs } from "./schemas"

/** A decision of a new reviewer, as an operation returns it. */
export const Proposal = z
  .object({
    id: z.string().meta({ description: "Required to confirm it" }),
    field: z
      .string()
      .meta({ description: "The edit's; empty for the whole profile, `media:` and an id for a photo or video" }),
    decision: z.enum(proposedDecisions),
    reason: z.string().nullable(),
    comment: z.string().nullable(),
    proposed_by: z.string().nullable().meta({ description: "A name" }),
    proposed_at: epochMs,
    is_yours: z.boolean().meta({ description: "Somebody else has to confirm it" }),
  })
  .meta({ id: "ReviewProposal" })

/** How many first decisions of the caller somebody else has looked at. */
export const SecondLook = z.object({ done: z.number().int(), needed: z.number().int() }).nullable().meta({
  description: "Your first decisions are proposals: how many a colleague has looked at. Null: you decide alone",
})
