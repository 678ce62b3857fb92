import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { favorites, profileDays } from "~/db/schema"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import type { Statistics } from "~/domain/profiles/statistics/measures"
import { newId } from "~/lib/id"
import { HOUR } from "~/lib/time"
import { insertOwner, insertPremium, type Person } from "../../helpers/chat"
import { ask, runCron, takeJobs } from "../../helpers/mail"
import { db, insertUser } from "../../helpers/rows"

type Owner = Awaited<ReturnType<typeof insertOwner>>
const today = dayOf(Date.now())
const ago = (days: number) => addDays(today, -days)

const insertViews = ({ profile }: Owner, byDay: Record<number, number>) =>
  db
    .insert(profileDays)
    .values(Object.entries(byDay).map(([days, views]) => ({ profileId: profile.id, day: ago(Number(days)), views })))

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

  test("the night deletes statistics after 400 days, and no earlier", async () => {
    const owner = await insertOwner()
    await insertViews(owner, { 400: 8, 401: 9 })
    await runCron("17 3 * * *")
    takeJobs()
    const rows = await db.select().from(profileDays).where(eq(profileDays.profileId, owner.profile.id))
    expect(rows.map(({ day }) => day)).toEqual([ago(400)])
  })
})
