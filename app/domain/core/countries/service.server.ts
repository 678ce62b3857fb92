import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { requireStaff, requireStaffProof } from "../actor/guards"
import { auditEntry } from "../audit/entries.server"
import type { Ctx } from "../context"
import type { Place } from "../shared/lane"
import { countryCodes } from "./codes"
import { countryUses, openRules } from "./policy"
import * as queries from "./queries.server"
import type { ChangeForm, Country, CountryChange } from "./schema"

/** How long (ms) a change waits for a second person, as a closure does (trust-safety R17). */
const lifetime = 7 * DAY
const shownChanges = 30

const target = (id: string) => ({ kind: "country-changes", id })

/** Lists every country with its rules: Tor and the unknown one first. Throws what `requireStaff` does. */
export async function listCountries(ctx: Ctx): Promise<Country[]> {
  requireStaff(ctx, "countries.read")
  const { decided, pending } = await queries.findCountries(ctx.db, ctx.now())
  const rows = new Map(decided.map((row) => [row.country, row]))
  const waiting = new Map(pending.map(({ id, country }) => [country, id]))
  return countryCodes.map((country) => ({
    ...openRules,
    version: 0,
    updated_at: null,
    ...rows.get(country),
    country,
    pending_id: waiting.get(country) ?? null,
  }))
}

/** Returns a country. Throws what `requireStaff` does, and `request.not_found` for an unknown code. */
export async function getCountry(ctx: Ctx, code: string): Promise<Country> {
  const found = (await listCountries(ctx)).find(({ country }) => country === code)
  if (!found) throw new AppError("request.not_found")
  return found
}

/** Lists the latest changes of a country, latest first. Throws what `requireStaff` does. */
export async function listCountryChanges(ctx: Ctx, code: string): Promise<CountryChange[]> {
  requireStaff(ctx, "countries.read")
  return queries.findChanges(ctx.db, code, shownChanges)
}

/**
 * Proposes rules for a country, which a second person confirms within seven days: until then nothing changes. Returns the
 * change's id. Throws what `requireStaffProof` does, `request.not_found` for an unknown code, `countries.unchanged`,
 * `countries.change_pending` while another change of the country waits, and `conflict.changed` if its rules were changed.
 */
export async function proposeChange(
  ctx: Ctx,
  code: string,
  { version, reason, ...rules }: ChangeForm,
): Promise<string> {
  const { user } = requireStaffProof(ctx, "countries.propose")
  const before = await getCountry(ctx, code)
  if (before.pending_id) throw new AppError("countries.change_pending")
  if (before.version !== version) throw new AppError("conflict.changed")
  if (countryUses.every((use) => before[use] === rules[use])) throw new AppError("countries.unchanged")
  const now = ctx.now()
  const id = newId(now)
  const change = { ...rules, id, country: code, version, reason, staffId: user.id, expiresAt: now + lifetime }
  const [, proposed] = await ctx.db.batch([
    queries.expireChanges(ctx.db, now),
    queries.insertChange(ctx.db, change, now),
    auditEntry(ctx, { action: "country.propose", target: target(id), reason, details: { country: code, ...rules } }),
  ])
  if (proposed.meta.changes > 0) return id
  const { pending_id } = await getCountry(ctx, code)
  throw new AppError(pending_id ? "countries.change_pending" : "conflict.changed")
}

/**
 * Puts a change that a colleague proposed in force: everywhere within five seconds. Throws what `requireStaffProof` does,
 * `request.not_found`, `countries.second_person` for the actor's own, and `conflict.changed` for one that is over.
 */
export async function confirmChange(ctx: Ctx, id: string): Promise<void> {
  const { change, by } = await requireChange(ctx, id)
  if (change.staffId === by) throw new AppError("countries.second_person")
  const now = ctx.now()
  const { country, visit, list, pay, contact } = change
  const details = { country, visit, list, pay, contact, proposedBy: change.staffId }
  const [confirmed] = await ctx.db.batch([
    queries.confirmChange(ctx.db, id, by, now),
    auditEntry(ctx, { action: "country.confirm", target: target(id), reason: change.reason, details }),
    queries.applyChange(ctx.db, id, by, now),
  ])
  if (confirmed.meta.changes === 0) throw new AppError("conflict.changed")
}

/**
 * Ends a change, which then changes nothing: its author withdraws it, a colleague refuses it. Throws what
 * `requireStaffProof` does, `request.not_found`, and `conflict.changed` for one that is over.
 */
export async function dropChange(ctx: Ctx, id: string): Promise<void> {
  const { change, by } = await requireChange(ctx, id)
  const state = change.staffId === by ? "withdrawn" : "refused"
  const action = state === "withdrawn" ? "country.withdraw" : "country.refuse"
  const [dropped] = await ctx.db.batch([
    queries.dropChange(ctx.db, id, { state, staffId: by }, ctx.now()),
    auditEntry(ctx, { action, target: target(id), details: { country: change.country } }),
  ])
  if (dropped.meta.changes === 0) throw new AppError("conflict.changed")
}

/** Returns a change, and who looks at it. */
async function requireChange(ctx: Ctx, id: string) {
  const { user } = requireStaffProof(ctx, "countries.confirm")
  const change = await queries.findChange(ctx.db, id)
  if (!change) throw new AppError("request.not_found")
  if (change.state !== "pending" || change.expiresAt <= ctx.now()) throw new AppError("conflict.changed")
  return { change, by: user.id }
}

/** Ends the changes that nobody confirmed in time. */
export async function sweepCountryChanges(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  await queries.expireChanges(ctx.db, ctx.now())
  return null
}
