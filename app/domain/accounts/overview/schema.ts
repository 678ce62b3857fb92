import type { OwnProfile, Restriction } from "../../core/actor/actor"

export interface NextStep {
  name: "email" | "avatar" | "second_factor"
  to: string
  is_done: boolean
}

/** The member area's first page. Times are epoch ms. */
export interface Overview {
  name: string
  avatar: string | null
  email: string
  plan: {
    is_premium: boolean
    /** Where premium access comes from. */
    source: "profile" | "staff" | "subscription" | "none"
    status: "active" | "trialing" | "past_due" | null
    trial_ends_at: number | null
    ends_at: number | null
  }
  /** Why what the plan opens is closed, with the rest of the account; null: it is not. */
  restriction: Restriction | null
  profile:
    | (Pick<OwnProfile, "slug" | "state"> & {
        name: string
        /** Null if it may not be shown. */
        cover: { id: string; color: string } | null
        /** How many things stand between it and its publication. */
        missing: number
        /** When they must have confirmed their identity again; null: nothing is to be said of it, or the reader is staff. */
        identity_due_at: number | null
      })
    | null
  /** The latest sign-in before this one. */
  last_sign_in: { at: number; device: string; country: string | null } | null
  steps: NextStep[]
}
