import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { passkeys, profiles, twoFactor, users } from "~/db/schema"
import { addCookie, fetchApp, fetchWith, withAccess } from "../../helpers/app"
import { takeLog } from "../../helpers/log"
import { headingOf } from "../../helpers/page"
import {
  DAY,
  db,
  declareAlone,
  insertCategory,
  insertCheck,
  insertCity,
  insertMedia,
  insertProfile,
  insertSession,
  insertSubscription,
  insertUser,
} from "../../helpers/rows"

const firefox = "Mozilla/5.0 (Windows NT 10.0) Firefox/140.0"

async function member() {
  const user = await insertUser()
  const session = await insertSession({ userId: user.id })
  const cookie = `__Host-salon_session=${session.token}`
  const read = async (origin = "") => {
    const html = await (await fetchApp(`${origin}/profile`, addCookie(await withAccess(), cookie))).text()
    // The visible page, without the texts that travel with it.
    return html.slice(html.indexOf("<main"), html.indexOf("</main>")).replace(/<!-- -->/g, "")
  }
  return { user, session, cookie, read }
}

async function profileOf(ownerId: string, row: Partial<Parameters<typeof insertProfile>[0]> = {}) {
  const city = await insertCity()
  const category = await insertCategory()
  return insertProfile({ ownerId, cityId: city.id, categoryId: category.id, ...row })
}

describe("the overview", () => {
  test("the overview greets its reader by their first name, and takes two round trips beside the session's", async () => {
    const { user, cookie, read } = await member()
    await db.update(users).set({ name: "Martin Keller" }).where(eq(users.id, user.id))
    expect(headingOf(await read())).toBe("Hello, Martin")
    takeLog("request")
    await fetchWith({}, "/profile", addCookie(await withAccess(), cookie))
    expect(takeLog("request")[0]?.d1_round_trips).toBe(3)
  })

  test.each([
    [{ stripeStatus: "active" }, "Premium", "Your Premium access is active."],
    [{ stripeStatus: "active", endsAt: Date.UTC(2027, 0, 9, 12) }, "Premium", "Ends on 9 January 2027."],
    [{ stripeStatus: "trialing", trialEndsAt: Date.UTC(2027, 1, 3, 12) }, "Standard", "Trial until 3 February 2027."],
    [{ stripeStatus: "past_due" }, "Standard", "The last payment didn’t go through."],
    [{ stripeStatus: "canceled" }, "Standard", "You can browse every public profile and save your favourites."],
  ] as const)("the overview shows the state of the plan: %o", async (row, name, sentence) => {
    const { user, read } = await member()
    await insertSubscription({ userId: user.id, ...row })
    const html = await read()
    expect(html).toContain(`>${name}<`)
    expect(html).toContain(sentence)
  })

  test("the overview shows an owner the state of their profile and how much it lacks, with a link only while it is public", async () => {
    const { user, read } = await member()
    expect(await read()).not.toContain("Your profile<")
    const profile = await profileOf(user.id, { languages: "" })
    const lacking = await read()
    expect(lacking).toContain("Published<")
    expect(lacking).toMatch(/>\d things are missing before it can be public.</)
    expect(lacking).toContain(`href="/escorts/${profile.slug}"`)

    const photo = await insertMedia({ profileId: profile.id })
    await declareAlone(photo.id)
    await insertCheck({ userId: user.id })
    const cover = { coverMediaId: photo.id, coverColor: "#aabbcc", photoCount: 1 }
    await db.update(profiles).set(cover).where(eq(profiles.id, profile.id))
    expect(await read()).toContain(`/media/${photo.id}/`)
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, profile.id))
    const paused = await read()
    expect(paused).toContain("Paused<")
    expect(paused).not.toContain(`href="/escorts/${profile.slug}"`)
    expect(paused).not.toContain(photo.id)
    const missing = (html: string) => Number(/>(\d) things? (?:is|are) missing/.exec(html)?.[1])
    expect(missing(paused)).toBe(missing(lacking) - 2)
  })

  test("the overview lists next steps that are true", async () => {
    const { user, read } = await member()
    expect(await read()).toContain("1 of 3")
    await db.update(users).set({ avatarVersion: "1" }).where(eq(users.id, user.id))
    expect(await read()).toContain("2 of 3")
    const times = { createdAt: 1, updatedAt: 1 }
    await db.insert(twoFactor).values({ userId: user.id, secret: "s", ...times })
    expect(await read()).toContain("2 of 3")
    await db.update(twoFactor).set({ enrolledAt: 1 }).where(eq(twoFactor.userId, user.id))
    // Nothing is left to do: no list of what is done.
    expect(await read()).not.toContain("Next steps")
    const other = await member()
    const key = { id: `key-${other.user.id}`, publicKey: "k", counter: 0, transports: "[]", name: "Key", ...times }
    await db.insert(passkeys).values({ userId: other.user.id, ...key })
    expect(await other.read()).toContain("2 of 3")
  })

  test("the overview shows when and from where its reader last logged in, without this sign-in and other domains", async () => {
    const { user, session, read } = await member()
    await insertSession({ userId: user.id, familyId: session.familyId, userAgent: "Mozilla/5.0 (iPhone) Safari/604.1" })
    expect(await read()).toContain("This is your only session.")
    const at = Date.UTC(2026, 9, 3, 16, 30)
    await insertSession({ userId: user.id, userAgent: firefox, country: "CH", createdAt: at })
    await insertSession({ userId: user.id, userAgent: "Opera", createdAt: at - DAY })
    expect(await read()).toContain("Last login: 3 October 2026, 18:30, Firefox, Windows, Switzerland")
    expect(await read("http://fr.localhost:8787")).toContain(
      "Dernière connexion\u00a0: 3 octobre 2026, 18\u00a0h\u00a030, Firefox, Windows, Suisse",
    )
  })
})
