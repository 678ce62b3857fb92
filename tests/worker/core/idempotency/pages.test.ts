import { env } from "cloudflare:workers"
import * as build from "virtual:remix/server-build"
import { count, eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { depictedPeople, outboxEmails, ticketMessages, tickets } from "~/db/schema"
import type { Actor } from "~/domain/core/actor/actor"
import { createSingleRequest } from "~/domain/core/idempotency/single-request.server"
import { createCtx } from "../../../../worker/context"
import { fetchApp, withAccess } from "../../helpers/app"
import { mailsTo, takeWoken } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { db } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

afterEach(() => {
  takeWoken()
})

/** Sends a form, loses the answer, and sends it again: returns both responses. */
async function sendTwice(
  member: Pick<Awaited<ReturnType<typeof insertMember>>, "submit">,
  path: string,
  fields: Record<string, string>,
) {
  const sent = { ...fields, request_id: crypto.randomUUID() }
  const first = await member.submit(path, sent)
  const second = await member.submit(path, sent)
  expect([second.status, second.headers.get("Location")]).toEqual([first.status, first.headers.get("Location")])
  expect(first.status).toBeLessThan(400)
  return { first, second, sent }
}

describe("a form whose answer was lost and that is sent again", () => {
  test("a form of contact opens one ticket, and its reply is one message", async () => {
    const member = await insertMember()
    const { first } = await sendTwice(member, "/contact", { category: "other", message: "Where is the switch?" })
    const rows = await db.select().from(tickets).where(eq(tickets.userId, member.user.id))
    expect(rows).toHaveLength(1)
    const path = first.headers.get("Location") ?? ""
    await sendTwice(member, path, { intent: "reply", message: "And the door?" })
    const messages = await db
      .select()
      .from(ticketMessages)
      .where(eq(ticketMessages.ticketId, rows[0]?.id ?? ""))
    expect(messages.map(({ body }) => body)).toEqual(["Where is the switch?", "And the door?"])
  })

  test("a change of the e-mail address sends its mails once", async () => {
    const member = await insertMember()
    const email = `new-${member.user.id.toLowerCase()}@example.org`
    await sendTwice(member, "/profile/settings/email", { intent: "email", email })
    const mails = await db.select({ rows: count() }).from(outboxEmails).where(eq(outboxEmails.recipient, email))
    expect(mails[0]?.rows).toBe(1)
    expect(await mailsTo(member.user.email)).toHaveLength(1)
  })

  test("a person of one's photos is added once", async () => {
    const owner = await insertOwner()
    await sendTwice(owner, "/profile/escort/people", { intent: "add", label: "My sister" })
    const people = await db.select().from(depictedPeople).where(eq(depictedPeople.profileId, owner.profile.id))
    expect(people).toHaveLength(1)
  })

  test("a form that was refused is carried out once it is corrected, and one with other content is refused where it is", async () => {
    const member = await insertMember()
    const request_id = crypto.randomUUID()
    const category = "other"
    expect((await member.submit("/contact", { category, message: "", request_id })).status).toBe(422)
    expect((await member.submit("/contact", { category, message: "One", request_id })).status).toBe(302)
    const other = await member.submit("/contact", { category, message: "Two", request_id })
    expect(other.status).toBe(422)
    const html = await other.text()
    expect(html).toContain("This form has already been sent, with other content")
    expect(html).toContain("Two")
    expect(await db.select().from(tickets).where(eq(tickets.userId, member.user.id))).toHaveLength(1)
  })

  test("twins that arrive together have one effect and one answer", async () => {
    const member = await insertMember()
    const sent = { category: "other", message: "Twice", request_id: crypto.randomUUID() }
    const responses = await Promise.all([1, 2, 3].map(() => member.submit("/contact", sent)))
    expect(new Set(responses.map(({ status, headers }) => `${status} ${headers.get("Location")}`)).size).toBe(1)
    expect(await db.select().from(tickets).where(eq(tickets.userId, member.user.id))).toHaveLength(1)
  })
})

/** Returns the patterns of the pages that have an action. */
const actions = Object.values(build.routes).flatMap((route) => {
  if (!route?.module.action || route.id === "routes/not-found") return []
  const parts: string[] = []
  for (let one: typeof route | undefined = route; one; one = build.routes[one.parentId ?? ""]) {
    if (one.path) parts.unshift(one.path)
  }
  return [{ path: `/${parts.join("/")}`, isIndex: route.index === true }]
})

describe("every page with an action", () => {
  test("every page with an action answers a form that was sent before with what was stored, and runs nothing", async () => {
    const staff = await insertStaffMember("owner")
    const actor = { kind: "staff", user: { id: staff.user.id } } as unknown as Actor
    const ctx = { ...createCtx(env, openDatabase(env.DB, "first-primary").db, () => {}), actor }
    expect(actions.length).toBeGreaterThan(55)
    const wrong: unknown[] = []
    for (const { path, isIndex } of actions) {
      const address = path.replace(/:\w+/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV")
      const key = crypto.randomUUID()
      const request = createSingleRequest(ctx)
      await request.begin({ action: `POST ${address}`, key, content: JSON.stringify([["intent", "anything"]]) })
      const stored = { status: 302, headers: [["Location", "/stored"]], text: "", cookies: [] }
      await request.finish(JSON.stringify(stored))
      const response = await staff.submit(`${address}${isIndex ? "?index" : ""}`, {
        intent: "anything",
        request_id: key,
      })
      if (response.headers.get("Location") !== "/stored") wrong.push([path, response.status])
    }
    expect(wrong).toEqual([])
  })
})

describe("a page's forms", () => {
  test("the form of each page of a member has an id of its own, and a page that is cached has none", async () => {
    const member = await insertMember()
    const ids = async (html: string) => [...html.matchAll(/name="request_id" value="([^"]+)"/g)].map(([, id]) => id)
    const settings = await ids(await (await member.open("/profile/settings")).text())
    expect(settings.length).toBeGreaterThan(2)
    expect(new Set([...settings, ...(await ids(await (await member.open("/profile/settings")).text()))]).size).toBe(
      2 * settings.length,
    )
    for (const path of ["/", "/escorts", "/about", "/faq", "/legal/terms"])
      expect([path, await ids(await (await fetchApp(path, await withAccess())).text())]).toEqual([path, []])
  })
})
