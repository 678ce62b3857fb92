import { desc, eq } from "drizzle-orm"
import { identityChecks } from "~/db/schema"
import type { Identity } from "~/domain/verification/identity/schema"
import { ask, call, runJobs, takeJobs } from "../../helpers/mail"
import { sendEvent, stripe } from "../../helpers/payments"
import { db, withoutDecisionRules } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

interface Caller {
  call: (method: string, path: string, body?: unknown) => Promise<Response>
}

export const codeIn = async (response: Response) => (await response.json<{ code: string }>()).code

export async function identityOf({ call }: Caller): Promise<Identity> {
  return (await call("GET", "/me/identity")).json()
}

/** Starts the member's check over the API; returns the provider's page. */
export async function startCheck({ call }: Caller): Promise<string> {
  const response = await call("POST", "/me/identity/check")
  if (response.status !== 201) throw new Error(`Not started: ${response.status} ${await response.text()}`)
  return (await response.json<{ url: string }>()).url
}

/** Ends a check on the simulator's page, as a tester chooses. */
export async function choose(url: string, outcome: string): Promise<void> {
  const body = new URLSearchParams({ outcome })
  const response = await fetch(url, { method: "POST", body, redirect: "manual" })
  if (response.status !== 303 && response.status !== 302) throw new Error(`Not chosen: ${response.status}`)
}

/** Returns the provider's events of a check, oldest first. */
export async function eventsOfCheck(ref: string) {
  const events = await stripe.events.list({ limit: 100 }).autoPagingToArray({ limit: 1_000 })
  return events.filter(({ data }) => (data.object as { id?: string }).id === ref).toReversed()
}

/** Delivers all events of a check, and runs their jobs. */
export async function deliverCheck(ref: string): Promise<void> {
  for (const event of await eventsOfCheck(ref)) await sendEvent(event)
  await runJobs()
}

export async function checksOf(userId: string) {
  return db.select().from(identityChecks).where(eq(identityChecks.userId, userId)).orderBy(desc(identityChecks.id))
}

/** Starts a member's check, ends it as a tester chooses, and lets the events arrive. */
export async function check(member: Caller & { user: { id: string } }, outcome: string): Promise<string> {
  const url = await startCheck(member)
  await choose(url, outcome)
  const [row] = await checksOf(member.user.id)
  await deliverCheck(row?.sessionRef ?? "")
  return row?.sessionRef ?? ""
}

/** Inserts an owner whose own identity nobody has checked. */
export async function insertUnchecked() {
  const owner = await insertOwner("approved")
  await db.delete(identityChecks).where(eq(identityChecks.userId, owner.user.id))
  return owner
}

/** Inserts an owner whose check had the document of the simulator's adult, and gives it this end. */
export async function insertEnded(set: Partial<typeof identityChecks.$inferInsert>) {
  const owner = await insertUnchecked()
  await check(owner, "adult")
  await withoutDecisionRules(() => db.update(identityChecks).set(set).where(eq(identityChecks.userId, owner.user.id)))
  return owner
}

/** Adds a person to those in a member's photos, declares that a photo shows them, and returns their link. */
export async function depict({ call }: Caller, ...photos: string[]): Promise<{ person: string; token: string }> {
  const added = await call("POST", "/me/profile/people", { label: `Somebody ${Math.random()}` })
  const person = (await added.json<{ people: { id: string }[] }>()).people.at(-1)?.id ?? ""
  const { media } = await (await call("GET", "/me/profile/people")).json<{
    media: { id: string; people: { id: string }[] }[]
  }>()
  for (const photo of photos) {
    const shown = media.find(({ id }) => id === photo)?.people.map(({ id }) => id) ?? []
    await call("PUT", `/me/profile/media/${photo}/people`, { has_others: true, people: [...shown, person] })
  }
  const { url } = await (await call("POST", `/me/profile/people/${person}/links`)).json<{ url: string }>()
  return { person, token: url.slice(url.lastIndexOf("/") + 1) }
}

/** Ends the check of a person depicted as a tester chooses; returns it once they are back. */
export async function checkDepicted({ person, token }: { person: string; token: string }, outcome: string) {
  const { url } = await (await call(`/consents/${token}/identity`, {})).json<{ url: string }>()
  await choose(url, outcome)
  await ask(`/consent/${token}`)
  takeJobs()
  const [row] = await db
    .select()
    .from(identityChecks)
    .where(eq(identityChecks.personId, person))
    .orderBy(desc(identityChecks.id))
  if (!row) throw new Error("No check of the person")
  return row
}
