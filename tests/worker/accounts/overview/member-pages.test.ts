import * as build from "virtual:remix/server-build"
import { describe, expect, test } from "vitest"
import { en, fetchApp, fr, signedIn, withAccess } from "../../helpers/app"
import { insertOwner, insertPremium } from "../../helpers/chat"
import { elementsOf, titleOf } from "../../helpers/page"

/** Returns the patterns of the pages below a route, whose own pattern is `prefix`. */
function patternsBelow(parent: string, prefix: string): string[] {
  const patterns = Object.values(build.routes).flatMap((route) => {
    if (route?.parentId !== parent) return []
    const path = [prefix, route.path].filter(Boolean).join("/")
    return [path, ...patternsBelow(route.id, path)]
  })
  return [...new Set(patterns)]
}

/** Returns the addresses of the member area, by their patterns: a route without one here fails the test. */
const memberPatterns = () => patternsBelow("routes/accounts/area", "/profile")

describe("in the member area", () => {
  test("every page of the member area is behind the guard that redirects visitors to the login", () => {
    const all = patternsBelow("root", "").filter((pattern) => pattern.startsWith("profile/"))
    expect(all.map((pattern) => `/${pattern}`).toSorted()).toEqual(
      memberPatterns()
        .filter((pattern) => pattern !== "/profile")
        .toSorted(),
    )
  })

  test("no tab's title discloses a member's correspondents, or any other data", async () => {
    const requester = await insertPremium({ name: "Ada Zobrist" })
    const owner = await insertOwner({ name: "Camille Perron" })
    const { conversation } = await (await requester.ask(owner.slug)).json<{ conversation: { id: string } }>()
    await requester.call("POST", "/me/two-factor", {})
    const addresses: Record<string, string> = {
      "/profile/chat/:conversation": `/profile/chat/${conversation.id}`,
      "/profile/chat/new": `/profile/chat/new?profile=${(await insertOwner({ name: "Zoé Perron" })).slug}`,
      "/profile/notifications/:notification": "/profile/notifications/01ARZ3NDEKTSV4RRFFQ69G5FAV",
      "/profile/settings/data/:token": `/profile/settings/data/${"x".repeat(43)}`,
    }
    const seen: Record<string, string> = {}
    for (const origin of [en, fr]) {
      for (const pattern of memberPatterns()) {
        const response = await fetchApp(origin + (addresses[pattern] ?? pattern), await signedIn(requester.user))
        const isPage = response.headers.get("Content-Type")?.startsWith("text/html")
        if (response.status === 302 || !isPage) continue
        const title = titleOf(await response.text()) ?? ""
        seen[pattern] = title
        expect([pattern, title]).toEqual([pattern, expect.stringMatching(/^[\p{L}\s:,’'-]+ - Salon$/u)])
        for (const secret of ["Ada", "Zobrist", "Camille", "Perron", "Zoé", requester.user.email, owner.slug])
          expect([pattern, title]).toEqual([pattern, expect.not.stringContaining(secret)])
      }
    }
    expect(seen["/profile/chat/:conversation"]).toBe("Messages - Salon")
    expect(seen["/profile/chat/new"]).toBe("Messages - Salon")
    expect(Object.keys(seen).length).toBeGreaterThan(9)
  })
})

describe("a profile", () => {
  const links = async (path: string, init: RequestInit) => {
    const elements = await elementsOf(await (await fetchApp(path, init)).text())
    return elements.flatMap(({ tag, attributes }) => (tag === "a" ? [attributes.href ?? ""] : []))
  }

  test("a profile offers its owner neither to write to nor to report themselves", async () => {
    const owner = await insertOwner()
    for (const section of ["", "/infos", "/services"]) {
      const path = `/escorts/${owner.slug}${section}`
      const own = await links(path, await signedIn(owner.user))
      // Every page's footer leads to a report of that page.
      expect(own.filter((href) => /chat\/new/.test(href))).toEqual([])
      expect(own.filter((href) => /about=%2Fescorts/.test(href))).toHaveLength(1)
    }
    const another = await links(`/escorts/${owner.slug}`, await signedIn((await insertOwner()).user))
    const visitor = await links(`/escorts/${owner.slug}`, await withAccess())
    for (const found of [another, visitor]) {
      expect(found).toContain(`/profile/chat/new?profile=${owner.slug}`)
      expect(found.filter((href) => /about=%2Fescorts/.test(href))).toHaveLength(2)
    }
  })
})
