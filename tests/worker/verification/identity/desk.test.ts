import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog } from "~/db/schema"
import type { insertMember } from "../../helpers/member"
import { insertStaffMember } from "../../helpers/member"
import { textOf } from "../../helpers/page"
import { db, insertCheck, insertUser } from "../../helpers/rows"

interface Page {
  data: { id: string; name: string | null }[]
  next_cursor: string | null
}

const place = "/dashboard/admin/identity"

async function listed(staff: Awaited<ReturnType<typeof insertMember>>, query: Record<string, string>): Promise<Page> {
  const response = await staff.call(
    "GET",
    `/admin/identity-checks?${new URLSearchParams({ list: "verified", ...query })}`,
  )
  if (response.status !== 200) throw new Error(`Not listed: ${response.status}`)
  return response.json()
}

/** Inserts a verifier who has stated their reason. */
async function insertVerifier() {
  const staff = await insertStaffMember("verifier")
  const { status } = await staff.call("POST", "/admin/identity-checks/access", { reason: "The requests of today" })
  if (status !== 204) throw new Error(`No reason recorded: ${status}`)
  return staff
}

describe("the identity desk", () => {
  test("pages reach every verified check once, oldest first, also those of one moment", async () => {
    const staff = await insertVerifier()
    const checks = []
    for (let at = 0; at < 65; at++) {
      const { id: userId } = await insertUser({ name: `Paged ${at}` })
      checks.push(await insertCheck({ userId, createdAt: 1_000 + Math.floor(at / 7) }))
    }
    const found: string[] = []
    let cursor: string | null = null
    do {
      const page: Page = await listed(staff, cursor === null ? {} : { cursor })
      expect(page.data.length).toBeLessThanOrEqual(30)
      found.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    } while (cursor !== null)
    expect(new Set(found).size).toBe(found.length)
    expect(found.slice(0, 65)).toEqual(checks.map(({ id }) => id))
    const first = await (await staff.open(`${place}?list=verified`)).text()
    const next = /href="([^"]*cursor=[^"]*)"/.exec(first)?.[1]?.replaceAll("&amp;", "&") ?? ""
    expect(textOf(await (await staff.open(next)).text())).toContain("Paged 30")
  })

  test("a check is found by its member's id, e-mail address or name, in the API and on the page", async () => {
    const [staff, member] = [await insertVerifier(), await insertUser({ name: "Zinnia Sérchéd" })]
    const check = await insertCheck({ userId: member.id })
    await insertCheck({ userId: (await insertUser()).id })
    for (const q of [member.id, member.email.toUpperCase(), "zinnia", "serched"]) {
      expect((await listed(staff, { q })).data.map(({ id }) => id)).toEqual([check.id])
    }
    expect((await listed(staff, { q: "nobody of this name" })).data).toEqual([])
    const page = textOf(await (await staff.open(`${place}?list=verified&q=zinnia`)).text())
    expect(page).toContain("Zinnia Sérchéd")
    expect(textOf(await (await staff.open(`${place}?list=verified&q=nobody+here`)).text())).toContain("No check found")
  })

  test("a cursor of another kind is refused", async () => {
    const response = await (await insertVerifier()).call("GET", "/admin/identity-checks?cursor=x")
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: "cursor.invalid" })])
  })
})

describe("the reason to open the identity desk", () => {
  const requested = "/admin/identity-checks"
  const entriesOf = (staff: { user: { id: string } }) =>
    db.select().from(auditLog).where(eq(auditLog.actorId, staff.user.id)).orderBy(auditLog.seq)

  test("is asked for before anything is shown, in the API and on the page", async () => {
    const { id: userId } = await insertUser({ name: "Unseen Without Reason" })
    await insertCheck({ userId })
    const staff = await insertStaffMember("trust_lead")
    const response = await staff.call("GET", requested)
    expect([response.status, await response.json()]).toEqual([
      403,
      expect.objectContaining({ code: "audit.reason_required", message: "Give a reason for this access." }),
    ])
    const page = textOf(await (await staff.open(`${place}?list=verified&q=unseen`)).text())
    expect(page).toContain("Why are you opening these checks?")
    expect(page).not.toContain("Unseen Without Reason")
    expect(await entriesOf(staff)).toEqual([])
  })

  test("is recorded, and opens the desk only to the person who stated it", async () => {
    const [staff, other] = [await insertStaffMember("verifier"), await insertStaffMember("verifier")]
    const answer = await staff.submit(`${place}?list=verified`, { intent: "access", reason: "  Monday's requests " })
    expect(textOf(await answer.text())).toContain("Search by member")
    expect(await entriesOf(staff)).toMatchObject([
      { action: "identity.access", targetKind: "identity_checks", reason: "Monday's requests" },
      { action: "identity.list", reason: null },
    ])
    expect((await other.call("GET", requested)).status).toBe(403)
  })

  test("cannot be empty, and what was typed remains", async () => {
    const staff = await insertStaffMember("verifier")
    for (const reason of ["", " \n ", "x".repeat(501)]) {
      expect((await staff.call("POST", `${requested}/access`, { reason })).status).toBe(422)
      const answer = await staff.submit(place, { intent: "access", reason })
      expect(answer.status).toBe(422)
      const text = await answer.text()
      expect(textOf(text)).toContain("Why are you opening these checks?")
      if (reason.length > 500) expect(text).toContain(reason)
    }
    expect(await entriesOf(staff)).toEqual([])
  })

  test("holds for an hour", async () => {
    const staff = await insertStaffMember("verifier")
    const statedAgo = (minutes: number) =>
      db.insert(auditLog).values({
        at: Date.now() - minutes * 60_000,
        actorId: staff.user.id,
        action: "identity.access",
        targetKind: "identity_checks",
        targetId: "desk",
        reason: "Earlier",
        details: "{}",
      })
    await statedAgo(61)
    expect((await staff.call("GET", requested)).status).toBe(403)
    await statedAgo(59)
    expect((await staff.call("GET", requested)).status).toBe(200)
  })
})
