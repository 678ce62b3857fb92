import { env } from "cloudflare:workers"
import { createHmac } from "node:crypto"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { returnedAddresses } from "~/db/schema"
import { createMail } from "~/domain/mail/outbox.server"
import { createCtx } from "../../../worker/context"
import { fetchWith } from "../helpers/app"
import { call, deliverMails, linkIn, mailBindings, mailsTo, receive, runCron, takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { DAY, db, insertGrant } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const secret = `whsec_${Buffer.from("a secret of the mail provider").toString("base64")}`
const settings = { ...mailBindings, MAIL_WEBHOOK_SECRET: secret }

/** An event as Resend documents it. */
const eventOf = (to: string, type = "email.bounced", bounce: object | undefined = { type: "Permanent" }) =>
  JSON.stringify({
    type,
    created_at: "2026-11-25T20:00:00.000Z",
    data: { email_id: "56761188", from: "Salon <post@salon.example>", to: [to], subject: "Hello", bounce },
  })

function headersOf(body: string, { at = Date.now(), key = secret, id = "msg_1" } = {}): Record<string, string> {
  const timestamp = String(Math.floor(at / 1_000))
  const bytes = Buffer.from(key.slice("whsec_".length), "base64")
  const signature = createHmac("sha256", bytes).update(`${id}.${timestamp}.${body}`).digest("base64")
  return { "svix-id": id, "svix-timestamp": timestamp, "svix-signature": `v1,c3RhbGU= v1,${signature}` }
}

const send = async (body: string, headers: Record<string, string> = headersOf(body), changes: object = settings) =>
  (await fetchWith(changes, "/webhooks/mail", { method: "POST", body, headers })).status
const returnOf = async (address: string) =>
  (await db.select().from(returnedAddresses).where(eq(returnedAddresses.address, address)))[0]

let members = 0
async function insertReturned(type = "email.bounced") {
  members += 1
  const member = await insertMember({ email: `gone${members}@example.org` })
  expect(await send(eventOf(member.user.email, type))).toBe(204)
  return member
}

/** Mails a notice to an address; returns how it ended. */
async function notify(to: string) {
  const ctx = createCtx(env, openDatabase(env.DB, "first-primary").db, () => {})
  await createMail(ctx, { to, locale: "en", template: "password-changed" }).insert
  const id = (await mailsTo(to))[0]?.id ?? ""
  await deliverMails([id])
  return (await mailsTo(to)).find((mail) => mail.id === id)?.state
}

describe("the mail provider's webhook", () => {
  test.each([
    ["a bounce", "email.bounced", { type: "Permanent" }, "bounced"],
    ["a bounce of no type", "email.bounced", undefined, "bounced"],
    ["a complaint", "email.complained", undefined, "complained"],
    ["a full mailbox", "email.bounced", { type: "Transient" }, undefined],
    ["a bounce of unknown cause", "email.bounced", { type: "Undetermined" }, undefined],
    ["a delivery", "email.delivered", undefined, undefined],
  ])("marks the address of what is final, and of nothing else: %s", async (_what, type, bounce, reason) => {
    const address = `reader-${type}-${bounce?.type ?? ""}@example.org`.toLowerCase()
    expect(await send(eventOf(`Reader <${address.toUpperCase()}>`, type, bounce))).toBe(204)
    expect((await returnOf(address))?.reason).toBe(reason)
    expect(await send(eventOf(address, type, bounce))).toBe(204)
  })

  test("is refused without its signature, and marks nobody", async () => {
    const body = eventOf("victim@example.org")
    const good = headersOf(body)
    for (const headers of [
      {},
      { ...good, "svix-signature": "" },
      { ...good, "svix-signature": "v1," },
      { ...good, "svix-id": "another" },
      { ...good, "svix-id": "" },
      { ...good, "svix-timestamp": "NaN" },
      headersOf(`${body} `),
      headersOf(body, { key: `whsec_${Buffer.from("another secret of somebody").toString("base64")}` }),
      headersOf(body, { at: Date.now() - 6 * 60_000 }),
      headersOf(body, { at: Date.now() + 6 * 60_000 }),
    ])
      expect([headers, await send(body, headers as Record<string, string>)]).toEqual([headers, 400])
    for (const odd of ["", "not json", "[]", "null", '{"type":1}']) expect(await send(odd)).toBeLessThan(500)
    expect(await send(body, good, { ...settings, MAIL_WEBHOOK_SECRET: "" })).toBe(404)
    expect(await returnOf("victim@example.org")).toBeUndefined()
  })

  test("is heard under the names of Standard Webhooks too", async () => {
    const body = eventOf("standard@example.org")
    const named = Object.entries(headersOf(body)).map(([name, value]) => [name.replace("svix", "webhook"), value])
    expect(await send(body, Object.fromEntries(named))).toBe(204)
    expect((await returnOf("standard@example.org"))?.reason).toBe("bounced")
  })
})

describe("an address that mails come back from", () => {
  test("is sent nothing but what proves it, until its member says that it works", async () => {
    const { user, open, action, call: callAs } = await insertReturned()
    expect(await notify(user.email)).toBe("dropped")
    await call("/auth/password/forgot", { email: user.email })
    await deliverMails()
    expect((await mailsTo(user.email))[0]).toMatchObject({ template: "reset", state: "sent" })

    const banner = `Emails to ${user.email} come back.`
    const page = async () => (await open("/profile")).text()
    expect(await page()).toContain(banner)
    expect(await (await callAs("GET", "/me/email")).json()).toMatchObject({ returned: { reason: "bounced" } })
    expect(await (await action("email-works")).text()).toContain("We send emails to your address again.")
    expect(await page()).not.toContain(banner)
    expect(await (await callAs("GET", "/me/email")).json()).toMatchObject({ returned: null })
    expect(await notify(user.email)).toBe("sent")
  })

  test("can be changed from the new mailbox alone, if it is gone", async () => {
    const { user, call: callAs } = await insertReturned()
    const email = `new-${user.email}`
    expect(await (await callAs("POST", "/me/email", { email })).json()).toEqual({
      message: "We have written to the new address. Follow the link in the message.",
    })
    const token = linkIn(await receive(email))
      .split("/")
      .at(-1)
    expect(await (await callAs("POST", "/me/email/confirm", { token })).json()).toEqual({ state: "changed" })
    expect(await (await callAs("GET", "/me/email")).json()).toEqual({ email, change: null, returned: null })
  })

  test("needs both mailboxes for a change if its reader complained: it is read", async () => {
    const { user, call: callAs } = await insertReturned("email.complained")
    const email = `new-${user.email}`
    expect((await callAs("POST", "/me/email", { email })).status).toBe(202)
    const token = linkIn(await receive(email))
      .split("/")
      .at(-1)
    expect(await (await callAs("POST", "/me/email/confirm", { token })).json()).toEqual({ state: "waiting" })
    expect(linkIn(await receive(user.email))).toContain("/auth/emails/change/")
  })

  test("is declared working three times a day at most, by its own member", async () => {
    const { user, call: callAs } = await insertReturned()
    const stranger = await insertMember()
    expect((await stranger.call("DELETE", "/me/email/returned")).status).toBe(204)
    expect(await returnOf(user.email)).toBeDefined()
    for (const status of [204, 204, 204, 429])
      expect((await callAs("DELETE", "/me/email/returned")).status).toBe(status)
    expect((await call("/me/email/returned", {})).status).not.toBe(204)
  })

  test("is shown to staff on the member's page, and not to others", async () => {
    const [{ user }, staff] = [await insertReturned("email.complained"), await insertMember()]
    await insertGrant({ userId: staff.user.id, role: "support" })
    const body = await (await staff.call("GET", `/admin/users/${user.id}`)).json()
    expect(body).toMatchObject({ email_returned: { reason: "complained", at: expect.any(Number) } })
    const page = await (await staff.open(`/dashboard/admin/users/${user.id}`)).text()
    expect(page).toContain("Not sent: reported as spam on")
  })

  test("is forgotten after a year", async () => {
    const { user } = await insertReturned()
    await db
      .update(returnedAddresses)
      .set({ createdAt: Date.now() - 366 * DAY })
      .where(eq(returnedAddresses.address, user.email))
    const { user: recent } = await insertReturned()
    await runCron("17 3 * * *")
    expect([await returnOf(user.email), await returnOf(recent.email)]).toMatchObject([undefined, { reason: "bounced" }])
  })
})
