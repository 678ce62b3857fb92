import * as build from "virtual:remix/server-build"
import { expect, test } from "vitest"
import { sanctions } from "~/db/schema"
import { sectionPath, sections } from "~/features/accounts/settings/sections"
import { newId } from "~/lib/id"
import { addCookie, en, fetchApp, fr, withAccess } from "../helpers/app"
import { takeWoken } from "../helpers/mail"
import { insertMember } from "../helpers/member"
import { headingOf, titleOf } from "../helpers/page"
import { DAY, db, insertCheck, withoutDecisionRules } from "../helpers/rows"

/** Returns the path of a route, with something in place of its parameters. */
function pathOf(id: string | undefined): string {
  const route = id === undefined ? undefined : build.routes[id]
  if (!route) return ""
  const own = route.path?.replaceAll(/:\w+/g, "x").replace("*", "nowhere")
  return own ? `${pathOf(route.parentId)}/${own}` : pathOf(route.parentId)
}

const addresses = [...new Set(Object.keys(build.routes).map((id) => pathOf(id) || "/"))]

/** Inserts a member whose account is restricted. */
async function insertRestricted(kind: "suspended" | "refused", locale: "en" | "fr" = "en") {
  const member = await insertMember({ locale })
  const userId = member.user.id
  if (kind === "refused") await insertCheck({ userId, status: "refused_age" })
  else {
    await withoutDecisionRules(() =>
      db.insert(sanctions).values({
        id: newId(Date.now()),
        userId,
        kind: "suspend",
        state: "active",
        reason: "You asked for money.",
        createdAt: Date.now(),
        expiresAt: Date.now() + 2 * DAY,
      }),
    )
  }
  return member
}

const four = [
  "/contact",
  "/profile/billing",
  "/profile/settings/data#data-export",
  "/profile/settings/data#data-erasure",
]
const linksIn = (html: string) => [...html.matchAll(/<a\b[^>]*\bhref="([^"]*)"/g)].map(([, href = ""]) => href)

test("the routes are all looked at", () => {
  expect(addresses.length).toBeGreaterThan(90)
})

test.each(["suspended", "refused"] as const)(
  "an account that is %s meets a whole page with a way on at every address that is closed to it",
  async (kind) => {
    const member = await insertRestricted(kind)
    let closed = 0
    for (const path of addresses) {
      const response = await fetchApp(
        path,
        addCookie(await withAccess({ headers: { Accept: "text/html" } }), member.cookie),
      )
      if (response.status < 400 || response.status === 404) continue
      const html = await response.text()
      expect([path, response.headers.get("Content-Type")]).toEqual([path, "text/html; charset=utf-8"])
      expect([path, titleOf(html)]).toEqual([path, expect.stringMatching(/ - Salon$/)])
      if (response.status !== 403) continue
      closed += 1
      expect([path, headingOf(html)]).toEqual([
        path,
        expect.stringContaining(kind === "suspended" ? "paused until" : "cannot be used"),
      ])
      expect([path, linksIn(html)]).toEqual([path, expect.arrayContaining(four)])
    }
    expect(closed).toBeGreaterThan(25)
    takeWoken()
  },
)

test.each([
  { kind: "suspended", origin: en, locale: "en", plan: "Suspended with your account until", link: "Cancel your plan" },
  {
    kind: "suspended",
    origin: fr,
    locale: "fr",
    plan: "Suspendu avec votre compte jusqu’au",
    link: "Résilier votre formule",
  },
  { kind: "refused", origin: en, locale: "en", plan: "Closed with your account.", link: "Delete your account" },
  { kind: "refused", origin: fr, locale: "fr", plan: "Fermé avec votre compte.", link: "Supprimer votre compte" },
] as const)(
  "every page of its own says what an account that is $kind may do, and its plan does not claim to be open ($locale)",
  async ({ kind, origin, locale, plan, link }) => {
    const member = await insertRestricted(kind, locale)
    for (const path of [
      "/profile",
      "/profile/settings",
      ...sections.map(sectionPath),
      "/profile/billing",
      "/profile/settings/data",
      "/profile/invoices",
    ]) {
      const response = await fetchApp(origin + path, addCookie(await withAccess(), member.cookie))
      const html = await response.text()
      expect([path, response.status, linksIn(html)]).toEqual([path, 200, expect.arrayContaining(four)])
      expect([path, html]).toEqual([path, expect.stringContaining(link)])
    }
    const overview = await (await fetchApp(`${origin}/profile`, addCookie(await withAccess(), member.cookie))).text()
    expect(overview).toContain(plan)
  },
)

test("a form of a page that a suspended member may read is refused on that page", async () => {
  const member = await insertRestricted("suspended")
  const response = await member.submit("/profile/settings/profile", { intent: "name", name: "Another" })
  const html = await response.text()
  expect([response.status, titleOf(html)]).toEqual([403, "Profile - Salon"])
  expect(html).toContain("Your account is paused until")
})

test("a request from another site is refused by a whole page at every address, and by JSON in the API", async () => {
  for (const path of addresses) {
    const init = await withAccess({
      method: "POST",
      headers: { Origin: "https://elsewhere.example", Accept: "text/html" },
    })
    const response = await fetchApp(path, init)
    const html = await response.text()
    const got = [
      path,
      response.status,
      response.headers.get("Content-Type"),
      titleOf(html),
      linksIn(html).includes("/contact"),
    ]
    expect(got).toEqual([path, 403, "text/html; charset=utf-8", "Error 403 - Salon", true])
  }
  const api = await fetchApp("/api/contact", { method: "POST", headers: { Origin: "https://elsewhere.example" } })
  expect([api.status, api.headers.get("Content-Type")]).toEqual([403, "application/json"])
})

test.each([
  "/profile/invoices/gone/pdf",
  "/consent/gone/pictures/gone",
  "/profile/notifications/gone",
  "/dashboard/admin/figures.csv",
])("the file %s that is gone shows the page of a missing one", async (path) => {
  const member = await insertMember()
  const response = await fetchApp(path, addCookie(await withAccess(), member.cookie))
  const html = await response.text()
  expect([response.status >= 400, titleOf(html)]).toEqual([true, expect.stringMatching(/ - Salon$/)])
  expect(headingOf(html)).not.toBe("")
})
