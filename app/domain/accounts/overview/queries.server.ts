import { desc, eq, sql } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { consents, type profiles, type sessions, type subscriptions } from "~/db/schema"
import type { RowOf } from "~/db/statements/row"

/** Facts that the next steps depend on. */
export interface Facts {
  avatar_version: string | null
  has_second_factor: number
}

interface SubscriptionRow extends RowOf<typeof subscriptions, "trial_ends_at" | "ends_at"> {
  stripe_status: "active" | "trialing" | "past_due"
}

export interface ProfileRow
  extends RowOf<typeof profiles, "name" | "slug" | "state" | "cover_media_id" | "cover_color"> {
  missing: number
  /** When the confirmed identity has to be confirmed again (epoch ms); null while another check is open, and after a refusal. */
  identity_due_at: number | null
}

type SignInRow = RowOf<typeof sessions, "created_at" | "user_agent" | "country">

/** Selects what the overview shows of a user, with the latest sign-in but this one (`familyId`). */
export function selectOverview({
  userId,
  familyId,
  isEnrolled,
}: {
  userId: string
  familyId: string
  isEnrolled: boolean
}) {
  return [
    sql<Facts>`SELECT avatar_version,
        ${isEnrolled} AS has_second_factor
      FROM users WHERE id = ${userId}`,
    sql<SubscriptionRow>`SELECT stripe_status, trial_ends_at, ends_at FROM subscriptions
      WHERE user_id = ${userId} AND stripe_status IN ('active', 'trialing', 'past_due') AND type = 'premium' LIMIT 1`,
    sql<ProfileRow>`SELECT name, slug, state, cover_media_id, cover_color,
        (SELECT count(*) FROM publication_problems WHERE profile_id = profiles.id) AS missing,
        (SELECT c.next_check_at FROM identity_checks AS c WHERE c.user_id = ${userId} AND c.status = 'verified'
          AND NOT EXISTS (SELECT 1 FROM identity_checks WHERE user_id = c.user_id
            AND status IN ('pending', 'processing', 'needs_input', 'refused', 'refused_age'))
          ORDER BY c.id DESC LIMIT 1) AS identity_due_at
      FROM profiles WHERE owner_id = ${userId}`,
    sql<SignInRow>`SELECT created_at, user_agent, country FROM sessions
      WHERE user_id = ${userId} AND family_id <> ${familyId} AND id = family_id ORDER BY created_at DESC LIMIT 1`,
  ] as const
}

/** The rows of `selectOverview`. */
export interface OverviewRows {
  facts: Facts | undefined
  subscription: SubscriptionRow | undefined
  profile: ProfileRow | undefined
  signIn: SignInRow | undefined
}

/** Query for a user's consents, newest first. */
export function selectConsents(db: Database, userId: string) {
  return db
    .select({ kind: consents.kind, version: consents.version, agreed_at: consents.createdAt })
    .from(consents)
    .where(eq(consents.userId, userId))
    .orderBy(desc(consents.id))
    .limit(20)
}
