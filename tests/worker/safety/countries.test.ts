import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import { auditLog, countryChanges, countryPolicies } from "~/db/schema"
import { countryCodes } from "~/domain/core/countries/codes"
import type { Country } from "~/domain/core/countries/schema"
import { pathPolicies } from "~/page-policy"
import {
  accessCookie,
  addCookie,
  ageCookie,
  en,
  fetchWith,
  form,
  fr,
  json,
  production,
  withAccess,
} from "../helpers/app"
import { logText, takeLog } from "../helpers/log"
import { mailBindings, runCron } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { headingOf, shownText } from "../helpers/page"
import { db, insertCategory, insertCity, insertMedia, insertProfile, insertUser } from "../helpers/rows"

const open = { visit: "allow", list: "allow", pay: "allow", contact: "allow" } as const
type Rules = Partial<Record<keyof typeof open, "allow" | "block" | "age_gate">>

/** Puts rules in force as a confirmed change does. */
const decide = (country: string, rules: Rules) =>
  db
    .insert(countryPolicies)
    .values({ ...open, ...rules, country, version: 1, updatedAt: 0 } as typeof countryPolicies.$inferInsert)

/** Fetches as Cloudflare hands on a request from a country; undefined: it knows none. */
const from = async (country: string | undefined, path: string, init: RequestInit = {}) =>
  fetchWith(mailBindings, path, {
    ...(await withAccess(init)),
    cf: country === undefined ? {} : { country },
  } as RequestInit)

const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]

let slug: string
let picture: string
let ownerId: string

beforeAll(async () => {
  const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  ownerId = (await insertUser()).id
  const profile = await insertProfile({ ...base, ownerId, slug: "camille", name: "Camille Visible", featuredRank: 1 })
  slug = profile.slug
  const photo = await insertMedia({ profileId: profile.id })
  await env.MEDIA.put(`${photo.storageKey}/640.webp`, "a picture")
  picture = `/media/${photo.id}/640.webp`
})

beforeEach(async () => {
  await db.delete(countryChanges)
  await db.delete(countryPolicies)
})

describe("a visitor of a blocked country", () => {
  const closed = ["/", "/_root.data", "/escorts", "/escorts.data", "/escorts/camille", "/escorts/camille/gallery"]
  closed.push("/about", "/faq", "/casting", "/become-member", "/sitemap.xml", "/nowhere", "/auth/emails/verify/a/b")

  test.each(closed)("receives 451 for %s, and nothing of a profile", async (path) => {
    await decide("FR", { visit: "block" })
    const response = await from("FR", path)
    expect([response.status, response.headers.get("Cache-Control")]).toEqual([451, "private, no-store"])
    expect(response.headers.get("Link")).toBe(`<${en}/>; rel="blocked-by"`)
    expect(await response.text()).not.toContain("Camille Visible")
  })

  test.each([
    ["en", en, "This service isn’t available in your country."],
    ["fr", fr, "Ce service n’est pas disponible dans votre pays."],
  ])("reads why in their language (%s), with the links that remain", async (_, site, sentence) => {
    await decide("FR", { visit: "block" })
    const html = await (await from("FR", `${site}/escorts/camille`)).text()
    expect(headingOf(html)).toBe(sentence)
    for (const link of ["/report?about=%2Fescorts%2Fcamille", "/contact", "/legal/notice", "/auth/login"])
      expect(html).toContain(`href="${link}"`)
  })

  test.each(["/profiles", "/profiles/camille", "/cities", "/faqs", "/search", "/me"])(
    "receives 451 as JSON from the API for %s",
    async (path) => {
      await decide("FR", { visit: "block" })
      const response = await from("FR", `/api${path}`)
      expect(await response.clone().json()).toMatchObject({
        code: "country.blocked",
        message: "This service isn’t available in your country.",
      })
      expect(response.status).toBe(451)
    },
  )

  test("receives no picture, whether or not the data centre has it", async () => {
    for (const _ of [1, 2]) {
      const elsewhere = await from("DE", picture)
      expect([elsewhere.status, await elsewhere.text()]).toEqual([200, "a picture"])
    }
    expect(logText()).toContain('"cache":"hit"')
    await decide("FR", { visit: "block" })
    expect(await codeOf(await from("FR", picture))).toEqual([451, "country.blocked"])
  })

  test.each([
    ["GET", "/report", 200],
    ["GET", "/contact", 200],
    ["GET", "/auth/login", 200],
    ["GET", "/auth/password/reset", 200],
    ["GET", "/health", 200],
    ["GET", "/robots.txt", 200],
    ["GET", "/.well-known/security.txt", 200],
    ["GET", "/legal/privacy", 404],
    ["GET", "/consent/nothing", 410],
    ["POST", "/webhooks/stripe", 404],
    ["POST", "/exit", 204],
    ["GET", "/api/pages/privacy", 404],
  ])("still reaches %s %s", async (method, path, status) => {
    const init = method === "POST" ? form({}) : {}
    const before = await from("FR", path, init)
    await decide("FR", { visit: "block" })
    const response = await from("FR", path, init)
    expect([response.status, response.status === 451]).toEqual([before.status, false])
    expect(response.status).toBe(status)
  })

  test("sends a report by the form and through the API, whether a guest or a member", async () => {
    const member = await insertMember()
    await decide("FR", { visit: "block" })
    const report = {
      category: "danger",
      about: "/escorts",
      details: "Somebody is in danger here.",
      good_faith: "on",
    }
    for (const init of [{}, addCookie({}, member.cookie)]) {
      const { headers, ...posted } = form(report)
      const sent = await from("FR", "/report", {
        ...posted,
        headers: { ...headers, ...Object.fromEntries(new Headers(init.headers)) } as HeadersInit,
      })
      expect([sent.status, sent.headers.get("Location")]).toEqual([302, expect.stringMatching(/^\/report\/sent\/R-/)])
    }
    const called = await from("FR", "/api/reports", json({ ...report, good_faith: true }))
    expect(called.status).toBe(201)
  })
})

describe("the country of a request", () => {
  test.each([
    ["FR", "FR"],
    ["US", "US"],
    ["T1", "T1"],
    ["XX", undefined],
    ["XX", "XX"],
  ])("has the rules of %s when Cloudflare says %s, and no other's", async (code, said) => {
    await decide(code, { visit: "block" })
    expect((await from(said, "/about")).status).toBe(451)
    for (const other of ["FR", "US", "T1", undefined, "DE"].filter((one) => (one ?? "XX") !== code))
      expect([other, (await from(other, "/about")).status]).toEqual([other, 404])
  })

  test.each(["constructor", "__proto__", "toString", "fr", "F", "FRA"])("is unknown when it is %s", async (said) => {
    await decide("XX", { visit: "block" })
    expect((await from(said, "/about")).status).toBe(451)
  })

  const claims = { "CF-IPCountry": "DE", "X-Test-Country": "DE", "X-Country": "DE", "X-Forwarded-Country": "DE" }

  test.each(["production", "development"])("is no header of the client in %s, either way", async (APP_ENV) => {
    await decide("FR", { visit: "block" })
    const settings =
      APP_ENV === "production" ? { ...production, ACCESS_KEY: "", AGE_NOTICE: "off" } : { APP_ENV, ACCESS_KEY: "" }
    const visit = (country: string, headers: Record<string, string>) =>
      fetchWith({ ...mailBindings, ...settings }, "/contact", { headers, cf: { country } } as RequestInit)
    const ask = (country: string, headers: Record<string, string>) =>
      fetchWith({ ...mailBindings, ...settings }, "/api/profiles", { headers, cf: { country } } as RequestInit)
    expect((await ask("FR", claims)).status).toBe(451)
    expect((await visit("FR", claims)).status).toBe(200)
    const lies = Object.fromEntries(Object.keys(claims).map((name) => [name, "FR"]))
    expect((await ask("DE", lies)).status).not.toBe(451)
  })

  test("is that of the test header in tests", async () => {
    await decide("FR", { visit: "block" })
    expect((await from("DE", "/about", { headers: { "X-Test-Country": "FR" } })).status).toBe(451)
  })
})

describe("the caches", () => {
  const cached = { CONTENT_EPOCH_SECONDS: "0", AGE_NOTICE: "on" }
  const visit = async (country: string, path: string) =>
    fetchWith(cached, path, { ...(await withAccess()), cf: { country } } as RequestInit)

  test("serve no country the refusal of another, nor a page to a blocked one", async () => {
    await decide("FR", { visit: "block" })
    for (const [country, status] of [
      ["FR", 451],
      ["DE", 200],
      ["FR", 451],
      ["DE", 200],
    ] as const) {
      const response = await visit(country, "/escorts?sort=price-up")
      expect([country, response.status]).toEqual([country, status])
      const html = await response.text()
      expect(html.includes("Camille Visible")).toBe(status === 200)
      expect(html.includes("isn’t available in your country")).toBe(status === 451)
    }
    expect(logText()).toContain('"cache":"hit"')
  })

  test("a refusal costs a stranger's thousandth request no round trip of its own", async () => {
    await decide("FR", { visit: "block" })
    await visit("FR", "/escorts")
    const [line] = logText()
      .split("\n")
      .filter((one) => one.includes("country.blocked"))
    expect(JSON.parse(line ?? "{}")).toMatchObject({ status: 451, d1_round_trips: 0, rows_read: 0 })
  })
})

describe("a country whose visitors are asked for their age", () => {
  const ask = async (country: string, path: string, cookie: string) =>
    fetchWith({ AGE_NOTICE: "off" }, path, { ...addCookie({}, cookie), cf: { country } } as RequestInit)

  test("asks them although the deployment does not, and nobody else", async () => {
    await decide("FR", { visit: "age_gate" })
    const access = await accessCookie()
    const asked = await ask("FR", "/escorts", access)
    expect([asked.status, asked.headers.get("Location")]).toEqual([303, "/age?to=%2Fescorts"])
    expect((await ask("DE", "/escorts", access)).status).toBe(200)
    expect((await ask("FR", "/escorts", `${access}; ${await ageCookie()}`)).status).toBe(200)
    expect(await codeOf(await ask("FR", picture, access))).toEqual([403, "age.required"])
  })
})

describe("a member in a blocked country", () => {
  const reached = ["/profile", "/profile/settings", "/profile/settings/data", "/profile/settings/two-factor"]
  reached.push("/profile/billing", "/profile/invoices", "/profile/help", "/contact", "/report")

  test.each(reached)("still reads %s", async (path) => {
    const member = await insertMember()
    await decide("FR", { visit: "block" })
    expect((await from("FR", path, addCookie({}, member.cookie))).status).toBe(200)
  })

  test.each(["/", "/escorts", "/escorts/camille", "/profile/chat", "/profile/favorites", "/profile/plans"])(
    "reads no %s, but what remains",
    async (path) => {
      const member = await insertMember()
      await decide("FR", { visit: "block" })
      const response = await from("FR", path, addCookie({}, member.cookie))
      const html = await response.text()
      expect(response.status).toBe(451)
      for (const link of ["/contact", "/profile/billing", "/profile/settings/data#data-export"])
        expect(html).toContain(`href="${link}"`)
    },
  )

  test("exports and erases their data, and stops their profile", async () => {
    const member = await insertMember()
    await decide("FR", { visit: "block" })
    const headers = { Authorization: `Bearer ${member.session.token}` }
    const post = (path: string) => from("FR", `/api/me${path}`, json({}, headers))
    for (const path of ["/exports", "/erasure", "/plan/cancel", "/profile/pause"])
      expect([path, (await post(path)).status]).not.toEqual([path, 451])
    expect(await codeOf(await from("FR", "/api/me/favorites", { headers }))).toEqual([451, "country.blocked"])
  })

  test("whatever a suspended member may use without seeing profiles is theirs too", () => {
    const decided = pathPolicies
      .filter(({ whileSuspended, fromBlocked, isAgeless }) => whileSuspended && !fromBlocked && isAgeless)
      .map(({ path }) => path)
    expect(decided).toEqual([
      "/about",
      "/faq",
      "/age/*",
      "/auth/emails/(sent|verify)/.*",
      "/api/auth/(join(/resend)?|verify)",
      "/api/(docs|faqs|openapi\\.json)/*",
      "/(sitemap\\.xml|sitemaps)/*",
    ])
    const own = pathPolicies.filter(({ path, whileSuspended }) => whileSuspended && /^\/(profile|api\/me)\b/.test(path))
    expect(own.filter(({ fromBlocked }) => fromBlocked !== "members").map(({ path }) => path)).toEqual([])
  })
})

describe("staff in a blocked country", () => {
  test("use the back office and the site, and can undo the block", async () => {
    const owner = await insertStaffMember("owner")
    await decide("FR", { visit: "block" })
    const browse = (path: string) => from("FR", path, addCookie({}, owner.cookie))
    for (const path of ["/dashboard/admin", "/dashboard/admin/countries/FR", "/escorts", "/profile/chat"])
      expect([path, (await browse(path)).status]).toEqual([path, 200])
    const headers = { Authorization: `Bearer ${owner.session.token}` }
    const body = { ...open, version: 1, reason: "Counsel has answered" }
    expect((await from("FR", "/api/admin/countries/FR/changes", json(body, headers))).status).toBe(202)
  })
})

describe("a socket from a blocked country", () => {
  /** Connects as a browser does; returns the first event. */
  const connect = async (country: string, cookie: string) => {
    const response = await from(country, "/app/test-key?protocol=7", {
      headers: { Upgrade: "websocket", Cookie: cookie },
    })
    const socket = response.webSocket
    if (!socket) throw new Error(`No socket: ${response.status}`)
    const first = new Promise<string>((resolve) =>
      socket.addEventListener("message", ({ data }) => resolve(String(data)), { once: true }),
    )
    socket.accept()
    const { event } = JSON.parse(await first) as { event: string }
    socket.close()
    return event
  }

  test("is refused to a member, and open to staff and to members elsewhere", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("moderator")]
    await decide("FR", { visit: "block" })
    expect(await connect("FR", member.cookie)).toBe("pusher:error")
    expect(await connect("DE", member.cookie)).toBe("pusher:connection_established")
    expect(await connect("FR", staff.cookie)).toBe("pusher:connection_established")
    const html = await (await from("FR", "/profile", addCookie({}, member.cookie))).text()
    expect(html).not.toContain("test-key")
  })
})

describe("a country that is closed to one use", () => {
  test("sells nothing, and says so before anything is counted", async () => {
    const member = await insertMember()
    await decide("FR", { pay: "block" })
    const headers = { Authorization: `Bearer ${member.session.token}` }
    expect(await codeOf(await from("FR", "/api/me/checkouts", json({ price: "any", start: true }, headers)))).toEqual([
      451,
      "country.no_payment",
    ])
    // Nothing is for sale in this test: elsewhere the refusal is that.
    const elsewhere = await from("DE", "/api/me/checkouts", json({ price: "any", start: true }, headers))
    expect(await codeOf(elsewhere)).toEqual([503, "billing.unavailable"])
    expect(takeLog("request.failed")).toHaveLength(1)
    for (const path of ["/plan/cancel", "/billing/card"])
      expect(await codeOf(await from("FR", `/api/me${path}`, json({}, headers)))).toEqual([409, "billing.no_plan"])
  })

  test("takes no application and publishes no profile", async () => {
    await decide("FR", { list: "block" })
    expect(await codeOf(await from("FR", "/api/applications", json({ first_name: "Ada" })))).toEqual([
      451,
      "country.no_listing",
    ])
    expect((await from("DE", "/api/applications", json({ first_name: "Ada" }))).status).toBe(201)
    const owner = await insertMember()
    const base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
    await insertProfile({ ...base, ownerId: owner.user.id, state: "paused" })
    const headers = { Authorization: `Bearer ${owner.session.token}` }
    for (const path of ["/profile/publication", "/profile/submission"])
      expect([path, ...(await codeOf(await from("FR", `/api/me${path}`, json({}, headers))))]).toEqual([
        path,
        451,
        "country.no_listing",
      ])
    expect((await from("FR", "/escorts/camille")).status).toBe(200)
  })

  test("sends no first message, and says so before it is written", async () => {
    const member = await insertMember()
    await decide("FR", { contact: "block" })
    const headers = { Authorization: `Bearer ${member.session.token}` }
    const message = { profile: slug, client_id: "01ARZ3NDEKTSV4RRFFQ69G5FAV", body: "Hello" }
    expect(await codeOf(await from("FR", "/api/conversations", json(message, headers)))).toEqual([
      451,
      "country.no_contact",
    ])
    expect((await codeOf(await from("DE", "/api/conversations", json(message, headers))))[1]).toBe(
      "chat.premium_required",
    )
    const html = await (await from("FR", `/profile/chat/new?profile=${slug}`, addCookie({}, member.cookie))).text()
    expect(html).toContain("First messages can’t be sent from your country")
    expect(html).not.toContain('name="body"')
  })
})

/** A member of staff who calls the back office's API. */
async function asStaff(role: Parameters<typeof insertStaffMember>[0]) {
  const { user, call } = await insertStaffMember(role)
  return {
    id: user.id,
    async call(method: string, path: string, json?: unknown) {
      const response = await call(method, `/admin${path}`, json)
      // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
      return { status: response.status, body: (await response.json()) as any }
    },
  }
}
type Caller = Awaited<ReturnType<typeof asStaff>>

describe("a change of a country", () => {
  const propose = (staff: Caller, country: string, rules: Rules = { visit: "block" }, version = 0) =>
    staff.call("POST", `/countries/${country}/changes`, { ...open, ...rules, version, reason: "Advice of counsel" })
  const act = async (staff: Caller, name: "confirm" | "drop", id: string): Promise<string | null> => {
    const { body } = await staff.call("POST", `/country-changes/acts/${name}`, { ids: [id] })
    return body.failed[0]?.code ?? null
  }
  const rulesOf = async (staff: Caller, country: string) =>
    (await staff.call("GET", `/countries/${country}`)).body as Country

  test("changes nothing until a second person confirms it, who is not its author", async () => {
    const [owner, lead] = [await asStaff("owner"), await asStaff("trust_lead")]
    const { status, body } = await propose(owner, "FR")
    expect(status).toBe(202)
    expect(await rulesOf(owner, "FR")).toMatchObject({ visit: "allow", version: 0, pending_id: body.id })
    expect((await from("FR", "/api/profiles")).status).toBe(200)
    expect(await act(owner, "confirm", body.id)).toBe("countries.second_person")
    expect((await from("FR", "/api/profiles")).status).toBe(200)
    expect(await act(lead, "confirm", body.id)).toBeNull()
    expect(await act(lead, "confirm", body.id)).toBe("conflict.changed")
    expect((await from("FR", "/api/profiles")).status).toBe(451)
    expect(await rulesOf(owner, "FR")).toMatchObject({ visit: "block", version: 1, pending_id: null })
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, body.id))
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["country.propose", owner.id],
      ["country.confirm", lead.id],
    ])
  })

  test("is proposed by an owner alone, and confirmed by an owner or a trust lead", async () => {
    const lead = await asStaff("trust_lead")
    expect((await propose(lead, "FR")).status).toBe(404)
    const [owner, second] = [await asStaff("owner"), await asStaff("owner")]
    const { body } = await propose(owner, "FR")
    for (const role of ["moderator", "support", "auditor", "finance"] as const) {
      const staff = await asStaff(role)
      expect((await staff.call("POST", "/country-changes/acts/confirm", { ids: [body.id] })).status).toBe(404)
    }
    expect(await act(second, "confirm", body.id)).toBeNull()
  })

  test("waits one at a time, and is no change if it changes nothing", async () => {
    const [owner, other] = [await asStaff("owner"), await asStaff("owner")]
    expect((await propose(owner, "FR", {})).body.code).toBe("countries.unchanged")
    const both = await Promise.all([propose(owner, "FR"), propose(other, "FR", { pay: "block" })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([202, 409])
    expect((await propose(other, "FR", { list: "block" })).body.code).toBe("countries.change_pending")
    expect((await propose(other, "DE", { list: "block" })).status).toBe(202)
    expect(await db.select().from(countryChanges)).toHaveLength(2)
  })

  test("is refused for rules that were changed since they were read, and for no country", async () => {
    const owner = await asStaff("owner")
    await decide("FR", { pay: "block" })
    expect((await propose(owner, "FR")).body.code).toBe("conflict.changed")
    expect((await propose(owner, "FR", { visit: "block" }, 1)).status).toBe(202)
    for (const code of ["ZZ", "fr", "toString"]) expect([404, 422]).toContain((await propose(owner, code)).status)
    for (const wrong of [{ list: "age_gate" }, { visit: "closed" }, { reason: "" }])
      expect(
        (
          await owner.call("POST", "/countries/DE/changes", {
            ...open,
            pay: "block",
            version: 0,
            reason: "x",
            ...wrong,
          })
        ).status,
      ).toBe(422)
  })

  test("is withdrawn by its author, refused by a colleague, and ends after seven days", async () => {
    const [owner, lead] = [await asStaff("owner"), await asStaff("trust_lead")]
    const stateOf = async (id: string) =>
      (await db.select().from(countryChanges).where(eq(countryChanges.id, id)))[0]?.state
    const one = (await propose(owner, "FR")).body.id as string
    expect(await act(owner, "drop", one)).toBeNull()
    const two = (await propose(owner, "FR")).body.id as string
    expect(await act(lead, "drop", two)).toBeNull()
    const three = (await propose(owner, "FR")).body.id as string
    await db
      .update(countryChanges)
      .set({ expiresAt: Date.now() - 1 })
      .where(eq(countryChanges.id, three))
    expect(await act(lead, "confirm", three)).toBe("conflict.changed")
    await runCron("*/5 * * * *")
    expect([await stateOf(one), await stateOf(two), await stateOf(three)]).toEqual(["withdrawn", "refused", "expired"])
    expect(await db.select().from(countryPolicies)).toEqual([])
    expect((await from("FR", "/api/profiles")).status).toBe(200)
  })

  test("is counted for the second person, not for its author", async () => {
    const [owner, lead] = [await asStaff("owner"), await asStaff("trust_lead")]
    await propose(owner, "FR")
    const countOf = async (staff: Caller) =>
      (await staff.call("GET", "/queues")).body.data.find(({ name }: { name: string }) => name === "country-changes")
        ?.count
    expect([await countOf(owner), await countOf(lead), await countOf(await asStaff("auditor"))]).toEqual([
      0,
      1,
      undefined,
    ])
  })

  test("is proposed on the country's page, which shows its rules, its history and what waits", async () => {
    const owner = await insertStaffMember("owner")
    const page = "/dashboard/admin/countries/FR"
    expect(await (await owner.open(page)).text()).toContain("Propose a change")
    const fields = { ...open, visit: "block", version: "0" }
    expect((await owner.submit(page, { ...fields, reason: "" })).status).toBe(422)
    expect((await owner.submit(page, { ...fields, reason: "Advice of counsel" })).status).toBe(200)
    const html = await (await owner.open(page)).text()
    expect(html).toContain("A change is waiting for a second person.")
    expect(html).toContain("Advice of counsel")
    expect(html).not.toContain('name="reason"')
    const list = await (await owner.open("/dashboard/admin/countries")).text()
    for (const name of ["Tor network", "Unknown country", "France"]) expect(list).toContain(name)
    const changes = shownText(await (await owner.open("/dashboard/admin/country-changes")).text())
    expect(changes).toContain("France")
    const chosen = await owner.open("/dashboard/admin/countries?country=DE")
    expect(chosen.headers.get("Location")).toBe("/dashboard/admin/countries/DE")
    expect((await owner.open("/dashboard/admin/countries/ZZ")).status).toBe(404)
    const lead = await insertStaffMember("trust_lead")
    expect(shownText(await (await lead.open("/dashboard/admin/countries/DE")).text())).not.toContain("Propose a change")
  })

  test("every country is listed once, Tor and the unknown one first", async () => {
    const { body } = await (await asStaff("auditor")).call("GET", "/countries")
    const codes = body.data.map(({ country }: Country) => country)
    expect(codes.slice(0, 2)).toEqual(["T1", "XX"])
    expect(new Set(codes).size).toBe(codes.length)
    expect(codes).toEqual(countryCodes)
  })
})
