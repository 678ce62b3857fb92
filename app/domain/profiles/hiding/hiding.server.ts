import { trustedJson } from "~/db/statements/json"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { maskEmail } from "../../accounts/mask-email"
import { hashMailbox, type Reader } from "../../chat/hiding/reader.server"
import { requireUser } from "../../core/actor/guards"
import type { Ctx } from "../../core/context"
import { mailboxOf } from "../../core/shared/mailbox"
import { maxHiddenCountries, maxHiddenPeople } from "./limits"
import * as queries from "./queries.server"
import type { HiddenLabel, HiddenPerson, Hiding, PersonForm, SeenFrom } from "./schema"

/** Returns the purpose of an encrypted label: no other profile's can stand in its place. */
export const labelPurpose = (profileId: string) => `hidden-person ${profileId}`

/** Returns from whom the actor's profile is hidden. Throws `auth.required`, and `request.not_found` without a profile. */
export async function getHiding(ctx: Ctx): Promise<Hiding> {
  const profileId = ownProfileId(ctx)
  const { hiddenFrom, people } = await findOwn(ctx)
  const open = async ({ id, label_sealed, created_at }: queries.PersonRow): Promise<HiddenPerson> => {
    const label = trustedJson<HiddenLabel>(await ctx.secrets.open(label_sealed, labelPurpose(profileId)))
    return { id, ...label, created_at }
  }
  return { countries: codesOf(hiddenFrom), people: await Promise.all(people.map(open)) }
}

/**
 * Hides the actor's profile from a country, in this request. Throws what `getHiding` does, `hiding.country_hidden` for one that it is
 * hidden from already, and `hiding.countries_full`.
 */
export async function hideFromCountry(ctx: Ctx, country: string): Promise<void> {
  await changeCountries(ctx, (codes) => {
    if (codes.includes(country)) throw new AppError("hiding.country_hidden")
    if (codes.length >= maxHiddenCountries)
      throw new AppError("hiding.countries_full", { values: { max: maxHiddenCountries } })
    return [...codes, country]
  })
}

/** Shows the actor's profile in a country again. Throws what `getHiding` does, and `request.not_found` if it is not hidden from it. */
export async function showToCountry(ctx: Ctx, country: string): Promise<void> {
  await changeCountries(ctx, (codes) => {
    if (!codes.includes(country)) throw new AppError("request.not_found")
    return codes.filter((code) => code !== country)
  })
}

/** Nothing waits for anybody else: what was changed at the same moment is read again. */
const maxAttempts = 5

async function changeCountries(ctx: Ctx, change: (codes: string[]) => string[]): Promise<void> {
  const profileId = ownProfileId(ctx)
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const { hiddenFrom: before } = await findOwn(ctx)
    const after = change(codesOf(before)).toSorted().join(" ")
    if (await queries.replaceCountries(ctx.db, profileId, { before, after })) return
  }
  throw new AppError("conflict.changed")
}

/**
 * Hides the actor's profile from whoever has this address, now or later, in this request: the same response whether or not anybody has it.
 * Throws what `getHiding` does, `hiding.own_address`, `hiding.person_hidden` for an address of a mailbox that it is hidden from already,
 * `hiding.people_full`, and `rate.limited`.
 */
export async function hideFromPerson(ctx: Ctx, { address, note }: PersonForm): Promise<void> {
  const user = requireUser(ctx)
  const profileId = ownProfileId(ctx)
  if (mailboxOf(address) === mailboxOf(user.email)) throw new AppError("hiding.own_address")
  await ctx.limit("workshop.save", user.id)
  const createdAt = ctx.now()
  const id = newId(createdAt)
  const label: HiddenLabel = { address: maskEmail(address), note }
  const [mailboxHash, labelSealed] = await Promise.all([
    hashMailbox(ctx, address),
    ctx.secrets.seal(JSON.stringify(label), labelPurpose(profileId)),
  ])
  const person = { id, profileId, mailboxHash, labelSealed, createdAt }
  const stored = await queries.insertPerson(ctx.db, person, maxHiddenPeople)
  if (stored === null) throw new AppError("hiding.people_full", { values: { max: maxHiddenPeople } })
  if (stored !== id) throw new AppError("hiding.person_hidden")
}

/** Shows the actor's profile to somebody again. Throws what `getHiding` does; `request.not_found` for anybody it is not hidden from. */
export async function showToPerson(ctx: Ctx, id: string): Promise<void> {
  const isShown = await queries.deletePerson(ctx.db, ownProfileId(ctx), id)
  if (!isShown) throw new AppError("request.not_found")
}

/**
 * Returns whether the actor's profile is public, and shown to somebody else: by the condition of the public pages. Throws what `getHiding`
 * does, and `request.not_found` for an unknown person.
 */
export async function getSeenFrom(ctx: Ctx, from: SeenFrom): Promise<{ isPublic: boolean; isShown: boolean }> {
  const profileId = ownProfileId(ctx)
  const visitor: Reader = { userId: null, ownProfileId: null, mailbox: null, country: null }
  if ("country" in from) return queries.findShown(ctx.db, profileId, { ...visitor, country: from.country })
  const person = (await findOwn(ctx)).people.find(({ id }) => id === from.person)
  if (!person) throw new AppError("request.not_found")
  return queries.findShown(ctx.db, profileId, { ...visitor, mailbox: person.mailbox_hash })
}

/** Returns the id of the profile that the actor edits, in whatever state it and their account are. */
function ownProfileId(ctx: Ctx): string {
  const { workshop } = requireUser(ctx)
  if (!workshop) throw new AppError("request.not_found")
  return workshop.id
}

async function findOwn(ctx: Ctx) {
  const found = await queries.findHiding(ctx.db, ownProfileId(ctx))
  if (!found) throw new AppError("request.not_found")
  return found
}

const codesOf = (hiddenFrom: string): string[] => (hiddenFrom === "" ? [] : hiddenFrom.split(" "))
