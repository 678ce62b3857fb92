import { env } from "cloudflare:workers"
import { asc, eq, inArray } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { auditLog, settingChanges, settings } from "~/db/schema"
import { defaultSettings } from "~/domain/core/settings/registry"
import type { ShownSetting } from "~/domain/core/settings/schema"
import { createSettingsCache } from "~/domain/core/settings/settings-cache.server"
import { createCtx } from "../../../../worker/context"
import { logLine } from "../../../../worker/middleware/request-log"
import { accessCookie, addCookie, fetchApp, fetchWith, withAccess } from "../../helpers/app"
import { brokenDatabase } from "../../helpers/broken"
import { logText, takeLog } from "../../helpers/log"
import { submit } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { db, insertCategory, insertCity, insertProfile } from "../../helpers/rows"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const put = (staff: Pick<Staff, "call">, key: string, value: unknown, version = 0) =>
  staff.call("PUT", `/admin/settings/${key}`, { value, version })
const read = async (staff: Staff, key: string) =>
  (await staff.call("GET", `/admin/settings/${key}`)).json<ShownSetting>()
const report = (event: string, details: Record<string, unknown>) => logLine("warn", event, details)
const group = "/dashboard/admin/settings"
const post = ({ session }: Staff, path: string, fields: Record<string, string>) =>
  submit(path, fields, { headers: { Cookie: `__Host-salon_session=${session.token}` } })

beforeEach(async () => {
  await db.delete(settings)
  await db.delete(settingChanges)
})

describe("a setting", () => {
  test("has its default until staff set it, and again after null", async () => {
    const staff = await insertStaffMember("owner")
    expect(await read(staff, "limits.exports")).toMatchObject({ value: 3, default: 3, is_set: false, version: 0 })
    const saved = await put(staff, "limits.exports", 7)
    expect([saved.status, await saved.json()]).toMatchObject([200, { value: 7, is_set: true, version: 1 }])
    await put(staff, "limits.exports", null, 1)
    expect(await read(staff, "limits.exports")).toMatchObject({ value: 3, is_set: false, version: 2 })
  })

  test("refuses a value of another kind or out of its range", async () => {
    const staff = await insertStaffMember("owner")
    for (const [key, value] of [
      ["limits.exports", 0],
      ["limits.exports", 21],
      ["limits.exports", "5"],
      ["listing.prices", "yes"],
      ["contact.email", "nobody"],
      ["access.key", "short"],
      ["captcha.site_key", "<script>"],
      ["announcement.en", "a".repeat(201)],
    ] as const)
      expect([key, value, (await put(staff, key, value)).status]).toEqual([key, value, 422])
    expect((await put(staff, "no.such", 1)).status).toBe(422)
    expect(await db.select().from(settings)).toEqual([])
  })

  test("that somebody else saved first is refused with 409, and both at once are saved once", async () => {
    const [one, other] = [await insertStaffMember("owner"), await insertStaffMember("owner")]
    const answers = await Promise.all([put(one, "limits.photos", 50), put(other, "limits.photos", 60)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect((await db.select().from(settingChanges)).length).toBe(1)
    const actors = [one.user.id, other.user.id]
    expect(await db.select().from(auditLog).where(inArray(auditLog.actorId, actors))).toHaveLength(1)
  })

  test("is not there for members, and its change is in the audit log by name, not by value", async () => {
    const [staff, member] = [await insertStaffMember("owner"), await insertMember()]
    expect((await member.call("GET", "/admin/settings")).status).toBe(404)
    expect((await put(member, "limits.photos", 50)).status).toBe(404)
    expect((await member.open(group)).status).toBe(404)
    await put(staff, "contact.email", "desk@salon.example")
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, staff.user.id))
    expect(entries).toMatchObject([{ action: "settings.update", targetKind: "setting", targetId: "contact.email" }])
    expect(JSON.stringify(entries)).not.toContain("desk@")
  })
})

describe("the form of a group", () => {
  const versions = (of: Record<string, number>) =>
    Object.fromEntries(Object.entries(of).map(([key, version]) => [`version:${key}`, String(version)]))

  test("saves all fields or none, and shows field by field what somebody saved first", async () => {
    const [staff, other] = [await insertStaffMember("owner"), await insertStaffMember("owner")]
    await put(other, "announcement.en", "Closed on Friday")
    const stale = {
      intent: "save",
      "announcement.en": "Open on Friday",
      "announcement.fr": "Ouvert vendredi",
      ...versions({ "announcement.en": 0, "announcement.fr": 0 }),
    }
    const refused = await post(staff, `${group}/announcement`, stale)
    expect(refused.status).toBe(409)
    const page = await refused.text()
    for (const text of ["Someone saved first", "Closed on Friday", "Open on Friday"]) expect(page).toContain(text)
    expect((await read(staff, "announcement.fr")).value).toBe("")
    const again = { ...stale, ...versions({ "announcement.en": 1, "announcement.fr": 0 }) }
    expect((await post(staff, `${group}/announcement`, again)).status).toBe(200)
    expect(await db.select().from(settings).orderBy(asc(settings.key))).toMatchObject([
      { key: "announcement.en", value: '"Open on Friday"', version: 2 },
      { key: "announcement.fr", value: '"Ouvert vendredi"', version: 1 },
    ])
  })

  test("gives a value of the history again", async () => {
    const staff = await insertStaffMember("owner")
    await put(staff, "limits.photos", 50)
    await put(staff, "limits.photos", 60, 1)
    const [first] = await db.select().from(settingChanges).where(eq(settingChanges.version, 1))
    const form = { intent: "restore", key: "limits.photos", change: first?.id ?? "", version: "2" }
    expect((await post(staff, `${group}/limits`, form)).status).toBe(200)
    expect(await read(staff, "limits.photos")).toMatchObject({ value: 50, version: 3 })
    expect((await post(staff, `${group}/limits`, form)).status).toBe(409)
    const other = { ...form, key: "limits.videos", version: "0" }
    expect((await post(staff, `${group}/limits`, other)).status).toBe(404)
    expect((await staff.open(`${group}/nothing`)).status).toBe(404)
  })
})

describe("a secret", () => {
  const secret = "a-secret-of-the-provider"
  const key = "a new value of the gate"

  test("is in no response, log or history, and in the database hashed or sealed", async () => {
    const staff = await insertStaffMember("owner")
    const responses = [
      await put(staff, "captcha.secret", secret),
      await staff.open(`${group}/captcha`),
      await staff.open(`${group}/access`),
      await post(staff, `${group}/captcha`, {
        intent: "save",
        "captcha.secret": secret,
        "captcha.site_key": "<no>",
        "version:captcha.secret": "1",
      }),
      await post(staff, `${group}/access`, { intent: "save", "access.key": key, "version:access.key": "9" }),
      // From here on pages ask for the new value.
      await put(staff, "access.key", key),
      await staff.call("GET", "/admin/settings"),
    ]
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 422, 409, 200, 200])
    const texts = await Promise.all(responses.map((response) => response.text()))
    const logs = logText()
    const stored = JSON.stringify([
      ...(await db.select().from(settings)),
      ...(await db.select().from(settingChanges)),
      ...(await db.select().from(auditLog)),
    ])
    for (const text of [...texts, logs, stored]) {
      expect(text).not.toContain(secret)
      expect(text).not.toContain(key)
    }
    expect((await db.select().from(settingChanges)).map(({ value }) => value)).toEqual([null, null])
    await db.delete(settings)
  })
})

describe("settings in force", () => {
  test("reach another isolate within five seconds, with one reading for all its requests", async () => {
    const staff = await insertStaffMember("owner")
    const [here, there, idle] = [createSettingsCache(report), createSettingsCache(report), createSettingsCache(report)]
    let reads = 0
    const counted = {
      withSession: (start: string) => {
        reads += 1
        return env.DB.withSession(start)
      },
    } as unknown as D1Database
    const beside: Promise<unknown>[] = []
    const at = (cache: typeof here, now: number) => cache.read(counted, now, 5_000, (work) => beside.push(work))
    const tenAt = async (cache: typeof here, now: number) => {
      const found = await Promise.all(Array.from({ length: 10 }, () => at(cache, now)))
      return new Set(found.map((values) => values["limits.photos"]))
    }
    for (const cache of [here, there, idle]) await at(cache, 0)
    await put(staff, "limits.photos", 33)
    const before = new Set([defaultSettings["limits.photos"]])
    expect([await tenAt(there, 2_499), reads]).toEqual([before, 3])
    // From half of the five seconds on, they are read beside the requests, which do not wait for it.
    expect([await tenAt(there, 4_999), reads]).toEqual([before, 4])
    await Promise.all(beside)
    expect([await tenAt(there, 5_001), reads]).toEqual([new Set([33]), 4])
    // Where no request came meanwhile, the first ones wait.
    expect([await tenAt(idle, 5_000), reads]).toEqual([new Set([33]), 5])
  })

  test("stay as they were while the database does not respond", async () => {
    const staff = await insertStaffMember("owner")
    const cache = createSettingsCache(report)
    await put(staff, "limits.photos", 33)
    await cache.read(env.DB, 0, 5_000)
    const broken = await cache.read(brokenDatabase as unknown as D1Database, 6_000, 5_000)
    expect(broken["limits.photos"]).toBe(33)
    expect(takeLog("settings.unreadable")).toHaveLength(1)
  })

  test("have their default where a stored value is unknown or wrong, which is logged by its key", async () => {
    const row = { version: 1, updatedAt: 0 }
    await db.insert(settings).values([
      { ...row, key: "limits.photos", value: "100000" },
      { ...row, key: "limits.videos", value: "{broken" },
      { ...row, key: "gone.since", value: "1" },
      { ...row, key: "limits.tickets", value: "5" },
    ])
    const found = await createSettingsCache(report).read(env.DB, 0, 5_000)
    expect([found["limits.photos"], found["limits.videos"], found["limits.tickets"]]).toEqual([
      defaultSettings["limits.photos"],
      defaultSettings["limits.videos"],
      5,
    ])
    expect(takeLog("settings.invalid")).toMatchObject([{ keys: ["gone.since", "limits.photos", "limits.videos"] }])
  })

  test("limit what they say", async () => {
    const staff = await insertStaffMember("owner")
    await put(staff, "limits.photos", 10)
    await staff.call("GET", "/admin/settings")
    const ctx = createCtx(env, openDatabase(env.DB, null).db, () => {})
    const take = () => ctx.limit("media.upload", staff.user.id)
    for (let turn = 0; turn < 10; turn += 1) await take()
    await expect(take()).rejects.toMatchObject({ code: "rate.limited" })
  })

  test("hide the prices of cards and show them again", async () => {
    const staff = await insertStaffMember("owner")
    const { slug } = await insertProfile({
      cityId: (await insertCity()).id,
      categoryId: (await insertCategory()).id,
      hourlyRate: 98_700,
    })
    const card = async () => {
      const text = await (await fetchApp("/escorts", await withAccess())).text()
      return [text.includes(`/escorts/${slug}`), text.includes("€987")]
    }
    expect(await card()).toEqual([true, true])
    await put(staff, "listing.prices", false)
    expect(await card()).toEqual([true, false])
    await put(staff, "listing.prices", null, 1)
    expect(await card()).toEqual([true, true])
  })

  test("announce on cached pages at once, in each language", async () => {
    const staff = await insertStaffMember("owner")
    const page = async (path = "/about") => (await fetchApp(path, await withAccess())).text()
    expect(await page()).not.toContain("Closed on Friday")
    await put(staff, "announcement.en", "Closed on Friday")
    expect(await page()).toContain("Closed on Friday")
    expect(await page("http://fr.localhost:8787/about")).not.toContain("Closed on Friday")
    await put(staff, "announcement.en", "", 1)
    expect(await page()).not.toContain("Closed on Friday")
  })

  test("open the gate with the new value alone, and close it to those who had the old one", async () => {
    const staff = await insertStaffMember("owner")
    const old = await accessCookie()
    const opened = (path: string, init: RequestInit = {}) => fetchWith({}, path, init).then(({ status }) => status)
    expect(await opened("/legal/terms", addCookie({}, old))).not.toBe(403)
    await put(staff, "access.key", "a value that staff chose")
    expect(await opened("/about", addCookie({}, old))).toBe(403)
    expect(await opened("/about?password=a%20value%20that%20staff%20chose")).toBe(303)
    expect(await opened("/about?password=another")).toBe(403)
    await put(staff, "access.key", null, 1)
    expect(await opened("/about", addCookie({}, old))).not.toBe(403)
  })

  test("show the points of contact that are set", async () => {
    const staff = await insertStaffMember("owner")
    await put(staff, "contact.authorities", "authorities@salon.example")
    const page = await (await fetchApp("/contact", await withAccess())).text()
    expect(page).toContain("mailto:authorities@salon.example")
    expect(page.match(/mailto:/g)).toHaveLength(1)
  })
})
