import * as z from "zod"
import type { stripeStatuses } from "~/db/schema/plans"
import type { profileStates } from "~/db/schema/profiles"

/** A signed-in user, in the fields of product-spec 3. It is also what `GET /api/auth/me` answers. */
export interface CurrentUser {
  id: string
  email: string
  name: string
  locale: string
  subscriptions: Subscription[]
  groups: Group[]
  profile: OwnProfile | null
  unread_messages_count: number
}

export interface Subscription {
  type: string
  stripe_status: (typeof stripeStatuses)[number]
  stripe_price: string | null
}

export interface Group {
  name: string
  /** Root means admin. */
  root: boolean
}

export interface OwnProfile {
  id: string
  slug: string
  state: (typeof profileStates)[number]
}

export interface SessionInfo {
  id: string
  familyId: string
  kind: "web" | "api"
  /** Epoch ms. */
  lastUsedAt: number
}

export type Actor =
  | { kind: "visitor" }
  | { kind: "member"; user: CurrentUser; session: SessionInfo }
  | { kind: "staff"; user: CurrentUser; session: SessionInfo }

export type SignedIn = Exclude<Actor, { kind: "visitor" }>

/** E-mails are compared in lower case, without the spaces around them. */
export const Email = z.string().trim().toLowerCase().max(254).pipe(z.email())

export const Credentials = z.object({ email: Email, password: z.string().min(1).max(128) })
export type Credentials = z.infer<typeof Credentials>
