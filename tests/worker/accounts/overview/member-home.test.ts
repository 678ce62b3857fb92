import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { favorites, identityChecks, profiles, savedSearches } from "~/db/schema"
import { UserChannel } from "../../../../party/user-channel/user-channel"
import { addCookie, fetchApp, withAccess } from "../../helpers/app"
import { insertOwner, insertPremium } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { DAY, db, insertCategory, insertCheck, insertCity, insertMedia, insertProfile } from "../../helpers/rows"

type Member = Awaited<ReturnType<typeof insertPremium>>

/** Returns the member's home, or another page, without the texts that travel with it. */
async function homeOf({ session }: Member, path = "/profile"): Promise<string> {
  const init = addCookie(await withAccess(), `__Host-salon_session=${session.token}`)
  const html = await (await fetchApp(path, init)).text()
  return html.slice(html.indexOf("<main"), html.indexOf("</main>")).replace(/<!-- -->/g, "")
}

let times = 0
const keep = (member: Member, profileId: string) => {
  times += 1
  return db.insert(favorites).values({ userId: member.id, profileId, createdAt: times })
}

describe("a member's home", () => {
  test("a member's home welcomes who has nothing yet, and shows the newest profiles", async () => {
    const category = await insertCategory()
    await insertProfile({ name: "Nadia New", cityId: (await insertCity()).id, categoryId: category.id })
    const home = await homeOf(await insertPremium())
    expect(home).toContain("Good to have you here")
    expect(home).toContain("New on the site")
    expect(home).toContain("Nadia New")
    expect(home).not.toContain("Your favourites")
  })

  test("a member's home shows the three latest conversations, each as its own reader sees it", async () => {
    const member = await insertPremium()
    const owners = [await insertOwner(), await insertOwner(), await insertOwner(), await insertOwner()]
    for (const [at, owner] of owners.entries()) expect((await member.ask(owner.slug, `Line ${at}`)).status).toBe(201)
    const home = await homeOf(member)
    expect(home.match(/href="\/profile\/chat\/\w+"/g)).toHaveLength(3)
    for (const line of ["Line 1", "Line 2", "Line 3"]) expect(home).toContain(line)
    expect(home).not.toContain("Line 0")
    expect(home).not.toContain("Good to have you here")
  })

  test("a member's home comes without conversations, and says so, where the inbox does not answer", async () => {
    const member = await insertPremium()
    const failed = vi.spyOn(UserChannel.prototype, "listConversations").mockRejectedValue(new Error("out of reach"))
    const home = await homeOf(member)
    expect(home).toContain("Your messages are taking longer than usual.")
    expect(takeLog("inbox.not_listed")).toHaveLength(1)
    failed.mockImplementation(() => new Promise(() => {}))
    expect(await homeOf(member)).toContain("Your messages are taking longer than usual.")
    failed.mockRestore()
  })

  test("a member's home shows the five latest favourites, and who is new in the city of the latest", async () => {
    const member = await insertPremium()
    const category = await insertCategory()
    const [lyon, nice] = [await insertCity({ slug: "home-lyon" }), await insertCity({ slug: "home-nice" })]
    const add = (name: string, cityId: string) => insertProfile({ name, cityId, categoryId: category.id })
    const kept = []
    for (const at of [1, 2, 3, 4]) kept.push(await add(`Kept ${at}`, nice.id))
    for (const at of [5, 6]) kept.push(await add(`Kept ${at}`, lyon.id))
    for (const { id } of kept) await keep(member, id)
    await add("Lea of Lyon", lyon.id)
    await add("Nora of Nice", nice.id)
    const home = await homeOf(member)
    const strip = home.slice(home.indexOf('id="favorites"'), home.indexOf('id="newest"'))
    for (const at of [2, 3, 4, 5, 6]) expect(strip).toContain(`Kept ${at}`)
    expect(strip).not.toContain("Kept 1")
    const newest = home.slice(home.indexOf('id="newest"'))
    expect(newest).toContain("Lea of Lyon")
    expect(newest).not.toContain("Nora of Nice")
    expect(newest).toContain('href="/escorts/in/home-lyon"')
  })

  test("a member's home shows the three searches saved last, with how many profiles are new", async () => {
    const member = await insertPremium()
    const category = await insertCategory()
    const city = await insertCity({ slug: "home-annecy" })
    const row = { userId: member.id, locale: "en" as const, isAlerted: false, notifiedPlace: 0, createdAt: 1 }
    for (const at of [1, 2, 3, 4]) {
      const search = { id: `search-${at}`, query: at === 4 ? "city=home-annecy" : `language=e${at}`, seenPlace: 0 }
      await db.insert(savedSearches).values({ ...row, ...search })
    }
    await insertProfile({ cityId: city.id, categoryId: category.id })
    const home = await homeOf(member)
    expect(home.match(/href="\/profile\/searches\/search-\d"/g)).toEqual([
      'href="/profile/searches/search-4"',
      'href="/profile/searches/search-3"',
      'href="/profile/searches/search-2"',
    ])
    expect(home).toContain("1 new")
  })

  test("an owner's home shows the figures of their last 30 days, and never their own profile as new", async () => {
    const owner = await insertOwner()
    const home = await homeOf(owner)
    expect(home).toContain("Your last 30 days")
    expect(home).toContain("under 5")
    expect(home.slice(home.indexOf('id="newest"'))).not.toContain(`href="/escorts/${owner.slug}"`)
    expect(await homeOf(await insertPremium())).not.toContain("Your last 30 days")
  })

  test("an owner's home says until when their identity is confirmed, and asks for it again in the last 30 days", async () => {
    const owner = await insertOwner()
    expect(await homeOf(owner)).not.toContain("Your identity")
    const check = await insertCheck({ userId: owner.id, nextCheckAt: Date.now() + 31 * DAY })
    const calm = await homeOf(owner)
    expect(calm).toContain("Your identity is confirmed until")
    expect(calm).not.toContain("Confirm your identity")
    await db
      .update(identityChecks)
      .set({ nextCheckAt: Date.now() + 29 * DAY })
      .where(eq(identityChecks.id, check.id))
    const due = await homeOf(owner)
    expect(due).toContain("Please confirm your identity again before")
    for (const status of ["pending", "refused"] as const) {
      const other = await insertCheck({ userId: owner.id, provider: "staff", status, nextCheckAt: null })
      expect(await homeOf(owner)).not.toContain("Please confirm your identity")
      await db.delete(identityChecks).where(eq(identityChecks.id, other.id))
    }
    expect(due).toMatch(/href="\/profile\/escort\/identity"[^>]*>[^<]*Confirm your identity/)
  })
})

describe("a member's empty lists", () => {
  test.each(["/profile/favorites", "/profile/searches", "/profile/chat"])(
    "%s shows three of the newest portraits",
    async (path) => {
      const category = await insertCategory()
      const cityId = (await insertCity()).id
      const covers: string[] = []
      for (const _ of [1, 2, 3, 4]) {
        const { id } = await insertProfile({ cityId, categoryId: category.id })
        const cover = await insertMedia({ profileId: id })
        await db.update(profiles).set({ coverMediaId: cover.id, coverColor: "#808080" }).where(eq(profiles.id, id))
        covers.push(cover.id)
      }
      const empty = await homeOf(await insertPremium(), path)
      expect(covers.map((id) => empty.includes(`/media/${id}/`))).toEqual([false, true, true, true])
    },
  )
})
