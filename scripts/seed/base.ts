import { siteScope } from "../../app/db/content-scopes.ts"
import { accounts, colleagueAccount, colleagues, hashPassword } from "./accounts.ts"
import { buildMembership } from "./billing/plans.ts"
import { buildDesks } from "./desks.ts"
import { buildSubscribers } from "./figures/subscribers.ts"
import { buildTransparency } from "./figures/transparency.ts"
import { buildFoundation, type Foundation } from "./foundation.ts"
import { ulid } from "./ids.ts"
import { random } from "./random.ts"
import { day, type SeedOptions, type TableRow } from "./rows.ts"
import { buildTickets } from "./tickets.ts"

/** Rows that the demo's profiles refer to. */
export interface Base extends Foundation {
  /** The demo owner's. */
  ownerId: string
}

/** In force since then: the month that those who join, or apply to be listed, accept. */
const legalSince = Date.UTC(2026, 10, 1)

/** Builds everything before the profiles: the foundation, accounts, tickets and what else waits for staff. `epoch`: the content epoch to write. */
export function buildBase(options: Omit<SeedOptions, "pictures">, epoch: number): Base {
  const { seed, now } = options
  const createdAt = now - 560 * day
  const times = { created_at: createdAt, updated_at: createdAt }
  const ids = random(seed, "foundation")
  const newId = () => ulid(createdAt, ids)

  const members: TableRow[] = accounts.map((account) => ({
    table: "users",
    row: {
      id: newId(),
      email: account.email,
      name: account.name,
      password_hash: hashPassword(account, seed),
      email_verified_at: createdAt,
      locale: account.locale,
      ...times,
    },
  }))
  const [adminId, memberId, premiumId, ownerId] = members.map(({ row }) => row.id) as [string, string, string, string]
  const foundation = buildFoundation({ newId, edition: "demo", createdAt, legalSince })
  const rows: TableRow[] = [
    { table: "content_epoch", row: { id: 1, epoch } },
    { table: "content_changes", row: { scope: siteScope, epoch } },
    { table: "identity_modes", row: { livemode: 0 } },
    ...members,
    ...foundation.rows,
    { table: "user_groups", row: { user_id: adminId, group_id: foundation.rootId } },
    ...buildStaff(seed, adminId, createdAt),
    ...buildMembership({ newId, userId: premiumId, now }),
    ...buildSubscribers(options),
    ...buildTickets(options, memberId, adminId),
    ...buildDesks(options, foundation),
    ...buildTransparency(options),
  ]
  return { ...foundation, rows, ownerId }
}

/** Builds a member of staff for each role, and the roles that show the admin every page. */
function buildStaff(seed: number, adminId: string, createdAt: number): TableRow[] {
  const ids = random(seed, "staff")
  const grant = (userId: string, role: string): TableRow => ({
    table: "staff_grants",
    row: { id: ulid(createdAt, ids), user_id: userId, role, created_at: createdAt },
  })
  const people = colleagues.flatMap(({ role, name, locale }) => {
    const [id, account] = [ulid(createdAt, ids), colleagueAccount(role)]
    const times = { email_verified_at: createdAt, created_at: createdAt, updated_at: createdAt }
    const row = { id, email: account.email, name, password_hash: hashPassword(account, seed), locale, ...times }
    // The demo's moderator is no new one: their decisions need no second look (trust-safety R9).
    const looks = { table: "second_looks", row: { user_id: id, confirmed: 20, changed: 0 } }
    return [{ table: "users", row }, grant(id, role), ...(role === "moderator" ? [looks] : [])]
  })
  return [...people, grant(adminId, "trust_lead"), grant(adminId, "verifier")]
}
