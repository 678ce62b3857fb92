import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { dailyFigures, media, profileReviews, profiles } from "~/db/schema"
import type { Figures, Measure } from "~/domain/back-office/analytics/measures"
import { permissionsOf, staffRoles } from "~/domain/core/actor/roles"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { DAY, db, insertCategory, insertCity, insertMedia, insertProfile } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const put = (measure: Measure | "made", day: string, value: number, dimension = "") =>
  db.insert(dailyFigures).values({ measure, day, dimension, value })
const figures = async (staff: Staff, query = "") => (await staff.call("GET", `/admin/figures${query}`)).json<Figures>()
const lineOf = ({ lines }: Figures, measure: Measure, dimension = "") =>
  lines.find((line) => line.measure === measure && line.dimension === dimension)

beforeEach(() => db.delete(dailyFigures))

describe("the figures of a period", () => {
  test("are added up, with as many days before it", async () => {
    const staff = await insertStaffMember("finance")
    for (const day of ["2024-01-02", "2024-01-03", "2024-01-04"]) await put("made", day, 1)
    await put("new_members", "2024-01-02", 5)
    await put("new_members", "2024-01-03", 2)
    await put("new_members", "2024-01-04", 4)
    const found = await figures(staff, "?from=2024-01-03&to=2024-01-04")
    expect(found).toMatchObject({ before_from: "2024-01-01", before_to: "2024-01-02", by: "day" })
    expect(lineOf(found, "new_members")).toEqual({
      measure: "new_members",
      dimension: "",
      total: 6,
      total_before: 5,
      series: [
        { day: "2024-01-03", value: 2, before: null },
        { day: "2024-01-04", value: 4, before: 5 },
      ],
    })
  })

  test("are nothing on a day that was made without a row, and unknown on one that was not made", async () => {
    const staff = await insertStaffMember("finance")
    await put("made", "2024-01-05", 1)
    const found = await figures(staff, "?from=2024-01-05&to=2024-01-06")
    expect(lineOf(found, "messages")).toMatchObject({
      total: 0,
      total_before: null,
      series: [{ value: 0 }, { value: null }],
    })
  })

  test("are the last ones known of what is counted at the end of a day", async () => {
    const staff = await insertStaffMember("finance")
    await put("members", "2024-01-08", 100)
    await put("members", "2024-01-09", 110)
    const found = await figures(staff, "?from=2024-01-08&to=2024-01-10")
    expect(lineOf(found, "members")).toMatchObject({
      total: 110,
      total_before: null,
      series: [{ value: 100 }, { value: 110 }, { value: null }],
    })
  })

  test("add up the counters of messages, and separate the currencies of revenue", async () => {
    const staff = await insertStaffMember("finance")
    await put("made", "2024-01-05", 1)
    await put("messages", "2024-01-05", 3, "a")
    await put("messages", "2024-01-05", 4, "b")
    await put("revenue", "2024-01-05", 2900, "eur")
    await put("revenue", "2024-01-05", 2500, "gbp")
    const found = await figures(staff, "?from=2024-01-05&to=2024-01-05")
    expect(lineOf(found, "messages")?.total).toBe(7)
    expect([lineOf(found, "revenue", "eur")?.total, lineOf(found, "revenue", "gbp")?.total]).toEqual([2900, 2500])
  })

  test("are by week in a long period, and end by default on the last day with figures", async () => {
    const staff = await insertStaffMember("finance")
    await put("made", "2024-06-30", 1)
    for (const day of ["2024-01-01", "2024-01-07", "2024-01-08"]) await put("new_members", day, 1)
    const long = await figures(staff, "?from=2024-01-01&to=2024-06-30")
    expect(long.by).toBe("week")
    expect(lineOf(long, "new_members")?.series.slice(0, 2)).toMatchObject([
      { day: "2024-01-01", value: 2 },
      { day: "2024-01-08", value: 1 },
    ])
    expect(await figures(staff)).toMatchObject({ from: "2024-06-01", to: "2024-06-30", made_until: "2024-06-30" })
    await db.delete(dailyFigures)
    const yesterday = addDays(dayOf(Date.now()), -1)
    expect(await figures(staff)).toMatchObject({ to: yesterday, made_until: null })
  })

  test("refuse a period that is none, or longer than a year", async () => {
    const staff = await insertStaffMember("finance")
    for (const query of [
      "?from=2024-01-02",
      "?from=2024-01-02&to=2024-01-01",
      "?from=2022-01-01&to=2024-01-01",
      "?from=x&to=y",
    ])
      expect([query, (await staff.call("GET", `/admin/figures${query}`)).status]).toEqual([query, 422])
    const page = await (await staff.open("/dashboard/admin?from=2024-01-02&to=2024-01-01")).text()
    expect(page).toContain("Choose a first day and a last day, at most a year apart.")
  })

  test("do not exist for members", async () => {
    const member = await insertMember()
    expect((await member.call("GET", "/admin/figures")).status).toBe(404)
    expect((await member.open("/dashboard/admin/figures.csv")).status).toBe(404)
  })
})

describe("the dashboard", () => {
  test("has its figures in tables without script, compares them, and has no style attribute", async () => {
    const staff = await insertStaffMember("finance")
    await put("made", "2024-01-04", 1)
    await put("new_members", "2024-01-02", 5)
    await put("new_members", "2024-01-04", 6)
    await put("revenue", "2024-01-04", 290_050, "eur")
    const page = await (await staff.open("/dashboard/admin?from=2024-01-03&to=2024-01-04")).text()
    expect(page).toContain("20% more than before")
    expect(page).toContain("€2,900.50")
    expect(page).toContain("Show as a table")
    expect(page.replace(/<script.*?<\/script>/gs, "")).not.toMatch(/\sstyle="/)
    expect(page).not.toContain("recharts")
  })

  test("says so before the first night", async () => {
    const staff = await insertStaffMember("finance")
    expect(await (await staff.open("/dashboard/admin")).text()).toContain("No figures yet")
  })

  test("has the figures of its period as CSV, amounts with decimals", async () => {
    const staff = await insertStaffMember("finance")
    await put("made", "2024-01-04", 1)
    await put("revenue", "2024-01-04", 2950, "eur")
    const response = await staff.open("/dashboard/admin/figures.csv?from=2024-01-04&to=2024-01-04")
    expect(response.headers.get("Content-Disposition")).toContain("figures-2024-01-04-2024-01-04.csv")
    const lines = (await response.text()).split("\r\n")
    expect(lines[0]).toContain('"Measure","Currency or plan","Day","This period","Before"')
    expect(lines).toContain('"Revenue","EUR","2024-01-04","29.50",""')
  })
})

describe("the overview's list of what awaits review", () => {
  test("has what the desk has, since the same time: a published profile with a photo, and none of the reader's own", async () => {
    await db.update(profiles).set({ state: "draft" }).where(eq(profiles.state, "submitted"))
    const [staff, other] = [await insertStaffMember("moderator"), await insertOwner("published")]
    const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
    const own = await insertProfile({ ...place, ownerId: staff.user.id, state: "published" })
    for (const profileId of [other.profile.id, own.id]) {
      const photo = await insertMedia({ profileId, state: "ready" })
      await db
        .update(media)
        .set({ createdAt: Date.now() - 419 * DAY })
        .where(eq(media.id, photo.id))
    }
    const page = await (await staff.open("/dashboard/admin")).text()
    const [section = ""] = /<section aria-labelledby="waiting".*?<\/section>/s.exec(page) ?? []
    expect(section).toContain(`"/dashboard/admin/profiles/${other.profile.id}/review"`)
    expect(section).not.toContain(own.id)
    expect(section).toContain("419\u00a0days")
    expect(await (await staff.open("/dashboard/admin/review")).text()).toContain("419\u00a0days")
  })

  test.each(staffRoles)("is for the role %s only with the permission to review them, with links", async (role) => {
    await db.update(profiles).set({ state: "draft" }).where(eq(profiles.state, "submitted"))
    const [staff, owner] = [await insertStaffMember(role), await insertOwner("submitted")]
    const { id } = owner.profile
    await db.update(profiles).set({ name: "Waiting Wendy" }).where(eq(profiles.id, id))
    await db.insert(profileReviews).values({ profileId: id, submittedAt: Date.now() - 500 * DAY })
    const page = await (await staff.open("/dashboard/admin")).text()
    const may = permissionsOf([role]).has("profiles.review")
    expect([page.includes("Waiting Wendy"), page.includes(`"/dashboard/admin/profiles/${id}/review"`)]).toEqual([
      may,
      may,
    ])
  })
})
