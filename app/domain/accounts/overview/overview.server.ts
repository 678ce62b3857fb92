import { hasPermission, impersonationOf, isPremium } from "../../core/actor/actor"
import { requireSession } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { renewalWindow } from "../../verification/identity/policy"
import { deviceName } from "../sessions/device"
import { type Facts, type OverviewRows, type ProfileRow, selectOverview } from "./queries.server"
import type { NextStep, Overview } from "./schema"

/** Suggested next steps of a member, in order. A feature with a step of its own adds a line. */
const steps: { name: NextStep["name"]; to: string; isDone: (facts: Facts) => boolean }[] = [
  // Always done: accounts exist only with a confirmed e-mail.
  { name: "email", to: "/profile/settings/email", isDone: () => true },
  { name: "avatar", to: "/profile/settings/profile", isDone: (facts) => facts.avatar_version !== null },
  { name: "second_factor", to: "/profile/settings/two-factor", isDone: (facts) => facts.has_second_factor === 1 },
]

/** Returns the statements that the actor's overview needs. */
export function overviewStatements(ctx: Ctx) {
  const { user, session } = requireSession(ctx)
  return selectOverview({ userId: user.id, familyId: session.familyId, isEnrolled: session.isEnrolled })
}

/** Converts the rows of those statements to the actor's overview. */
export function toOverview(ctx: Ctx, { facts, subscription, profile, signIn }: OverviewRows): Overview {
  const { user, session } = requireSession(ctx)
  const { name, avatar, email } = user
  // Staff who see the account read nothing of its payments and sessions.
  const isImpersonated = impersonationOf(ctx.actor) !== null
  const paid = isImpersonated ? undefined : subscription
  return {
    name,
    avatar,
    email,
    plan: {
      is_premium: isPremium(user),
      source: user.profile ? "profile" : hasPermission(user) ? "staff" : isPremium(user) ? "subscription" : "none",
      status: paid?.stripe_status ?? null,
      trial_ends_at: paid?.trial_ends_at ?? null,
      ends_at: paid?.ends_at ?? null,
    },
    restriction: session.restriction,
    profile: profile ? toProfile(isImpersonated ? { ...profile, identity_due_at: null } : profile, ctx.now()) : null,
    last_sign_in:
      signIn && !isImpersonated
        ? { at: signIn.created_at, device: deviceName(signIn.user_agent), country: signIn.country }
        : null,
    steps: facts ? steps.map(({ name, to, isDone }) => ({ name, to, is_done: isDone(facts) })) : [],
  }
}

function toProfile(
  { name, slug, state, missing, identity_due_at: dueAt, ...row }: ProfileRow,
  now: number,
): NonNullable<Overview["profile"]> {
  // Pictures of an unpublished profile are not served.
  const cover =
    state === "published" && row.cover_media_id && row.cover_color
      ? { id: row.cover_media_id, color: row.cover_color }
      : null
  const due = dueAt === null ? null : { at: dueAt, is_soon: dueAt - now <= renewalWindow }
  return { name, slug, state, cover, missing, identity_due: due }
}
