import { and, eq, inArray } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { emailChanges, emailTokens, sessions, users } from "~/db/schema"
import { sha256 } from "~/lib/crypto.server"
import { addCookie, fr } from "../helpers/app"
import { ask, call, deliverMails, linkIn, mailsTo, receive, submit, takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { headingOf } from "../helpers/page"
import { db, insertSession, insertUser, insertUserWithPassword, password } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const HOUR = 60 * 60_000
let wanted = 0
const newAddress = () => `new${++wanted}@example.net`

const emailOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]?.email
const changesOf = (userId: string) => db.select().from(emailChanges).where(eq(emailChanges.userId, userId))
const sessionsOf = async (userId: string) =>
  (await db.select().from(sessions).where(eq(sessions.userId, userId))).map(({ id }) => id).toSorted()
const templatesTo = async (email: string) => (await mailsTo(email)).map(({ template }) => template)
const tokenOf = (link: string) => link.split("/").at(-1) as string
const answer = (link: string, intent: "confirm" | "stop", init: RequestInit = {}) => submit(link, { intent }, init)

/** Returns a member who requested another address, and the links in the two mails. */
async function wish(row: Parameters<typeof insertMember>[0] = {}) {
  const member = await insertMember(row)
  const email = newAddress()
  expect((await member.action("email", { email })).status).toBe(200)
  const from = linkIn(await receive(member.user.email))
  const to = linkIn(await receive(email))
  return { ...member, email, from, to }
}

describe("requesting an e-mail change", () => {
  test("an e-mail change writes to both mailboxes, masks the new address in the old one, and changes nothing yet", async () => {
    const { user, email, open } = await wish()
    expect(await emailOf(user.id)).toBe(user.email)
    const [old] = await mailsTo(user.email)
    expect(old?.rendered).toContain("n***@e***")
    expect(old?.rendered).not.toContain(email)
    const [fresh] = await mailsTo(email)
    expect(fresh?.rendered).not.toContain(user.email)
    const html = await (await open("/profile/settings/email")).text()
    expect(html).toContain(`Waiting to change to ${email}`)
    expect(html.match(/>Not confirmed yet</g)).toHaveLength(2)
  })

  test("an e-mail change needs re-authentication: without it the page redirects there, and the API responds with 403", async () => {
    const member = await insertMember()
    await db
      .update(sessions)
      .set({ confirmedAt: Date.now() - 11 * 60_000 })
      .where(eq(sessions.id, member.session.id))
    const email = newAddress()
    const page = await member.action("email", { email })
    const target = page.headers.get("Location")
    expect([page.status, target]).toEqual([302, expect.stringMatching(/^\/auth\/confirm\?act=/)])
    expect((await member.action("prove")).headers.get("Location")).toMatch(/^\/auth\/confirm\?act=/)
    const called = await member.call("POST", "/me/email", { email })
    expect([called.status, await called.json()]).toMatchObject([403, { code: "auth.confirm_required" }])
    expect(await changesOf(member.user.id)).toEqual([])
    expect(await mailsTo(email)).toEqual([])
    const html = await (await member.open("/profile/settings/email")).text()
    expect(html).toContain("first confirm that it is you")
    expect(html).not.toContain('name="email"')
  })

  test("an e-mail change has the same response if the address has an account; only its mailbox is informed", async () => {
    const taken = await insertUser()
    const shown = async (email: string) => {
      const { action, user } = await insertMember()
      const response = await action("email", { email })
      const html = (await response.text())
        .replaceAll(email, "NEW")
        .replaceAll(user.email, "OLD")
        .replaceAll(user.name, "NAME")
        .replaceAll(user.id, "ID")
      return { status: response.status, said: html.includes("We have written to both addresses."), length: html.length }
    }
    const known = await shown(taken.email)
    const unknown = await shown("free1@example.org")
    expect([known.status, known.said]).toEqual([200, true])
    expect([unknown.status, unknown.said]).toEqual([200, true])
    const message = await receive(taken.email)
    expect(message.subject).toBe("This address already has an account")
    expect(message.text).not.toContain("http")
  })

  test("an e-mail change never takes an address with an account, even one created after the request", async () => {
    const { user, email, from, to } = await wish()
    expect((await answer(to, "confirm")).status).toBe(200)
    const rival = await insertUser({ email })
    const last = await answer(from, "confirm")
    expect([last.status, (await last.text()).includes("Someone else updated this.")]).toEqual([409, true])
    expect([await emailOf(user.id), await emailOf(rival.id)]).toEqual([user.email, email])
    expect(await changesOf(user.id)).toEqual([])
    await deliverMails()
    expect(await templatesTo(user.email)).toEqual(["email-from"])
  })

  test.each([
    ["the current address", (own: string) => own.toUpperCase(), "This is already your address."],
    ["none", () => "", "Enter a full email address"],
    ["no address", () => "ada", "Enter a full email address"],
    ["a look-alike letter", () => "\u0430da@example.org", "Enter a full email address"],
    ["the Kelvin sign", () => "\u212Aate@example.org", "Enter a full email address"],
    ["a line break", () => "ada@example.org\nbcc: all@example.org", "Enter a full email address"],
    ["a megabyte", () => `${"a".repeat(1_000_000)}@example.org`, "This is too long."],
  ])("an e-mail change with %s is refused", async (_what, make, sentence) => {
    const member = await insertMember()
    const email = make(member.user.email)
    const page = await member.action("email", { email })
    expect([page.status, (await page.text()).includes(sentence)]).toEqual([422, true])
    expect((await member.call("POST", "/me/email", { email })).status).toBe(422)
    expect(await changesOf(member.user.id)).toEqual([])
  })

  test("an e-mail change replaces the previous one, whose links are void", async () => {
    const { user, action, email, from, to } = await wish()
    const other = newAddress()
    expect((await action("email", { email: other })).status).toBe(200)
    for (const link of [from, to]) expect((await answer(link, "confirm")).status).toBe(410)
    expect(await changesOf(user.id)).toMatchObject([{ newEmail: other, fromConfirmedAt: null, toConfirmedAt: null }])
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test("an e-mail change requested in two tabs at once is one", async () => {
    const member = await insertMember()
    const emails = [newAddress(), newAddress()]
    const responses = await Promise.all(emails.map((email) => member.action("email", { email })))
    expect(responses.map(({ status }) => status)).toEqual([200, 200])
    const [change, ...more] = await changesOf(member.user.id)
    expect([emails.includes(change?.newEmail ?? ""), more]).toEqual([true, []])
    await deliverMails()
    const loser = emails.find((email) => email !== change?.newEmail) as string
    expect(await mailsTo(loser)).toMatchObject([{ state: "dropped" }])
  })

  test("e-mail changes are limited by account and by the new address", async () => {
    const member = await insertMember()
    const statuses: number[] = []
    for (let n = 0; n < 6; n += 1) statuses.push((await member.action("email", { email: newAddress() })).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    const victim = newAddress()
    for (let n = 0; n < 5; n += 1) await (await insertMember()).action("email", { email: victim })
    expect((await (await insertMember()).action("email", { email: victim })).status).toBe(429)
    expect(await mailsTo(victim)).toHaveLength(5)
  })
})

describe("the links in the mails", () => {
  test("the links of an e-mail change show their purpose, and opening them changes nothing", async () => {
    const { user, from, to } = await wish()
    for (const link of [from, to, from, to]) {
      const page = await ask(link)
      expect([page.status, headingOf(await page.text())]).toEqual([200, "Change of address"])
    }
    expect(await changesOf(user.id)).toMatchObject([{ fromConfirmedAt: null, toConfirmedAt: null }])
  })

  test.each([
    ["the old one first", (one: string, two: string) => [one, two]],
    ["the new one first", (one: string, two: string) => [two, one]],
  ])("an e-mail change is done when both mailboxes have confirmed, %s", async (_order, inOrder) => {
    const { user, session, email, from, to, cookie, open } = await wish()
    const phone = await insertSession({ userId: user.id })
    const stranger = await insertSession({ userId: (await insertUser()).id })
    await call("/auth/password/forgot", { email: user.email })
    const reset = linkIn(await receive(user.email))
    const [first = "", second = ""] = inOrder(from, to)
    const waiting = await answer(first, "confirm")
    expect([waiting.status, headingOf(await waiting.text())]).toEqual([200, "One confirmation to go"])
    expect([await emailOf(user.id), (await sessionsOf(user.id)).length]).toEqual([user.email, 2])
    expect((await (await open("/profile/settings/email")).text()).match(/>Not confirmed yet</g)).toHaveLength(1)

    const done = await answer(second, "confirm", { headers: { Cookie: cookie } })
    expect([done.status, headingOf(await done.text())]).toEqual([200, "Your address has been changed"])
    expect(await emailOf(user.id)).toBe(email)
    expect(await sessionsOf(user.id)).toEqual([session.id])
    expect(await sessionsOf(user.id)).not.toContain(phone.id)
    expect(await sessionsOf(stranger.userId)).toHaveLength(1)
    expect(await changesOf(user.id)).toEqual([])
    expect((await receive(user.email)).subject).toBe("Your address was changed")
    expect((await receive(email)).subject).toBe("Your address was changed")
    expect((await ask(reset)).status).toBe(410)
    expect((await call("/auth/login", { email: user.email, password })).status).toBe(401)
    expect((await call("/auth/login", { email, password })).status).toBe(200)
  })

  test("the links of an e-mail change end every session if a signed-out browser confirms", async () => {
    const { user, from, to } = await wish()
    const other = await insertMember()
    await answer(from, "confirm")
    expect((await answer(to, "confirm", { headers: { Cookie: other.cookie } })).status).toBe(200)
    expect(await sessionsOf(user.id)).toEqual([])
    expect(await sessionsOf(other.user.id)).toHaveLength(1)
  })

  test("each link of an e-mail change works once, for its own mailbox", async () => {
    const { user, from, to } = await wish()
    expect((await answer(from, "confirm")).status).toBe(200)
    const replay = await answer(from, "confirm")
    expect([replay.status, headingOf(await replay.text())]).toEqual([410, "This link no longer works"])
    expect(await emailOf(user.id)).toBe(user.email)
    const both = await Promise.all([answer(to, "confirm"), answer(to, "confirm")])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 410])
    await deliverMails()
    expect((await templatesTo(user.email)).filter((template) => template === "email-changed")).toHaveLength(1)
  })

  test("the links of an e-mail change followed at the very same time change the address once", async () => {
    const { user, email, from, to } = await wish()
    const both = await Promise.all([answer(from, "confirm"), answer(to, "confirm")])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(await emailOf(user.id)).toBe(email)
    expect(await templatesTo(email)).toEqual(["email-changed", "email-to"])
  })

  test("an e-mail change is stopped for good from either mailbox", async () => {
    for (const end of ["from", "to"] as const) {
      const links = await wish()
      const stopped = await answer(links[end], "stop")
      expect([stopped.status, headingOf(await stopped.text())]).toEqual([200, "The change was stopped"])
      for (const link of [links.from, links.to]) expect((await answer(link, "confirm")).status).toBe(410)
      expect([await emailOf(links.user.id), await changesOf(links.user.id)]).toEqual([links.user.email, []])
      const left = await db
        .select()
        .from(emailTokens)
        .where(inArray(emailTokens.tokenHash, [tokenOf(links.from), tokenOf(links.to)].map(sha256)))
      expect(left).toEqual([])
    }
  })

  test("the links of an e-mail change are valid for an hour, and can be sent again for a day, to the missing mailboxes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { user, email, from, to, action } = await wish()
    expect((await answer(from, "confirm")).status).toBe(200)
    vi.setSystemTime(Date.now() + HOUR)
    expect((await answer(to, "confirm")).status).toBe(410)
    expect((await action("resend-email")).status).toBe(200)
    const again = linkIn(await receive(email))
    expect(await templatesTo(user.email)).toEqual(["email-from"])
    vi.setSystemTime(Date.now() + 23 * HOUR)
    expect((await answer(again, "confirm")).status).toBe(410)
    expect((await action("resend-email")).status).toBe(404)
    expect([await emailOf(user.id), headingOf(await (await ask(fr + again)).text())]).toEqual([
      user.email,
      "Ce lien ne fonctionne plus",
    ])
  })

  test("the links of an e-mail change are void once they are sent again", async () => {
    const { email, to, action } = await wish()
    await action("resend-email")
    const again = linkIn(await receive(email))
    expect((await answer(to, "confirm")).status).toBe(410)
    expect((await answer(again, "confirm")).status).toBe(200)
  })

  test("a cut, guessed, foreign or hashed token opens no e-mail change", async () => {
    const { user, from } = await wish()
    await call("/auth/password/forgot", { email: user.email })
    const reset = tokenOf(linkIn(await receive(user.email)))
    const token = tokenOf(from)
    for (const wrong of [
      token.slice(0, -1),
      `${token}A`,
      sha256(token),
      reset,
      "%00",
      "'%20OR%201=1",
      "a".repeat(5_000),
    ]) {
      const path = `/auth/emails/change/${wrong}`
      expect([wrong, (await ask(path)).status, (await answer(path, "confirm")).status]).toEqual([wrong, 410, 410])
      expect((await answer(path, "stop")).status).toBe(410)
    }
    expect((await submit(from, { intent: "perhaps" })).status).toBe(400)
    expect((await submit(`/auth/password/reset/${token}`, { password: "a quite different sentence" })).status).toBe(410)
    expect(await changesOf(user.id)).toMatchObject([{ fromConfirmedAt: null, toConfirmedAt: null }])
  })

  test("the tokens of an e-mail change are stored as hashes, and nowhere in the outbox", async () => {
    const { user, from, to } = await wish()
    const [change] = await changesOf(user.id)
    const rows = await db
      .select()
      .from(emailTokens)
      .where(eq(emailTokens.subjectId, change?.id ?? ""))
    expect(rows.map(({ tokenHash }) => tokenHash).toSorted()).toEqual(
      [from, to].map((link) => sha256(tokenOf(link))).toSorted(),
    )
    expect((await mailsTo(user.email))[0]).toMatchObject({ data: "{}" })
  })
})

describe("a pending e-mail change", () => {
  test("a pending e-mail change can be cancelled by its owner alone, and once", async () => {
    const { user, from, action } = await wish()
    expect((await (await insertMember()).action("cancel-email")).status).toBe(404)
    const both = await Promise.all([action("cancel-email"), action("cancel-email")])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 404])
    expect([await changesOf(user.id), (await answer(from, "confirm")).status]).toEqual([[], 410])
  })

  test("a pending e-mail change is shown to its owner alone", async () => {
    const { email } = await wish()
    expect(await (await (await insertMember()).open("/profile/settings/email")).text()).not.toContain(email)
  })

  test("a pending e-mail change is deleted after its day", async () => {
    const { user } = await wish()
    await db
      .update(emailChanges)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(emailChanges.userId, user.id))
    const { sweepExpired } = await import("~/domain/accounts/sweep.server")
    await sweepExpired({ db: db as never, now: Date.now })
    expect(await changesOf(user.id)).toEqual([])
  })
})

describe("the API", () => {
  test("the API requests, shows, resends, confirms and cancels an e-mail change", async () => {
    const member = await insertMember()
    const email = newAddress()
    expect(await (await member.call("GET", "/me/email")).json()).toEqual({
      email: member.user.email,
      change: null,
      returned: null,
    })
    expect((await member.call("POST", "/me/email/resend")).status).toBe(404)
    expect((await member.call("DELETE", "/me/email")).status).toBe(404)
    const asked = await member.call("POST", "/me/email", { email })
    expect([asked.status, await asked.json()]).toMatchObject([
      202,
      { message: expect.stringContaining("both addresses") },
    ])
    const from = tokenOf(linkIn(await receive(member.user.email)))
    expect(await (await call("/me/email/confirm", { token: from })).json()).toEqual({ state: "waiting" })
    expect(await (await member.call("GET", "/me/email")).json()).toMatchObject({
      change: { new_email: email, old_confirmed: true, new_confirmed: false, expires_at: expect.any(Number) },
    })
    expect((await member.call("POST", "/me/email/resend")).status).toBe(202)
    const to = tokenOf(linkIn(await receive(email)))
    expect(await (await call("/me/email/confirm", { token: to })).json()).toEqual({ state: "changed" })
    expect(await emailOf(member.user.id)).toBe(email)
    expect((await call("/me/email/confirm", { token: to })).status).toBe(410)
    expect((await call("/me/email/confirm", { token: "" })).status).toBe(422)
  })

  test("the API cancels an e-mail change", async () => {
    const { user, call: asMember } = await wish()
    expect((await asMember("DELETE", "/me/email")).status).toBe(204)
    expect(await changesOf(user.id)).toEqual([])
  })
})

test("both links of an e-mail change are enough without a session: they prove access to both mailboxes", async () => {
  const user = await insertUserWithPassword()
  const session = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  const email = newAddress()
  await ask(
    "/api/me/email",
    addCookie(
      {
        method: "POST",
        body: JSON.stringify({ email }),
        headers: { "Content-Type": "application/json", Origin: "http://en.localhost:8787" },
      },
      `__Host-salon_session=${session.token}`,
    ),
  )
  const from = linkIn(await receive(user.email))
  const to = linkIn(await receive(email))
  await db.delete(sessions).where(and(eq(sessions.userId, user.id)))
  await answer(from, "confirm")
  await answer(to, "confirm")
  expect(await emailOf(user.id)).toBe(email)
})
