import { hashPassword, type OwnerState, ownerAccount, ownerStates } from "./accounts.ts"
import type { Base } from "./base.ts"
import { ulid } from "./ids.ts"
import { generateProfileAt } from "./profiles.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"

/** Beyond every profile of the listing, so that neither changes the other. */
const firstIndex = 2_000_000

/** An owner and everything of theirs; their profile is inserted as a draft, and moved to its state afterwards. */
export interface SeededOwner {
  state: OwnerState
  profileId: string
  rows: TableRow[]
}

/** Staff's reasons about the whole profile, and the decision that states them. */
const remarks: Partial<Record<OwnerState, { reason: string; comment: string; kind: string; policy: string }>> = {
  changes_requested: {
    reason: "unclear",
    comment: "Your introduction stops in the middle of a sentence.",
    kind: "profile_returned",
    policy: "quality",
  },
  rejected: {
    reason: "not_self",
    comment: "The pictures show several different people.",
    kind: "profile_refused",
    policy: "identity",
  },
  suspended: {
    reason: "contact_details",
    comment: "A telephone number stood in your introduction, twice.",
    kind: "profile_suspended",
    policy: "contact-details",
  },
}

/** Edits of the fields that await someone: English headlines. */
const edits: Partial<Record<OwnerState, { state: string; value: string; reason?: string; comment?: string }>> = {
  draft: { state: "draft", value: "Concerts, and the walk home" },
  submitted: { state: "pending", value: "Small concerts, long dinners" },
  in_review: { state: "pending", value: "Concerts in churches, and supper after" },
  changes_requested: {
    state: "returned",
    value: "The best evenings in",
    reason: "unclear",
    comment: "In which city? Please finish the sentence.",
  },
}

/** Builds an owner for each state that a profile of the listing is not in. */
export function buildOwnersInStates(options: SeedOptions, base: Base): SeededOwner[] {
  return ownerStates.map((state, at) => buildOwner(options, base, state, firstIndex + at))
}

function buildOwner(options: SeedOptions, base: Base, state: OwnerState, index: number): SeededOwner {
  const { seed, now } = options
  const ids = random(seed, "states", index)
  const account = ownerAccount(state)
  const wasPublished = ["paused", "suspended", "withdrawn"].includes(state)
  // Nobody has confirmed who the owner of the draft is: it shows the whole way.
  const isBegun = state === "draft"
  const rows = generateProfileAt(options, base, index)
    .filter(({ table }) => !isBegun || !["identity_checks", "agreement_signatures"].includes(table))
    .map(({ table, row }): TableRow => {
      if (table === "users") {
        return { table, row: { ...row, email: account.email, password_hash: hashPassword(account, seed) } }
      }
      if (table === "media" && state === "submitted" && row.kind === "photo" && row.position === 2) {
        return { table, row: { ...row, state: "ready" } }
      }
      if (table === "media" && isBegun) return { table, row: { ...row, has_others: null, declared_at: null } }
      if (table !== "profiles") return { table, row }
      const publishedAt = wasPublished ? (row.published_at ?? null) : null
      const verifiedAt = isBegun ? null : (row.verified_at ?? null)
      return { table, row: { ...row, published_at: publishedAt, verified_at: verifiedAt, available_until: null } }
    })
  const profileId = String(rows.find(({ table }) => table === "profiles")?.row.id)
  const edit = edits[state]
  if (edit) {
    const { value, reason = null, comment = null } = edit
    rows.push({
      table: "profile_edits",
      row: {
        profile_id: profileId,
        field: "headline.en",
        value: JSON.stringify(value),
        state: edit.state,
        version: ulid(now - day, ids),
        reason,
        comment,
        created_at: now - day,
        updated_at: now - day,
      },
    })
  }
  if (!isBegun) {
    const awaits = state === "submitted" || state === "in_review"
    rows.push({
      table: "profile_reviews",
      row: {
        profile_id: profileId,
        submitted_at: awaits ? now - day : null,
        claimed_by: null,
        claimed_until: null,
        reason: remarks[state]?.reason ?? null,
        comment: remarks[state]?.comment ?? null,
      },
    })
  }
  const remark = remarks[state]
  const profile = rows.find(({ table }) => table === "profiles")?.row
  if (remark && profile) {
    const { kind, policy, comment } = remark
    const decidedAt = Number(profile.updated_at)
    const id = ulid(decidedAt, ids)
    const rule = ruleOf(base, policy)
    rows.push({
      table: "decisions",
      row: {
        id,
        reference: `D-${id.slice(-8)}`,
        kind,
        user_id: profile.owner_id ?? null,
        subject_id: profileId,
        prior_state: state === "suspended" ? "published" : "in_review",
        policy_id: rule.id,
        ground: rule.ground,
        facts: comment,
        source: state === "suspended" ? "staff" : "review",
        is_automatic: 0,
        template: 1,
        state: "active",
        created_at: decidedAt,
        updated_at: decidedAt,
      },
    })
  }
  return { state, profileId, rows }
}

/** Returns the id of a rule of the foundation, and its texts as a decision keeps them. */
function ruleOf({ rows }: Base, slug: string): { id: string; ground: string } {
  const id = String(rows.find(({ table, row }) => table === "policies" && row.slug === slug)?.row.id)
  const texts = rows.filter(({ table, row }) => table === "policy_texts" && row.policy_id === id)
  return {
    id,
    ground: JSON.stringify(
      Object.fromEntries(texts.map(({ row: { locale, name, text } }) => [locale, { name, text }])),
    ),
  }
}
