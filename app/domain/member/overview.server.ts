import { sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { locales } from "~/i18n/locales"
import { deviceName } from "../accounts/sessions/device"
import { hasPermission, isPremium } from "../actor/actor"
import { requireSession } from "../actor/guards"
import type { Ctx } from "../context"
import type { NextStep, Overview, OwnProfilePart } from "./schema"

interface Facts {
  avatar_version: string | null
  has_second_factor: number
}

/** Suggested next steps of a member, in order. A feature with a step of its own adds a line. */
const steps: { name: NextStep["name"]; to: string; isDone: (facts: Facts) => boolean }[] = [
  // Always done: accounts exist only with a confirmed e-mail.
  { name: "email", to: "/profile/settings", isDone: () => true },
  { name: "avatar", to: "/profile/settings#profile", isDone: (facts) => facts.avatar_version !== null },
  { name: "second_factor", to: "/profile/settings/two-factor", isDone: (facts) => facts.has_second_factor === 1 },
]

/** Returns the actor's overview: one round trip. */
export async function getOverview(ctx: Ctx): Promise<Overview> {
  const { user, session } = requireSession(ctx)
  const [[facts], [subscription], [profile], texts, [signIn]] = await read(
    ctx.db,
    sql<Facts>`SELECT avatar_version,
        ${session.isEnrolled} AS has_second_factor
      FROM users WHERE id = ${user.id}`,
    sql<SubscriptionRow>`SELECT stripe_status, trial_ends_at, ends_at FROM subscriptions
      WHERE user_id = ${user.id} AND stripe_status IN ('active', 'trialing', 'past_due') AND type = 'premium' LIMIT 1`,
    sql<ProfileRow>`SELECT id, name, slug, state, verified_at, photo_count, private_photo_count, languages, cover_media_id, cover_color,
        EXISTS (SELECT 1 FROM profile_services WHERE profile_id = profiles.id) AS has_services
      FROM profiles WHERE owner_id = ${user.id}`,
    sql<{ locale: string }>`SELECT t.locale FROM profiles AS p JOIN profile_texts AS t ON t.profile_id = p.id
      WHERE p.owner_id = ${user.id} AND trim(t.about) <> ''`,
    sql<SignInRow>`SELECT created_at, user_agent, country FROM sessions
      WHERE user_id = ${user.id} AND family_id <> ${session.familyId} AND id = family_id ORDER BY created_at DESC LIMIT 1`,
  )
  const { name, avatar, email, unread_messages_count: unread } = user
  return {
    name,
    avatar,
    email,
    unread,
    plan: {
      is_premium: isPremium(user),
      source: user.profile ? "profile" : hasPermission(user) ? "staff" : isPremium(user) ? "subscription" : "none",
      status: subscription?.stripe_status ?? null,
      trial_ends_at: subscription?.trial_ends_at ?? null,
      ends_at: subscription?.ends_at ?? null,
    },
    profile: profile ? toProfile(profile, texts.length) : null,
    last_sign_in: signIn
      ? { at: signIn.created_at, device: deviceName(signIn.user_agent), country: signIn.country }
      : null,
    steps: facts ? steps.map(({ name, to, isDone }) => ({ name, to, is_done: isDone(facts) })) : [],
  }
}

interface SubscriptionRow {
  stripe_status: "active" | "trialing" | "past_due"
  trial_ends_at: number | null
  ends_at: number | null
}

interface ProfileRow {
  name: string
  slug: string
  state: NonNullable<Overview["profile"]>["state"]
  verified_at: number | null
  photo_count: number
  private_photo_count: number
  languages: string
  cover_media_id: string | null
  cover_color: string | null
  has_services: number
}

interface SignInRow {
  created_at: number
  user_agent: string
  country: string | null
}

function toProfile(row: ProfileRow, textCount: number): NonNullable<Overview["profile"]> {
  const isMissing: Record<OwnProfilePart, boolean> = {
    photos: row.photo_count === 0,
    texts: textCount < locales.length,
    services: row.has_services === 0,
    languages: row.languages === "",
    identity: row.verified_at === null,
  }
  const { name, slug, state } = row
  // Pictures of an unpublished profile are not served.
  const cover =
    state === "published" && row.cover_media_id && row.cover_color
      ? { id: row.cover_media_id, color: row.cover_color }
      : null
  const parts = Object.keys(isMissing) as OwnProfilePart[]
  return { name, slug, state, cover, missing: parts.filter((part) => isMissing[part]) }
}
