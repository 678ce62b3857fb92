import * as build from "virtual:remix/server-build"
import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { favorites, subscriptions } from "~/db/schema"
import { policyOf } from "~/page-policy"
import { api } from "../../../../worker/api/api"
import { describeApi } from "../../../../worker/api/openapi/document"
import { fr } from "../../helpers/app"
import { takeWoken } from "../../helpers/mail"
import { headingOf } from "../../helpers/page"
import { dumpDatabase } from "../../helpers/person"
import { db, insertFaq, insertMedia, insertPage } from "../../helpers/rows"
import { insertImpersonated } from "./impersonated"

afterEach(() => void takeWoken())

/** The address of a route, with those of its parents. */
function pathOf(id: string | undefined): string {
  const route = id === undefined ? undefined : build.routes[id]
  if (!route) return ""
  return route.path ? `${pathOf(route.parentId)}/${route.path}` : pathOf(route.parentId)
}

/** The pages that staff read as a member, once more: one that is added to page-policy.ts is decided here too. */
const readable = [
  "/",
  "/about",
  "/escorts",
  "/faq",
  "/legal/:name",
  "/transparency",
  "/profile",
  "/profile/favorites",
  "/profile/searches",
  "/escorts/in",
  "/escorts/in/:city",
  "/escorts/in/:city/:occasion",
  "/escorts/:slug",
  "/escorts/:slug/gallery",
  "/escorts/:slug/infos",
  "/escorts/:slug/services",
  "/escorts/:slug/videos",
  "/profile/escort",
  "/profile/escort/preview",
  "/profile/escort/services",
  "/profile/escort/statistics",
  "/profile/escort/words",
]
const ends = ["/auth/impersonation", "/auth/logout"]
const pages = [...new Set(Object.keys(build.routes).map((id) => pathOf(id) || "/"))].filter(
  (path) => path !== "/*" && !ends.includes(path),
)

type Impersonated = Awaited<ReturnType<typeof insertImpersonated>>
const addressOf = (path: string, { owner }: Impersonated) =>
  path
    .replace(":slug", owner.profile.slug)
    .replace(":city", owner.city.slug)
    .replace(":occasion", owner.category.slug)
    .replace("/legal/:name", "/legal/terms")
    .replace(/:id\b/, owner.user.id)
    .replace(/:\w+/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV")

const withoutTraces = async () =>
  (await dumpDatabase())
    .filter(({ table }) => !["audit_log", "audit_seals", "_cf_KV"].includes(table))
    .map((row) => JSON.stringify(row))
    .toSorted()

describe("while staff see the site as a member", () => {
  test("the overview has nothing of the member's subscription", async () => {
    const { member, staff } = await insertImpersonated()
    const endsAt = 4_102_444_801_234
    await db.update(subscriptions).set({ endsAt }).where(eq(subscriptions.userId, member.id))
    const page = await (await staff.see("/profile")).text()
    expect([page.includes(member.email), page.includes(String(endsAt))]).toEqual([true, false])
  })

  test("they read the pages that are listed, and every other page is refused with a sentence under the bar", async () => {
    const one = await insertImpersonated()
    await insertPage({ slug: "legal/terms" }, { title: "Terms", body: "…" })
    await insertPage({ slug: "about" }, { title: "About", body: "…" })
    await insertFaq({}, { question: "Why?", answer: "Because." })
    expect(pages.length).toBeGreaterThan(80)
    const opened = []
    for (const path of pages) {
      const response = await one.staff.see(addressOf(path, one))
      const html = await response.text()
      if (response.status === 200) opened.push(path)
      else {
        expect([path, response.status]).toEqual([path, 403])
        expect([path, headingOf(html).slice(0, 52)]).toEqual([
          path,
          "This page is closed while you see the site as a memb",
        ])
        expect([path, html.includes(`Viewing as ${one.member.name}`)]).toEqual([path, true])
      }
    }
    expect(opened.toSorted()).toEqual(readable.toSorted())
    expect(pages.filter((path) => policyOf(addressOf(path, one)).whileImpersonating === "use")).toEqual([])
  }, 120_000)

  test("the data of closed pages is refused as their documents are, in the reader's language", async () => {
    const one = await insertImpersonated()
    for (const path of ["/profile/billing", "/profile/chat", "/profile/settings", "/dashboard/admin"]) {
      const response = await one.staff.see(`${path}.data`)
      const text = await response.text()
      expect([path, response.status]).toEqual([path, 403])
      expect([path, text.includes("impersonation.closed"), text.includes("visa")]).toEqual([path, true, false])
    }
    expect(headingOf(await (await one.staff.see(`${fr}/profile/billing`)).text())).toContain("Cette page est fermée")
  })

  test.each([
    "/profile/billing/",
    "/PROFILE/billing",
    "/profile/%62illing",
    "/profile//billing",
    "/profile/billing.data",
    "/dashboard/admin/",
    "/profile/settings/data?index",
    "/profile/chat/new?profile=x",
    "/escorts/a/private",
  ])("%s is no way round the list", async (path) => {
    const one = await insertImpersonated()
    expect((await one.staff.see(path)).status).toBe(403)
  })

  test("no page that they read changes anything, in any table", async () => {
    const one = await insertImpersonated()
    await insertPage({ slug: "legal/terms" }, { title: "Terms", body: "…" }).catch(() => {})
    await db.insert(favorites).values({ userId: one.member.id, profileId: one.owner.profile.id, createdAt: 1 })
    const before = await withoutTraces()
    for (const path of readable) {
      await one.staff.see(addressOf(path, one))
      await one.staff.see(`${addressOf(path, one).replace(/^\/$/, "/_root")}.data`)
    }
    expect(await withoutTraces()).toEqual(before)
  })

  test("no form of any page is carried out", async () => {
    const one = await insertImpersonated()
    const before = await withoutTraces()
    for (const path of pages) {
      const intents = ["end-others", "profile", "publish", "pause", "add", "sign_in_as", "warn"]
      const fields = { intent: intents[pages.indexOf(path) % intents.length] as string, keep: "1", name: "Other" }
      const address = addressOf(path, one)
      for (const target of [address, `${address === "/" ? "/_root" : address}.data`]) {
        const { status } = await one.staff.post(target, { ...fields, profile: one.owner.profile.id, reason: "x" })
        expect([target, status]).toEqual([target, 403])
      }
    }
    expect(await withoutTraces()).toEqual(before)
  }, 120_000)

  test("a refused form says so on its page, which stays", async () => {
    const one = await insertImpersonated()
    const response = await one.staff.post("/profile/escort", { intent: "pause" })
    const html = await response.text()
    expect(response.status).toBe(403)
    expect(html).toContain("You see the site as a member, and can only read. Nothing was changed.")
    expect(html).toContain("Viewing as")
    expect(headingOf(html)).not.toContain("This page is closed")
  })

  const { paths = {} } = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.keys(item as object).map((method) => ({ method: method.toUpperCase(), path })),
  )
  /** Public texts, and the ways out. */
  const open = /^\/(faqs|pages|transparency|openapi\.json|docs|auth\/(logout|impersonation))/

  test("the API reads public texts, ends it, and refuses everything else", async () => {
    const one = await insertImpersonated()
    const before = await withoutTraces()
    expect(operations.length).toBeGreaterThan(150)
    for (const { method, path } of operations.filter((operation) => !open.test(operation.path))) {
      const address = path.replace("{slug}", one.owner.profile.slug).replace(/\{\w+\}/g, one.owner.user.id)
      const response = await one.staff.fetchApi(method, address)
      const { code } = await response.json<{ code: string }>()
      const expected = method === "GET" ? "impersonation.closed" : "impersonation.read_only"
      expect([method, path, response.status, code]).toEqual([method, path, 403, expected])
    }
    expect(await withoutTraces()).toEqual(before)
  }, 120_000)

  test("private pictures stay closed, with and without an address that was signed before", async () => {
    const one = await insertImpersonated()
    const mediaItem = await insertMedia({ profileId: one.owner.profile.id, visibility: "private" })
    const html = await (await one.staff.see(`/escorts/${one.owner.profile.slug}/gallery?album=private`)).text()
    expect(html).not.toContain(`/media/${mediaItem.id}`)
    const ticket = await one.owner.call("POST", `/media/${mediaItem.id}/ticket`)
    const { query } = await ticket.json<{ query: string }>()
    expect((await one.staff.see(`/media/${mediaItem.id}/640.webp${query}`)).status).toBe(404)
  })

  test("a view of a profile is not counted, and a page is not cached", async () => {
    const one = await insertImpersonated()
    const page = await one.staff.see(`/escorts/${one.owner.profile.slug}`)
    expect(page.headers.get("Cache-Control")).toBe("private, no-store")
    expect((await one.staff.post(`/views/${one.owner.profile.slug}`)).status).toBe(403)
  })
})
