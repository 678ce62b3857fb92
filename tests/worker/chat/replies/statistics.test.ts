import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { favorites, profileMonths } from "~/db/schema"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import type { Statistics } from "~/domain/profiles/statistics/measures"
import { writeViews } from "~/domain/profiles/statistics/queries.server"
import { sweepStatistics } from "~/domain/profiles/statistics/service.server"
import { newId } from "~/lib/id"
import { HOUR } from "~/lib/time"
import { insertOwner, insertPremium, type Person } from "../../helpers/chat"
import { ask, runCron, takeJobs } from "../../helpers/mail"
import { db, insertUser } from "../../helpers/rows"

type Owner = Awaited<ReturnType<typeof insertOwner>>
const { db: database } = openDatabase(env.DB, "first-primary")
const today = dayOf(Date.now())
const ago = (days: number) => addDays(today, -days)

const insertViews = ({ slug }: Owner, byDay: Record<number, number>) =>
  writeViews(
    database,
    Object.entries(byDay).map(([days, views]) => ({ slug, day: ago(Number(days)), views })),
  )

const viewsOf = async ({ profile }: Owner) =>
  (await env.DB.prepare("SELECT day, views FROM profile_days WHERE profile_id = ? ORDER BY day").bind(profile.id).all())
    .results

async function insertFavorites({ profile }: Owner, count: number, at: number) {
  for (let n = 0; n < count; n += 1) {
    const { id: userId } = await insertUser()
    await db.insert(favorites).values({ userId, profileId: profile.id, createdAt: at })
  }
}

async function insertRequest({ id: owner }: Person, at: number, repliedAt: number | null, role = "owner") {
  const id = newId(at)
  await env.DB.batch([
    env.DB.prepare(
      "INSERT INTO conversations (id, last_seq, state, version, replied_at, created_at, updated_at) VALUES (?, 2, 'accepted', 3, ?, ?, ?)",
    ).bind(id, repliedAt, at, at),
    env.DB.prepare(
      "INSERT INTO conversation_members (user_id, conversation_id, role, read_seq, active_at) VALUES (?, ?, ?, 2, ?)",
    ).bind(owner, id, role, repliedAt || at),
  ])
}

const statisticsOf = (owner: Person, query = "") => owner.get<Statistics>(`/me/profile/statistics${query}`)
const open = (person: Person, query = "") =>
  ask(`/profile/escort/statistics${query}`, { headers: { Cookie: `__Host-salon_session=${person.session.token}` } })

describe("an owner's statistics", () => {
  test("views are shown by day, and those under five are shown as one figure, zero included", async () => {
    const owner = await insertOwner()
    await insertViews(owner, { 0: 50, 1: 5, 2: 4, 3: 1, 4: 12, 7: 9, 8: 100, 14: 7, 15: 100 })
    const { from, to, series, totals, totals_before } = await statisticsOf(owner, "?period=7")
    expect([from, to]).toEqual([ago(7), ago(1)])
    expect(series.map(({ day, views }) => [day, views])).toEqual([
      [ago(7), 9],
      [ago(6), null],
      [ago(5), null],
      [ago(4), 12],
      [ago(3), null],
      [ago(2), null],
      [ago(1), 5],
    ])
    expect(totals.views).toBe(30)
    expect(totals_before.views).toBe(105)
  })

  test("a total under five is not shown, and a day cannot be computed from a total", async () => {
    const [few, some] = [await insertOwner(), await insertOwner()]
    await insertViews(few, { 1: 2, 2: 2 })
    await insertViews(some, { 1: 2, 2: 10 })
    expect((await statisticsOf(few)).totals.views).toBeNull()
    expect((await statisticsOf(some)).totals.views).toBe(10)
  })

  test("favourites count on the day they were added in Paris, and today's do not", async () => {
    const owner = await insertOwner()
    await insertFavorites(owner, 5, startOfDay(ago(1)))
    await insertFavorites(owner, 6, startOfDay(ago(1)) - 1)
    await insertFavorites(owner, 7, startOfDay(today))
    const { series, totals } = await statisticsOf(owner, "?period=7")
    expect(series.map((one) => one.favorites)).toEqual([null, null, null, null, null, 6, 5])
    expect(totals.favorites).toBe(10)
  })

  test("requests and first replies are the owner's own and shown exactly; their own requests to others do not count", async () => {
    const owner = await insertOwner()
    const at = startOfDay(ago(2)) + HOUR
    await insertRequest(owner, at, at + 24 * HOUR)
    await insertRequest(owner, at, null)
    await insertRequest(owner, at, 0)
    await insertRequest(owner, at, at, "asker")
    await insertRequest(owner, startOfDay(ago(20)), startOfDay(ago(1)))
    const { series, totals } = await statisticsOf(owner, "?period=7")
    expect(series.map(({ requests, replies }) => [requests, replies]).slice(-3)).toEqual([
      [0, 0],
      [3, 0],
      [0, 2],
    ])
    expect(totals).toMatchObject({ requests: 3, replies: 2 })
  })

  test("weeks begin on Monday, and hide what is under five in the whole week", async () => {
    const owner = await insertOwner()
    await insertViews(owner, Object.fromEntries(Array.from({ length: 30 }, (_, n) => [n + 1, 1])))
    const { series } = await statisticsOf(owner, "?period=30&by=week")
    for (const { day } of series.slice(1)) expect(new Date(day).getUTCDay(), day).toBe(1)
    for (const { views } of series.slice(1, -1)) expect(views).toBe(7)
    const days = (await statisticsOf(owner, "?period=30")).series
    expect(days.every(({ views }) => views === null)).toBe(true)
  })

  test("another owner sees their own numbers alone, and members without a profile none", async () => {
    const [owner, other, member] = [await insertOwner(), await insertOwner(), await insertPremium()]
    await insertViews(owner, { 1: 50 })
    expect((await statisticsOf(other)).totals.views).toBeNull()
    expect((await member.call("GET", "/me/profile/statistics")).status).toBe(404)
    expect((await open(member)).status).toBe(404)
    expect((await owner.call("GET", "/me/profile/statistics?period=8")).status).toBe(422)
  })

  test("the page has charts, the table behind them, and the comparison with the period before", async () => {
    const owner = await insertOwner()
    const empty = await (await open(owner)).text()
    expect(empty).toContain("Nothing to show yet")
    await insertViews(owner, { 1: 60, 2: 3, 31: 42 })
    const html = await (await open(owner)).text()
    expect(html).toContain("50% more than in the period before")
    expect(html).toMatch(/<table[^>]*aria-label="The numbers"/)
    expect(html).toContain(">under 5</td>")
    expect(html.match(/<svg role="img"/g)).toHaveLength(4)
    expect((await open(owner, "?period=1")).status).toBe(400)
  })

  test("the night deletes the months of which a day is older than 400 days, and no other", async () => {
    const owner = await insertOwner()
    const first = ago(401)
    const next = addDays(`${first.slice(0, 7)}-28`, 4).slice(0, 7)
    const views = (day: string) => ({ slug: owner.slug, day, views: 8 })
    await writeViews(database, [
      views(first),
      views(`${first.slice(0, 7)}-28`),
      views(`${next}-01`),
      views(`${next}-02`),
    ])
    await runCron("17 3 * * *")
    takeJobs()
    expect((await viewsOf(owner)).map(({ day }) => day)).toEqual([`${next}-01`, `${next}-02`])
  })

  test("the night deletes a month no earlier than its first day is older than 400 days", async () => {
    const owner = await insertOwner()
    const midnight = (day: string) => startOfDay(day) + HOUR
    await writeViews(database, [
      { slug: owner.slug, day: "2026-01-01", views: 8 },
      { slug: owner.slug, day: "2026-01-31", views: 9 },
    ])
    const sweep = (now: number) => sweepStatistics({ db: database, now: () => now })
    await sweep(midnight(addDays("2026-01-01", 400)))
    expect(await viewsOf(owner)).toHaveLength(2)
    await sweep(midnight(addDays("2026-01-01", 401)))
    expect(await viewsOf(owner)).toEqual([])
  })

  test("counts of a month's days are one row, in which the highest count of a day wins whatever comes again", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const of = (slug: string, day: string, views: number) => ({ slug, day, views })
    await writeViews(database, [
      of(owner.slug, "2026-01-31", 3),
      of(owner.slug, "2026-01-01", 2),
      of(owner.slug, "2026-02-01", 1),
      of(other.slug, "2026-01-31", 1_000_000),
      of("nobody-here", "2026-01-31", 5),
    ])
    await writeViews(database, [of(owner.slug, "2026-01-31", 2), of(owner.slug, "2026-01-02", 7)])
    await writeViews(database, [of(owner.slug, "2026-01-01", 4), of(owner.slug, "2026-01-02", 7)])
    expect(await viewsOf(owner)).toEqual([
      { day: "2026-01-01", views: 4 },
      { day: "2026-01-02", views: 7 },
      { day: "2026-01-31", views: 3 },
      { day: "2026-02-01", views: 1 },
    ])
    expect(await viewsOf(other)).toEqual([{ day: "2026-01-31", views: 1_000_000 }])
    const rows = await db.select().from(profileMonths).where(eq(profileMonths.profileId, owner.profile.id))
    expect(rows.map(({ month }) => month).toSorted()).toEqual(["2026-01", "2026-02"])
  })
})
