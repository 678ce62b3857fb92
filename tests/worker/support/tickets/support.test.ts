import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog, ticketMessages, tickets } from "~/db/schema"
import type { Actor } from "~/domain/core/actor/actor"
import { sweepTickets } from "~/domain/support/tickets/service.server"
import { getDeskThread, listDeskTickets, replyToTicket } from "~/domain/support/tickets/staff.server"
import { newId } from "~/lib/id"
import { accessCookie, addCookie, en, fetchApp, form, fr, json, newAddress, withAccess } from "../../helpers/app"
import { staffCtx } from "../../helpers/applicant"
import { ask, call, deliverMails, linkIn, mailsTo, receive, runCron, submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { headingOf } from "../../helpers/page"
import { DAY, db } from "../../helpers/rows"

const texts = { category: "other", message: "Where is the light switch?" }
const good = { ...texts, name: "Ann", email: "ann@example.org" }

async function ticketOf(reference: string) {
  const [row] = await db.select().from(tickets).where(eq(tickets.reference, reference))
  const messages = row
    ? await db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, row.id)).orderBy(ticketMessages.id)
    : []
  return row && { ...row, messages }
}

const referenceOf = (response: Response) =>
  /^\/contact\/(?:sent\/)?(T-[0-9A-Z]{8})$/.exec(response.headers.get("Location") ?? "")?.[1] ?? ""

type Member = Awaited<ReturnType<typeof insertMember>>

/** Posts a member's form; returns the reference of its ticket. */
const write = async ({ cookie }: Member, fields: Record<string, string> = texts) =>
  referenceOf(await submit("/contact", fields, { headers: { Cookie: cookie } }))
const reply = ({ cookie }: Member, reference: string, message: string, intent = "reply") =>
  submit(`/contact/${reference}`, { intent, message }, { headers: { Cookie: cookie } })

async function answer(reference: string, message: string) {
  const { ctx, staff } = await staffCtx()
  const { version } = await getDeskThread(ctx, reference)
  await replyToTicket(ctx, reference, { message, version })
  return staff
}

describe("the contact form of a visitor", () => {
  test("the contact form is open to any visitor, before any age notice", async () => {
    const response = await fetchApp("/contact", addCookie({}, await accessCookie()))
    expect(response.status).toBe(200)
    expect(headingOf(await response.text())).toBe("Contact us")
  })

  test("the contact form stores the message, shows its reference, and sends a receipt in neutral words", async () => {
    const response = await submit("/contact", { ...good, email: " Neutral@Example.org " })
    const reference = referenceOf(response)
    expect(response.headers.get("Location")).toBe(`/contact/sent/${reference}`)
    expect(await ticketOf(reference)).toMatchObject({
      userId: null,
      name: "Ann",
      email: "neutral@example.org",
      state: "open",
      locale: "en",
      messages: [{ author: "visitor", body: texts.message }],
    })
    expect(await (await ask(`/contact/sent/${reference}`)).text()).toContain(reference)
    const mail = await receive("neutral@example.org")
    expect(mail.subject).toBe("We received your message")
    expect(mail.text).toContain(reference)
    expect(mail.text).not.toMatch(/light switch|Ann|escort|profile/i)
  })

  test("the contact form sends a receipt in French to a French message", async () => {
    const response = await submit(`${fr}/contact`, { ...good, email: "anne@example.org" })
    expect((await ticketOf(referenceOf(response)))?.locale).toBe("fr")
    expect((await receive("anne@example.org")).subject).toBe("Nous avons reçu votre message")
  })

  test.each<[string, Record<string, string>, string[]]>([
    ["no subject", { category: "" }, ["category"]],
    ["a subject that is not ours", { category: "constructor" }, ["category"]],
    ["no words", { message: " \r\n " }, ["message"]],
    ["too many words", { message: "x".repeat(5_001) }, ["message"]],
    ["no name", { name: "" }, ["name"]],
    ["a name of 900 kB", { name: "x".repeat(900_000) }, ["name"]],
    ["a name of marks", { name: "A\u0334\u0335\u0336" }, ["name"]],
    ["words and a name that nobody sees", { message: "\u200b\u00a0", name: "\u202e\u3164" }, ["message", "name"]],
    ["no address", { email: "" }, ["email"]],
    ["something that is no address", { email: "ann" }, ["email"]],
    ["two addresses", { email: "ann@example.org\r\nBcc: eve@example.org" }, ["email"]],
  ])("the contact form says what is wrong, and retains what was typed: %s", async (_, change, fields) => {
    const response = await submit("/contact", { ...good, ...change })
    expect(response.status).toBe(422)
    const html = await response.text()
    for (const field of fields)
      expect(html).toMatch(new RegExp(`<[^>]*(name="${field}"[^>]*aria-invalid|aria-invalid[^>]*name="${field}")`))
    if (!("message" in change)) expect(html).toContain(texts.message)
  })

  test("the contact form refuses a megabyte, without failing", async () => {
    expect((await submit("/contact", { ...good, message: "x".repeat(1_100_000) })).status).toBe(413)
  })

  test("the contact form stores markup as text, line breaks as such, and no control characters", async () => {
    const message = "<script>alert(1)</script>\r\n\r\n{{7*7}} \u0007[x](javascript:alert(1))"
    const ticket = await ticketOf(referenceOf(await submit("/contact", { ...good, message })))
    expect(ticket?.messages[0]?.body).toBe("<script>alert(1)</script>\n\n{{7*7}} [x](javascript:alert(1))")
  })

  test("the contact form counts a line break once, as the page does", async () => {
    const message = Array.from({ length: 2_500 }, () => "x").join("\r\n")
    expect(message.length).toBeGreaterThan(5_000)
    expect(referenceOf(await submit("/contact", { ...good, message }))).not.toBe("")
  })

  test("the contact form works without a script, from the app's own page alone", async () => {
    const init = await withAccess({ headers: { "Sec-Fetch-Site": "same-origin" } })
    const headers = { ...Object.fromEntries(new Headers(init.headers)), Origin: "null" }
    expect(referenceOf(await fetchApp("/contact", { ...init, ...form(good), headers }))).not.toBe("")
    expect((await submit("/contact", good, { headers: { Origin: "https://evil.example" } })).status).toBe(403)
  })

  test("the contact form stores what a program probably wrote, and writes to nobody", async () => {
    const response = await submit("/contact", { ...good, email: "bombed@example.org", website: "https://spam.example" })
    expect(await ticketOf(referenceOf(response))).toMatchObject({ isSuspect: true })
    await deliverMails()
    expect(await mailsTo("bombed@example.org")).toEqual([])
  })

  test("the contact form accepts ten messages an hour from one network, with a limit of receipts per mailbox", async () => {
    const headers = { "CF-Connecting-IP": newAddress() }
    for (let n = 0; n < 10; n += 1)
      expect((await submit("/contact", { ...good, email: "flood@example.org" }, { headers })).status).toBe(302)
    const refused = await submit("/contact", good, { headers })
    expect([refused.status, refused.headers.has("Retry-After")]).toEqual([429, true])
    expect(await refused.text()).toContain(texts.message)
    await deliverMails()
    expect(await mailsTo("flood@example.org")).toHaveLength(5)
  })

  test("the page after a message shows the reference in its address, and does not disclose whether that message exists", async () => {
    expect((await ask("/contact/sent/T-00000000")).status).toBe(200)
    for (const reference of ["T-x", "R-00000000", "..%2F", "%3Cscript%3E", "T-000000000", "x".repeat(10_000)])
      expect((await ask(`/contact/sent/${reference}`)).status).toBe(404)
  })
})

describe("a member's ticket", () => {
  test("a member's ticket is theirs, whatever sender a form names, and the form redirects to its thread", async () => {
    const member = await insertMember({ name: "Bea" })
    const html = await (await member.open("/contact")).text()
    for (const value of ["Bea", member.user.email]) expect(html).toContain(`value="${value}"`)
    const reference = await write(member, { ...texts, name: "Eve", email: "eve@example.org" })
    expect(await ticketOf(reference)).toMatchObject({ userId: member.user.id, name: null, email: null })
    const page = await (await member.open(`/contact/${reference}`)).text()
    expect(headingOf(page)).toBe("Something else")
    for (const shown of [reference, texts.message, "Open"]) expect(page).toContain(shown)
    const mail = await receive(member.user.email)
    expect(linkIn(mail)).toBe(`/contact/${reference}`)
    expect(await mailsTo("eve@example.org")).toEqual([])
  })

  test("a member's tickets are listed newest first, twenty to a page", async () => {
    const member = await insertMember()
    const now = Date.now()
    const row = {
      userId: member.user.id,
      category: "account" as const,
      locale: "en" as const,
      state: "open" as const,
      version: 1,
    }
    const rows = Array.from({ length: 23 }, (_, n) => ({
      ...row,
      id: newId(now - n * DAY),
      reference: `T-PAGE${String(n).padStart(4, "0")}`,
      isSuspect: false,
      createdAt: now - n * DAY,
      updatedAt: now - n * DAY,
    }))
    for (const one of rows) await db.insert(tickets).values(one)
    const first = await (await member.open("/contact")).text()
    expect(first).toContain("T-PAGE0019")
    expect(first).not.toContain("T-PAGE0020")
    const next = /href="(\/contact\?cursor=[^"#]+)/.exec(first)?.[1] ?? ""
    const second = await (await member.open(next)).text()
    expect(second).toContain("T-PAGE0022")
    expect(second).not.toContain("T-PAGE0019")
    expect(second).toContain("Back to the newest")
    const list = (await (await member.call("GET", "/tickets")).json()) as { data: object[]; next_cursor: string }
    expect([list.data.length, list.data[0]]).toEqual([
      20,
      { reference: "T-PAGE0000", category: "account", state: "open", created_at: now, updated_at: now },
    ])
    const rest = await (await member.call("GET", `/tickets?cursor=${list.next_cursor}`)).json()
    expect(rest).toMatchObject({ data: [{}, {}, {}], next_cursor: null })
    for (const cursor of ["%00", "'--", "x".repeat(5_000)])
      expect((await member.open(`/contact?cursor=${cursor}`)).status).toBeLessThan(500)
  })

  test("a member's ticket gets further messages, is closed, and reopened by writing", async () => {
    const member = await insertMember()
    const reference = await write(member)
    const again = await reply(member, reference, "And the kettle?")
    expect([again.status, (await again.text()).includes("Your message was added.")]).toEqual([200, true])
    expect((await reply(member, reference, " ")).status).toBe(422)
    for (let n = 0; n < 2; n += 1) expect((await reply(member, reference, "", "close")).status).toBe(200)
    expect(await ticketOf(reference)).toMatchObject({ state: "closed", messages: [{}, { body: "And the kettle?" }] })
    expect(await (await member.open(`/contact/${reference}`)).text()).toContain("This conversation is closed.")
    await reply(member, reference, "One more thing.")
    expect(await ticketOf(reference)).toMatchObject({ state: "open", messages: [{}, {}, {}] })
  })

  test("a member's ticket does not exist for another member, and a visitor is redirected to the login", async () => {
    const reference = await write(await insertMember())
    const other = await insertMember()
    const bodies: string[] = []
    for (const path of [`/contact/${reference}`, "/contact/T-00000000", "/contact/%00", "/contact/' OR 1=1"]) {
      const response = await other.open(path)
      expect([path, response.status]).toEqual([path, 404])
      bodies.push(headingOf(await response.text()).split(":")[0] ?? "")
    }
    expect(new Set(bodies).size).toBe(1)
    for (const intent of ["reply", "close"]) expect((await reply(other, reference, "Mine?", intent)).status).toBe(404)
    expect(await ticketOf(reference)).toMatchObject({ state: "open", messages: [{}] })
    for (const path of [`/contact/${reference}`, "/contact/T-00000000"]) {
      const response = await ask(path)
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/auth/login"])
    }
    expect((await submit(`/contact/${reference}`, { intent: "reply", message: "x" })).status).toBe(302)
    expect(
      (await submit(`/contact/${reference}`, { message: "x" }, { headers: { Origin: "https://evil.example" } })).status,
    ).toBe(403)
  })

  test("a member's ticket accepts twenty messages an hour, and a refused text stays", async () => {
    const member = await insertMember()
    const reference = await write(member)
    for (let n = 0; n < 19; n += 1) expect((await reply(member, reference, `Line ${n}`)).status).toBe(200)
    const refused = await reply(member, reference, "One too many")
    expect([refused.status, (await refused.text()).includes("One too many")]).toEqual([429, true])
  })

  test("a member's ticket shows the last two hundred messages of a very long thread", async () => {
    const member = await insertMember()
    const reference = await write(member)
    const ticket = await ticketOf(reference)
    for (let n = 0; n < 205; n += 1)
      await db.insert(ticketMessages).values({
        id: newId(Date.now() + n + 1),
        ticketId: ticket?.id ?? "",
        author: "member" as const,
        body: `Line ${n}`,
        createdAt: Date.now(),
      })
    const thread = (await (await member.call("GET", `/tickets/${reference}`)).json()) as {
      messages: { body: string }[]
    }
    expect([thread.messages.length, thread.messages.at(-1)?.body]).toEqual([200, "Line 204"])
  })
})

describe("staff", () => {
  test("staff reply to a member, who reads it in the thread and is notified by mail", async () => {
    const member = await insertMember({ locale: "fr" })
    const reference = await write(member)
    await deliverMails()
    await answer(reference, "Beside the door.\n\nTruly.")
    expect(await ticketOf(reference)).toMatchObject({ state: "answered", messages: [{}, { author: "staff" }] })
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, reference))
    expect(entries.filter(({ action }) => action !== "ticket.read")).toMatchObject([
      { action: "ticket.reply", actorId: expect.any(String) },
    ])
    const mail = await receive(member.user.email)
    expect(mail.subject).toBe("Une réponse à votre message")
    expect(mail.text).not.toContain("door")
    expect(linkIn(mail)).toBe(`/contact/${reference}`)
    const html = await (await member.open(`/contact/${reference}`)).text()
    expect(html).toContain("Beside the door.")
    expect(html).toContain("Answered")
  })

  test("staff reply to a visitor by mail, with the reply in it", async () => {
    const reference = referenceOf(await submit("/contact", { ...good, email: "visiting@example.org" }))
    await deliverMails()
    const staff = await answer(reference, "Beside the door.\n\n<b>Truly.</b>")
    const mail = await receive("visiting@example.org")
    for (const shown of ["Beside the door.", "<b>Truly.</b>", reference]) expect(mail.text).toContain(shown)
    expect(mail.html).toContain("&lt;b&gt;Truly.")
    expect(linkIn(mail)).toBe("/contact")
    expect((await ticketOf(reference))?.messages[1]?.staffId).toBe(staff.id)
  })

  test("staff reply to the version that they have read: after a message in between, nothing is written", async () => {
    const member = await insertMember()
    const reference = await write(member)
    const { ctx } = await staffCtx()
    const { version } = await getDeskThread(ctx, reference)
    await reply(member, reference, "Found it.")
    await expect(replyToTicket(ctx, reference, { message: "Look.", version })).rejects.toMatchObject({
      code: "conflict.changed",
    })
    const both = await Promise.allSettled(
      ["One.", "Two."].map((message) => replyToTicket(ctx, reference, { message, version: version + 1 })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    expect((await ticketOf(reference))?.messages).toHaveLength(3)
    await deliverMails()
    expect((await mailsTo(member.user.email)).filter(({ template }) => template === "ticket-answer")).toHaveLength(1)
    await expect(replyToTicket(ctx, "T-00000000", { message: "Look.", version: 1 })).rejects.toMatchObject({
      code: "request.not_found",
    })
  })

  test("staff see the longest waiting tickets first, and nobody else sees anything", async () => {
    const member = await insertMember({ name: "Cleo" })
    await db.delete(tickets)
    const first = await write(member)
    const second = referenceOf(await submit("/contact", good))
    await reply(member, first, "Hello?")
    const { ctx } = await staffCtx()
    const { data, next_cursor } = await listDeskTickets(ctx, { state: "open", assignee: "anyone" }, null)
    expect(data.map(({ reference }) => reference)).toEqual([second, first])
    expect([data[1], next_cursor]).toEqual([
      expect.objectContaining({ name: "Cleo", email: member.user.email, is_member: true, is_suspect: false }),
      null,
    ])
    await expect(listDeskTickets(ctx, { state: "open", assignee: "anyone" }, "'--")).rejects.toMatchObject({
      code: "cursor.invalid",
    })
    const visitor = { ...ctx, actor: { kind: "visitor" as const } }
    await expect(listDeskTickets(visitor, { state: "open", assignee: "anyone" }, null)).rejects.toMatchObject({
      code: "auth.required",
    })
    const actor = { kind: "member", user: { ...member.user, groups: [] }, session: {} } as unknown as Actor
    for (const act of [
      () => listDeskTickets({ ...ctx, actor }, { state: "open", assignee: "anyone" }, null),
      () => getDeskThread({ ...ctx, actor }, first),
      () => replyToTicket({ ...ctx, actor }, first, { message: "x", version: 2 }),
    ])
      await expect(act()).rejects.toMatchObject({ code: "request.not_found" })
  })

  test("staff who leave take their name with them, not their replies", async () => {
    const reference = referenceOf(await submit("/contact", good))
    const staff = await answer(reference, "Beside the door.")
    await db.$client.prepare("DELETE FROM users WHERE id = ?").bind(staff.id).run()
    expect((await ticketOf(reference))?.messages[1]).toMatchObject({ staffId: null, body: "Beside the door." })
  })
})

describe("the API", () => {
  test("the API accepts a message from a visitor before any age notice, and from a member without a name", async () => {
    const init = addCookie(json(good, { Origin: en }), await accessCookie())
    const response = await fetchApp("/api/contact", init)
    expect(response.status).toBe(201)
    const { reference } = (await response.json()) as { reference: string }
    expect((await ticketOf(reference))?.email).toBe(good.email)
    const member = await insertMember()
    const own = (await (await member.call("POST", "/contact", texts)).json()) as { reference: string }
    expect((await ticketOf(own.reference))?.userId).toBe(member.user.id)
  })

  test("the API names the fields that a visitor left out", async () => {
    const refused = await call("/contact", texts)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { errors: { name: ["This field is required."], email: ["This field is required."] } },
    ])
    expect((await call("/contact", { ...good, category: ["other"], message: 7 })).status).toBe(422)
  })

  test("the API writes, closes and reads tickets, for their owner alone", async () => {
    const member = await insertMember()
    const reference = await write(member)
    const written = await member.call("POST", `/tickets/${reference}/messages`, { message: "And?" })
    expect([written.status, await written.json()]).toMatchObject([
      201,
      { state: "open", messages: [{ author: "member" }, { body: "And?" }] },
    ])
    expect(await (await member.call("POST", `/tickets/${reference}/close`)).json()).toMatchObject({ state: "closed" })
    const other = await insertMember()
    const attempts: [string, string, unknown?][] = [
      ["GET", `/tickets/${reference}`],
      ["POST", `/tickets/${reference}/messages`, { message: "x" }],
      ["POST", `/tickets/${reference}/close`],
    ]
    for (const [method, path, body] of attempts) {
      expect([path, (await other.call(method, path, body)).status]).toEqual([path, 404])
      const init = { method, ...(body ? json(body) : {}) }
      expect([path, (await fetchApp(`/api${path}`, addCookie(init, await accessCookie()))).status]).toEqual([path, 401])
    }
    expect((await fetchApp("/api/tickets", addCookie({}, await accessCookie()))).status).toBe(401)
  })
})

test("tickets are deleted two years after their last message", async () => {
  const row = (days: number, reference: string) => {
    const at = Date.now() - days * DAY
    const rest = {
      category: "other" as const,
      locale: "en" as const,
      state: "closed" as const,
      version: 1,
      isSuspect: false,
    }
    return { id: newId(at), reference, ...rest, createdAt: 0, updatedAt: at }
  }
  const [old, young] = [row(731, "T-OLD"), row(729, "T-YOUNG")]
  await db.insert(tickets).values([old, young])
  await db
    .insert(ticketMessages)
    .values({ id: newId(1), ticketId: old.id, author: "visitor", body: "x", createdAt: old.updatedAt })
  await sweepTickets({ db: db as never, now: Date.now })
  expect([await ticketOf("T-OLD"), (await ticketOf("T-YOUNG"))?.reference]).toEqual([undefined, "T-YOUNG"])
  expect(await db.select().from(ticketMessages).where(eq(ticketMessages.ticketId, old.id))).toEqual([])
  await runCron("17 3 * * *")
})
