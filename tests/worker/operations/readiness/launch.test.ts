import { eq, sql } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type RecordedItem, recordedItems } from "~/db/enums"
import { emailTokens, pageTexts, profiles, readinessRecords, staffGrants, users } from "~/db/schema"
import { computedItems, type ReadinessItem, readinessItems } from "~/domain/core/readiness/policy"
import { resources } from "~/i18n/resources.server"
import { fetchWith, json } from "../../helpers/app"
import { approvalOf, completeLaunch, disenrol, enrol, launched } from "../../helpers/launch"
import { takeLog } from "../../helpers/log"
import { insertMember } from "../../helpers/member"
import {
  completeProfile,
  DAY,
  db,
  insertCategory,
  insertCity,
  insertColleague,
  insertProfile,
} from "../../helpers/rows"

type Member = Awaited<ReturnType<typeof insertMember>>

/** The texts of the banner, which the document has a second time among its texts for the script. */
const [fictional, closed] = [resources.en.common.shell.demo, resources.en.common.shell.demo_closed].map(
  (text) => `>${text}<`,
) as [string, string]
const live = { STRIPE_SECRET_KEY: "sk_live_a", STRIPE_WEBHOOK_SECRET: "whsec_a" }

let owner: Member
let host: Member & { profileId: string }
let base: { cityId: string; categoryId: string }

beforeEach(async () => {
  owner = await completeLaunch()
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  const member = await insertMember()
  const profile = await insertProfile({ ...base, ownerId: member.user.id, state: "approved" })
  await completeProfile(profile)
  host = { ...member, profileId: profile.id }
})
afterEach(() => {
  vi.useRealTimers()
})

const call = (settings: object, member: Member, request: `${string} /${string}`, body?: unknown) => {
  const [method = "", path = ""] = request.split(" ")
  const { headers, ...init } = body === undefined ? { headers: {} } : json(body)
  const authorization = { Authorization: `Bearer ${member.session.token}` }
  return fetchWith(settings, `/api${path}`, { ...init, method, headers: { ...headers, ...authorization } })
}
const codeOf = async (response: Response) => (await response.json<{ code?: string }>()).code
const stateOf = async () => (await db.select().from(profiles).where(eq(profiles.id, host.profileId)))[0]?.state

/** Returns how the deployment shows itself to visitors and search engines. */
async function lookAt(settings: object) {
  const page = await fetchWith(settings, "/faq")
  const html = await page.text()
  const robots = await (await fetchWith(settings, "/robots.txt")).text()
  return {
    hasBanner: html.includes(closed),
    isHeaderIndexed: page.headers.get("X-Robots-Tag") === null,
    isPageIndexed: html.includes('content="index, follow"'),
    isCrawled: robots.includes("Sitemap:"),
    sitemap: (await fetchWith(settings, "/sitemap.xml")).status,
  }
}
const asLive = { hasBanner: false, isHeaderIndexed: true, isPageIndexed: true, isCrawled: true, sitemap: 200 }
const asDemo = { hasBanner: true, isHeaderIndexed: false, isPageIndexed: false, isCrawled: false, sitemap: 404 }

/** Tries to pay and to publish; returns the codes of the refusals. */
async function tryAll(settings: object) {
  return {
    checkout: await codeOf(await call(settings, host, "POST /me/checkouts", { price: "none", start: true })),
    preview: await codeOf(await call(settings, host, "GET /me/plan/changes/none")),
    change: await codeOf(await call(settings, host, "PUT /me/plan", { price: "none", at: Date.now() })),
    overdue: await codeOf(await call(settings, host, "POST /me/billing/pay")),
    publication: (await call(settings, host, "POST /me/profile/publication")).status,
    state: await stateOf(),
  }
}
const refused = "launch.incomplete"
const refusesAll = {
  checkout: refused,
  preview: refused,
  change: refused,
  overdue: refused,
  publication: 409,
  state: "approved",
}

/** How each item comes to be missing; of one without which the Worker serves nothing at all, the setting. */
const removals: Record<ReadinessItem, (() => Promise<unknown>) | { settings: object; isServed: boolean }> = {
  ...(Object.fromEntries(
    recordedItems.map((item) => [item, () => db.delete(readinessRecords).where(eq(readinessRecords.item, item))]),
  ) as unknown as Record<RecordedItem, () => Promise<unknown>>),
  legal_pages: () =>
    db.update(pageTexts).set({ body: "The seat: [address], [see](/x)" }).where(sql`locale = 'fr' AND title = 'notice'`),
  second_factors: () => disenrol(owner.user.id),
  payment_approval: { settings: { PAYMENT_APPROVAL: "" }, isServed: true },
  hash_provider: { settings: { HASH_MATCHER: "noop" }, isServed: false },
}

test("the items are those that are recorded and those that are computed, each once", () => {
  expect(readinessItems.toSorted()).toEqual([...recordedItems, ...computedItems].toSorted())
})

describe("a production deployment", () => {
  test("is live once nothing is missing: no banner, indexed, it charges and publishes", async () => {
    expect(await lookAt(launched)).toEqual(asLive)
    const { publication, state, ...billing } = await tryAll(launched)
    expect([publication, state]).toEqual([200, "published"])
    expect(Object.values(billing)).not.toContain(refused)
    // There is no provider to ask.
    expect(takeLog("request.failed")).toHaveLength(1)
  })

  test.each(readinessItems)("is a demonstration that charges and publishes nothing without %s", async (item) => {
    const removal = removals[item]
    const settings = typeof removal === "function" ? launched : { ...launched, ...removal.settings }
    if (typeof removal === "function") await removal()
    else if (!removal.isServed) {
      expect((await fetchWith(settings, "/")).status).toBe(500)
      expect(takeLog("config.invalid")).toHaveLength(1)
      return
    }
    expect(await lookAt(settings)).toEqual(asDemo)
    expect(await tryAll(settings)).toEqual(refusesAll)
    if (settings.PAYMENT_APPROVAL) expect(await tryAll({ ...settings, ...live })).toEqual(refusesAll)
  })

  test("is a demonstration again when a record is twelve months old, to the millisecond", async () => {
    const start = Date.now()
    const [record] = await db.select().from(readinessRecords).where(eq(readinessRecords.item, "dpia"))
    const end = record?.expiresAt ?? 0
    expect(new Date(end).getUTCFullYear()).toBe(new Date(start).getUTCFullYear() + 1)
    const settings = { ...launched, PAYMENT_APPROVAL: approvalOf(new Date(end - DAY).toISOString().slice(0, 10)) }
    vi.useFakeTimers({ toFake: ["Date"], now: end - 1 })
    expect((await lookAt(settings)).hasBanner).toBe(false)
    vi.setSystemTime(end)
    expect(await lookAt(settings)).toEqual(asDemo)
  })

  test("is a demonstration with an approval of payments that is a year old, or of a day that is to come", async () => {
    const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
    for (const [date, hasBanner] of [
      [dayOf(Date.now() - 364 * DAY), false],
      [dayOf(Date.now() - 367 * DAY), true],
      [dayOf(Date.now() + 3 * DAY), true],
    ] as const)
      expect([date, (await lookAt({ ...launched, PAYMENT_APPROVAL: approvalOf(date) })).hasBanner]).toEqual([
        date,
        hasBanner,
      ])
  })

  test("is a demonstration without a legal page, and without its French text", async () => {
    await db.delete(pageTexts).where(sql`locale = 'fr' AND title = 'privacy'`)
    expect(await lookAt(launched)).toEqual(asDemo)
  })

  test("gives a new colleague a week, and one with the operator's code its day, for their second factor", async () => {
    const colleague = await insertColleague("support")
    expect((await lookAt(launched)).hasBanner).toBe(false)
    await db.update(staffGrants).set({ createdAt: Date.now() - 7 * DAY - 1 })
    expect((await lookAt(launched)).hasBanner).toBe(true)
    const code = { tokenHash: "h", purpose: "staff-enrol" as const, subjectId: colleague.id, createdAt: Date.now() }
    await db.insert(emailTokens).values({ ...code, expiresAt: Date.now() + DAY })
    expect((await lookAt(launched)).hasBanner).toBe(false)
    await db.update(emailTokens).set({ expiresAt: Date.now() - 1 })
    expect((await lookAt(launched)).hasBanner).toBe(true)
    await enrol(colleague.id)
    expect((await lookAt(launched)).hasBanner).toBe(false)
  })

  test("names what is missing to staff who may read it, and to nobody else", async () => {
    await db.delete(readinessRecords).where(eq(readinessRecords.item, "counsel"))
    const buy = (member: Member) => call(launched, member, "POST /me/checkouts", { price: "none", start: true })
    expect(await (await buy(host)).json()).not.toHaveProperty("errors")
    const { errors } = await (await buy(owner)).json<{ errors: object }>()
    expect(Object.keys(errors)).toEqual(["counsel"])
  })

  test("keeps what is published, and lets its owner pause it, while it is a demonstration", async () => {
    expect((await call(launched, host, "POST /me/profile/publication")).status).toBe(200)
    await db.delete(readinessRecords)
    const slug = (await db.select().from(profiles).where(eq(profiles.id, host.profileId)))[0]?.slug
    expect((await fetchWith(launched, `/escorts/${slug}`)).status).toBe(200)
    expect((await call(launched, host, "POST /me/profile/pause")).status).toBe(200)
    expect(await codeOf(await call(launched, host, "POST /me/profile/publication"))).toBe(refused)
    expect(await stateOf()).toBe("paused")
  })

  test("publishes no profile again after a cancelled erasure or a lifted ban while it is a demonstration", async () => {
    const set = (state: "published" | "banned") =>
      db.update(profiles).set({ state }).where(eq(profiles.id, host.profileId))
    const waysBack = [
      async () => {
        await set("published")
        expect((await call(launched, host, "POST /me/erasure", { understood: true })).status).toBe(202)
        expect((await call(launched, host, "DELETE /me/erasure")).status).toBe(204)
      },
      async () => {
        await db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, host.user.id))
        await set("banned")
        const reopening = `/admin/users/${host.user.id}/reopening` as const
        expect((await call(launched, owner, `POST ${reopening}`, { reason: "A mistake of ours" })).status).toBe(204)
      },
    ]
    for (const comeBack of waysBack) {
      await comeBack()
      expect(await stateOf()).toBe("published")
    }
    await set("published")
    await db.delete(readinessRecords)
    for (const comeBack of waysBack.toReversed()) {
      await comeBack()
      expect(await stateOf()).toBe("paused")
      await db.update(users).set({ bannedAt: null }).where(eq(users.id, host.user.id))
    }
  })

  test("stays marked as a demonstration of fictional people while DEMO is on", async () => {
    const marked = { ...launched, INDEXING: "closed", DEMO: "on" }
    const html = await (await fetchWith(marked, "/faq")).text()
    expect([html.includes(closed), html.includes(fictional)]).toEqual([false, true])
  })
})

test("a deployment that is no production publishes and sells as it did, whatever is missing", async () => {
  await db.delete(readinessRecords)
  const settings = { ACCESS_KEY: "", AGE_NOTICE: "off" }
  expect((await call(settings, host, "POST /me/profile/publication")).status).toBe(200)
  expect(await codeOf(await call(settings, host, "POST /me/checkouts", { price: "none", start: true }))).not.toBe(
    refused,
  )
  expect(takeLog("request.failed")).toHaveLength(1)
  expect(await (await fetchWith(settings, "/faq")).text()).toContain(fictional)
})
