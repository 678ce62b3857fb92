import { and, eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { auditLog, calendarAddresses, calendarEntries, cityTexts, profiles, users } from "~/db/schema"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import type { CalendarAddress } from "~/domain/profiles/calendar/feeds/schema"
import { sha256 } from "~/lib/crypto.server"
import { newId } from "~/lib/id"
import { networkOf } from "~/lib/network-address"
import { fetchApp, fetchWith, newAddress } from "../../helpers/app"
import { exhaustLimit } from "../../helpers/limits"
import { logText, watchLog } from "../../helpers/log"
import { insertMember } from "../../helpers/member"
import { db, insertCategory, insertCity, insertProfile, withoutDecisionRules } from "../../helpers/rows"

watchLog()

const path = "/me/profile/calendar/address"
const today = dayOf(Date.now())
const compact = (count: number) => addDays(today, count).replaceAll("-", "")

let city: Awaited<ReturnType<typeof insertCity>>
let base: { cityId: string; categoryId: string }

beforeAll(async () => {
  city = await insertCity()
  base = { cityId: city.id, categoryId: (await insertCategory()).id }
  for (const [locale, name] of [
    ["en", "Lyons"],
    ["fr", "Lyon"],
  ] as const)
    await db
      .update(cityTexts)
      .set({ name })
      .where(and(eq(cityTexts.cityId, city.id), eq(cityTexts.locale, locale)))
})

async function insertOwner(locale: "en" | "fr" = "en") {
  const member = await insertMember({ locale })
  const profile = await insertProfile({ ...base, ownerId: member.user.id, name: "Camille Hidden" })
  const entry = { profileId: profile.id, createdAt: Date.now() }
  await db.insert(calendarEntries).values([
    { ...entry, id: newId(1), kind: "off", firstDay: addDays(today, 1), lastDay: addDays(today, 1) },
    { ...entry, id: newId(2), kind: "tour", cityId: city.id, firstDay: addDays(today, 3), lastDay: addDays(today, 6) },
    { ...entry, id: newId(3), kind: "off", firstDay: addDays(today, -40), lastDay: addDays(today, -31) },
  ])
  return { ...member, profile }
}

type Owner = Awaited<ReturnType<typeof insertOwner>>
const addressOf = async (response: Response) => (await response.json<{ address: CalendarAddress | null }>()).address
async function make(owner: Owner): Promise<string> {
  const made = await addressOf(await owner.call("POST", path))
  return new URL(made?.address ?? "").pathname
}

describe("the secret address of an owner's calendar", () => {
  test("gives their days off and tours to programs without a cookie, and nothing else", async () => {
    const owner = await insertOwner()
    const at = await make(owner)
    const response = await fetchApp(at)
    expect(response.status).toBe(200)
    expect(response.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8")
    expect(response.headers.get("Cache-Control")).toBe("private, no-cache")
    expect(response.headers.get("X-Robots-Tag")).toBe("noindex, nofollow")
    expect(response.headers.getSetCookie()).toEqual([])
    const text = await response.text()
    expect(text.match(/BEGIN:VEVENT/g)).toHaveLength(2)
    for (const line of [
      `DTSTART;VALUE=DATE:${compact(1)}`,
      `DTEND;VALUE=DATE:${compact(2)}`,
      "SUMMARY:Day off",
      `DTSTART;VALUE=DATE:${compact(3)}`,
      `DTEND;VALUE=DATE:${compact(7)}`,
      "SUMMARY:Travelling: Lyons",
    ])
      expect(text).toContain(`\r\n${line}\r\n`)
    for (const word of ["Camille", "Salon", owner.user.id, owner.user.email]) expect(text).not.toContain(word)
  })

  test("gives them in the owner's language, whatever the request's", async () => {
    const at = await make(await insertOwner("fr"))
    const text = await (await fetchApp(at, { headers: { "Accept-Language": "en" } })).text()
    expect(text).toContain("SUMMARY:En déplacement\u00a0: Lyon\r\n")
    expect(text).toContain("SUMMARY:Absence\r\n")
  })

  test("responds to a program that has the same already with 304, and to a change with the whole", async () => {
    const owner = await insertOwner()
    const at = await make(owner)
    const tag = (await fetchApp(at)).headers.get("ETag") ?? ""
    for (const header of [tag, `W/${tag}`, `"other", ${tag}`]) {
      const response = await fetchApp(at, { headers: { "If-None-Match": header } })
      expect([response.status, await response.text()]).toEqual([304, ""])
    }
    await db.delete(calendarEntries).where(eq(calendarEntries.profileId, owner.profile.id))
    expect((await fetchApp(at, { headers: { "If-None-Match": tag } })).status).toBe(200)
  })

  test("passes the gates that ask for a key or an age, and blocked countries", async () => {
    const at = await make(await insertOwner())
    const blocked = { ACCESS_KEY: "another-key", AGE_NOTICE: "on" }
    expect((await fetchWith(blocked, at)).status).toBe(200)
    expect((await fetchApp(at, { method: "HEAD" })).status).toBe(200)
  })

  test("is stored as a hash and encrypted, and named in no log", async () => {
    const owner = await insertOwner()
    const at = await make(owner)
    const token = at.slice("/calendars/".length, -".ics".length)
    expect(Buffer.from(token, "base64url")).toHaveLength(32)
    const [row] = await db.select().from(calendarAddresses).where(eq(calendarAddresses.profileId, owner.profile.id))
    expect(row?.tokenHash).toBe(sha256(token))
    expect(JSON.stringify([row, await db.select().from(auditLog)])).not.toContain(token)
    await fetchApp(at)
    await fetchApp(at.replace(token, "x".repeat(43)))
    expect(logText()).not.toMatch(new RegExp(`${token}|x{43}`))
  })

  test("ends at once when its owner makes a new one, or ends it", async () => {
    const owner = await insertOwner()
    const former = await make(owner)
    const at = await make(owner)
    expect([(await fetchApp(former)).status, (await fetchApp(at)).status]).toEqual([404, 200])
    const shown = await owner.call("GET", path)
    expect(shown.headers.get("Cache-Control")).toBe("private, no-store")
    expect(new URL((await addressOf(shown))?.address ?? "").pathname).toBe(at)
    expect(await addressOf(await owner.call("DELETE", path))).toBeNull()
    expect((await fetchApp(at)).status).toBe(404)
    expect((await owner.call("DELETE", path)).status).toBe(404)
  })

  test("ends with a ban of its owner, and with their profile", async () => {
    const [banned, gone] = [await insertOwner(), await insertOwner()]
    const [one, other] = [await make(banned), await make(gone)]
    await withoutDecisionRules(() => db.update(users).set({ bannedAt: 1 }).where(eq(users.id, banned.user.id)))
    await db.delete(profiles).where(eq(profiles.id, gone.profile.id))
    expect([(await fetchApp(one)).status, (await fetchApp(other)).status]).toEqual([404, 404])
    expect(await db.select().from(calendarAddresses).where(eq(calendarAddresses.profileId, gone.profile.id))).toEqual(
      [],
    )
  })

  test("is made by nobody without a profile, and twenty times an hour", async () => {
    const stranger = await insertMember()
    for (const method of ["GET", "POST", "DELETE"]) expect((await stranger.call(method, path)).status).toBe(404)
    const owner = await insertOwner()
    const statuses: number[] = []
    for (let n = 0; n < 21; n += 1) statuses.push((await owner.call("POST", path)).status)
    expect(statuses).toEqual([...Array(20).fill(200), 429])
  })
})

describe("an address that is nobody's", () => {
  test.each([
    "",
    "/",
    "/x",
    `/${"x".repeat(43)}`,
    `/${"x".repeat(42)}.ics`,
    `/${"x".repeat(43)}.ics`,
    `/${"x".repeat(43)}.ics/y`,
  ])("/calendars%s shows nothing", async (rest) => {
    const response = await fetchApp(`/calendars${rest}`)
    expect([403, 404]).toContain(response.status)
    expect(await response.text()).not.toContain("BEGIN")
  })

  test("is a plain 404, and above its limit a 429, while a right one is served to the same network", async () => {
    const at = await make(await insertOwner())
    const stranger = newAddress()
    const headers = { "CF-Connecting-IP": stranger }
    await exhaustLimit("calendar.stranger", networkOf(stranger), { left: 1 })
    const guess = () => fetchApp(`/calendars/${"y".repeat(43)}.ics`, { headers })
    const first = await guess()
    expect([first.status, await first.text(), first.headers.getSetCookie()]).toEqual([404, "Not found", []])
    const refused = await guess()
    expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "600"])
    expect((await fetchApp(at, { headers })).status).toBe(200)
  })
})
