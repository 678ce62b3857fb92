import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { consents, mutedMails, outboxEmails, sessions, users } from "~/db/schema"
import { changePassword } from "~/domain/accounts/passwords/change.server"
import type { Actor } from "~/domain/core/actor/actor"
import { pathOfAnchor, sectionPath, sections } from "~/features/accounts/settings/sections"
import { createCtx } from "../../../worker/context"
import { fr, json, withAccess } from "../helpers/app"
import { ask, mailBindings } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { headingOf, titleOf } from "../helpers/page"
import { db, password } from "../helpers/rows"

const rowOf = async (id: string) => (await db.select().from(users).where(eq(users.id, id)))[0]

describe("the settings' pages", () => {
  const navOf = (html: string) => html.match(/<nav aria-label="Sections of the settings".*?<\/nav>/gs) ?? []
  const linksOf = (html = "") => [...html.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
  const currentOf = (html = "") => /<a[^>]* aria-current="(\w+)"[^>]* href="([^"]+)"/.exec(html)?.slice(1)

  test("the settings list every section twice: beside a wide page, and as a page of its own on a phone", async () => {
    const { open } = await insertMember()
    const html = await (await open("/profile/settings")).text()
    expect([headingOf(html), titleOf(html)]).toEqual(["Settings", "Settings - Salon"])
    const [list, phone, ...others] = navOf(html)
    expect(others).toEqual([])
    for (const nav of [list, phone]) expect(linksOf(nav)).toEqual(sections.map(sectionPath))
    expect([currentOf(list), currentOf(phone)]).toEqual([["page", "/profile/settings/profile"], undefined])
    expect(html).toContain('action="/profile/settings/profile"')
  })

  test("each section of the settings has an address, a title of its own, and nothing of another section", async () => {
    const { user, open } = await insertMember()
    const seen = new Set<string>()
    for (const name of sections) {
      const html = await (await open(sectionPath(name))).text()
      const title = headingOf(html)
      seen.add(title ?? "")
      expect([name, titleOf(html)]).toEqual([name, `${title} - Salon`])
      expect([name, navOf(html).length, currentOf(navOf(html)[0])]).toEqual([name, 1, ["page", sectionPath(name)]])
      const main = html.slice(html.indexOf("<main"), html.indexOf("</main>"))
      const forms = [...main.matchAll(/<form[^>]* action="(\/profile\/settings[^"]*)"/g)].map(([, to]) => to)
      expect([name, forms.filter((to) => to !== sectionPath(name))]).toEqual([name, []])
      if (!["email", "password"].includes(name)) expect([name, main.includes(user.email)]).toEqual([name, false])
    }
    expect(seen.size).toBe(sections.length)
  })

  test.each([
    ["/profile/settings/messages", "notifications"],
    ["/profile/settings/two-factor", "sign-in"],
    ["/profile/settings/two-factor/app", "sign-in"],
    ["/profile/settings/access", "privacy"],
    ["/profile/settings/data", "privacy"],
    [`/profile/settings/data/${"x".repeat(43)}`, "privacy"],
  ] as const)("%s stands in the frame of the settings, with a way back to its section", async (path, name) => {
    const { open } = await insertMember()
    const html = await (await open(path)).text()
    expect(currentOf(navOf(html)[0])).toEqual(["true", sectionPath(name)])
    expect(linksOf(html).filter((to) => to === sectionPath(name)).length).toBeGreaterThan(1)
  })

  test("a form of one section is refused at the address of another", async () => {
    const { user, submit } = await insertMember()
    const response = await submit(sectionPath("email"), { intent: "name", name: "Another" })
    expect([response.status, (await rowOf(user.id))?.name]).toEqual([400, user.name])
  })

  test.each([
    ["#two-factor", "/profile/settings/sign-in"],
    ["#sessions", "/profile/settings/sessions"],
    ["#content", null],
    ["", null],
  ])("the anchor %j of the former page of all settings leads to %s", (hash, path) => {
    expect(pathOfAnchor(hash)).toBe(path)
  })
})

describe("the name", () => {
  test("a changed name is normalised as at sign-up, and in the header at once", async () => {
    const { user, action: act, open } = await insertMember()
    const response = await act("name", { name: "  Zoe\u0301 Marchand " })
    expect(response.status).toBe(200)
    expect(await response.text()).toContain("Your name was saved.")
    expect((await rowOf(user.id))?.name).toBe("Zo\u00e9 Marchand")
    expect(await (await open("/profile")).text()).toContain("Zo\u00e9 Marchand")
  })

  test.each([
    ["nothing", "   ", "This field is required."],
    ["no letter", "...", "This value isn’t accepted here."],
    ["nothing that is seen", "\u202e\u200b\u0000", "This field is required."],
    ["81 characters", "a".repeat(81), "This is too long."],
    ["nearly a megabyte", "a".repeat(1_000_000), "This is too long."],
  ])("a name with %s is refused, and the previous one stays", async (_what, name, sentence) => {
    const { user, action: act, call } = await insertMember()
    const response = await act("name", { name })
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(sentence)
    expect((await call("PATCH", "/me", { name })).status).toBe(422)
    expect((await rowOf(user.id))?.name).toBe(user.name)
  })

  test("a name of more than a megabyte is refused without being read", async () => {
    const { user, action: act, call } = await insertMember()
    const name = "a".repeat(1_100_000)
    expect([(await act("name", { name })).status, (await call("PATCH", "/me", { name })).status]).toEqual([413, 413])
    expect((await rowOf(user.id))?.name).toBe(user.name)
  })
})

describe("the language", () => {
  test("the chosen language is stored for mails, and the page continues on its domain by the hand-off of the session", async () => {
    const { user, action: act } = await insertMember()
    const response = await act("language", { locale: "fr" })
    expect(response.status).toBe(302)
    expect(response.headers.get("Location")).toBe(`${fr}/locale/start?from=en&to=%2Fprofile%2Fsettings%2Fappearance`)
    expect((await rowOf(user.id))?.locale).toBe("fr")
    const same = await act("language", { locale: "fr" }, fr)
    expect([same.status, (await same.text()).includes("Nos e-mails seront dans cette langue.")]).toEqual([200, true])
  })

  test("the chosen language must be a supported one", async () => {
    const { user, action: act, call } = await insertMember()
    for (const locale of ["de", "", "EN", "__proto__"]) {
      expect([locale, (await act("language", { locale })).status]).toEqual([locale, 422])
      expect([locale, (await call("PATCH", "/me", { locale })).status]).toEqual([locale, 422])
    }
    expect((await rowOf(user.id))?.locale).toBe(user.locale)
  })

  test("a form without script may redirect to the other language's domain, which the policy names", async () => {
    const { open } = await insertMember()
    const policy = (await open("/profile/settings/appearance")).headers.get("Content-Security-Policy")
    expect(policy).toContain(`form-action 'self' http://en.localhost:8787 ${fr}`)
  })
})

describe("the mail preferences", () => {
  /** The other fields of the form. */
  const times = { rhythm: "soon", from: "22:00", to: "08:00", time_zone: "UTC" }
  const all = { "sign-ins": "on", messages: "on", searches: "on", updates: "on", ...times }

  test("the mail preferences are set all at once, and shown as they were set", async () => {
    const { user, action: act, open } = await insertMember()
    const isTicked = async () =>
      /<input(?=[^>]* name="sign-ins")[^>]* checked=""/.test(
        await (await open("/profile/settings/notifications")).text(),
      )
    expect(await isTicked()).toBe(true)
    expect((await act("notifications", times)).status).toBe(200)
    const muted = await db.select().from(mutedMails).where(eq(mutedMails.userId, user.id))
    expect(muted.map(({ kind }) => kind).toSorted()).toEqual(["messages", "searches", "sign-ins", "updates"])
    expect(await isTicked()).toBe(false)
    expect((await act("notifications", all)).status).toBe(200)
    expect(await db.select().from(mutedMails).where(eq(mutedMails.userId, user.id))).toEqual([])
  })

  test("the mail preferences accept nothing but ticks", async () => {
    const { action: act, call } = await insertMember()
    expect((await act("notifications", { ...all, "sign-ins": "maybe" })).status).toBe(422)
    expect((await call("PUT", "/me/notifications", { "sign-ins": "on" })).status).toBe(422)
    expect((await call("PUT", "/me/notifications", {})).status).toBe(422)
  })

  test("the mail preferences are set through the API too", async () => {
    const { call } = await insertMember()
    const choices = { "sign-ins": true, messages: true, searches: true, updates: true }
    expect(await (await call("GET", "/me/notifications")).json()).toEqual(choices)
    const fewer = { ...choices, "sign-ins": false }
    expect(await (await call("PUT", "/me/notifications", fewer)).json()).toEqual(fewer)
    expect(await (await call("GET", "/me/notifications")).json()).toEqual(fewer)
  })
})

describe("a member's consents", () => {
  test("a member's consents are shown with version and date, and only their own", async () => {
    const { user, open } = await insertMember()
    const other = await insertMember()
    const agreed = { locale: "en" as const, createdAt: Date.UTC(2026, 10, 3) }
    await db.insert(consents).values([
      { id: "1", userId: user.id, kind: "terms", version: "2026-11", ...agreed },
      { id: "2", userId: other.user.id, kind: "adult", version: "2025-01", ...agreed },
    ])
    const html = await (await open("/profile/settings/privacy")).text()
    expect(html).toContain("Version of November 2026, agreed on 3 November 2026")
    expect(html).not.toContain("January 2025")
  })
})

describe("the API", () => {
  test("the API changes the fields it is given, and returns the user", async () => {
    const { user, call } = await insertMember()
    const response = await call("PATCH", "/me", {
      name: "Ada",
      locale: "fr",
      email: "x@example.org",
      groups: [{ root: true }],
    })
    expect([response.status, await response.json()]).toMatchObject([
      200,
      { id: user.id, name: "Ada", locale: "fr", email: user.email, groups: [] },
    ])
    expect(await (await call("PATCH", "/me", {})).json()).toMatchObject({ name: "Ada", locale: "fr" })
    expect(await (await call("GET", "/auth/me")).json()).toMatchObject({ name: "Ada", locale: "fr" })
  })

  test("the API lists and ends sessions", async () => {
    const { call, session } = await insertMember()
    const list = (await (await call("GET", "/me/sessions")).json()) as { data: object[] }
    expect(list).toMatchObject({ data: [{ id: session.id, is_current: true, kind: "web" }], next_cursor: null })
    const other = await insertMember()
    expect((await call("DELETE", `/me/sessions/${other.session.id}`)).status).toBe(404)
    expect((await call("DELETE", `/me/sessions/${"x".repeat(50)}`)).status).toBe(422)
    expect((await call("DELETE", "/me/sessions")).status).toBe(204)
    expect((await call("DELETE", `/me/sessions/${session.id}`)).status).toBe(204)
    // Its token no longer passes the gate either.
    expect((await call("GET", "/me/sessions")).status).toBe(401)
    expect((await other.call("GET", "/me/sessions")).status).toBe(200)
  })

  test("the API changes the password for a member who knows the current one, and returns a fresh token", async () => {
    const { call, cookie } = await insertMember()
    const wrong = await call("POST", "/me/password", { present_password: "no", password: "a quite different sentence" })
    expect([wrong.status, await wrong.json()]).toMatchObject([
      422,
      { errors: { present_password: [expect.any(String)] } },
    ])
    const right = await call("POST", "/me/password", {
      present_password: password,
      password: "a quite different sentence",
    })
    expect(right.status).toBe(200)
    const { token } = (await right.json()) as { token: string }
    expect((await call("GET", "/auth/me")).status).toBe(401)
    expect((await ask("/api/auth/me", { headers: { Authorization: `Bearer ${token}` } })).status).toBe(200)
    expect(right.headers.getSetCookie().join()).not.toContain("salon_session")
    expect(cookie).not.toContain(token)
  })

  test("a change of the password does nothing once a reset has set another meanwhile", async () => {
    const { user, session } = await insertMember()
    const opened = openDatabase(env.DB, null).db
    // The reset is stored after the current password was checked, before the change is.
    const late = async (statements: Parameters<typeof opened.batch>[0]) => {
      await db.update(users).set({ passwordHash: "the hash of a reset" }).where(eq(users.id, user.id))
      return opened.batch(statements)
    }
    const racing = Object.assign(Object.create(opened), { batch: late }) as typeof opened
    const visitor = createCtx({ ...env, ...mailBindings } as unknown as Env, racing, () => {})
    const actor = { kind: "member", user, session: { ...session, kind: "web" } } as unknown as Actor
    await expect(changePassword({ ...visitor, actor }, password, "a quite different sentence")).rejects.toMatchObject({
      code: "validation.failed",
    })
    expect((await rowOf(user.id))?.passwordHash).toBe("the hash of a reset")
    expect(await db.select().from(sessions).where(eq(sessions.userId, user.id))).toHaveLength(1)
    expect(await db.select().from(outboxEmails).where(eq(outboxEmails.recipient, user.email))).toEqual([])
  })

  test("the API responds with 401 to a visitor at each of a member's addresses", async () => {
    for (const [method, path, body] of [
      ["PATCH", "/me", {}],
      ["DELETE", "/me/avatar", undefined],
      ["GET", "/me/email", undefined],
      ["POST", "/me/email", { email: "x@example.org" }],
      ["POST", "/me/email/resend", undefined],
      ["DELETE", "/me/email", undefined],
      ["POST", "/me/password", { present_password: "x", password: "y" }],
      ["GET", "/me/sessions", undefined],
      ["DELETE", "/me/sessions", undefined],
      ["DELETE", "/me/sessions/x", undefined],
      ["GET", "/me/notifications", undefined],
      ["PUT", "/me/notifications", { "sign-ins": true, messages: true, searches: true, updates: true }],
    ] as const) {
      const init = body === undefined ? {} : json(body)
      const response = await ask(`/api${path}`, { ...(await withAccess(init)), method })
      expect([method, path, response.status]).toEqual([method, path, 401])
    }
  })
})
