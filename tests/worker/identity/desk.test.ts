import { describe, expect, test } from "vitest"
import type { insertMember } from "../helpers/member"
import { insertStaffMember } from "../helpers/member"
import { textOf } from "../helpers/page"
import { insertCheck, insertUser } from "../helpers/rows"

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

describe("the identity desk", () => {
  test("pages reach every verified check once, oldest first, also those of one moment", async () => {
    const staff = await insertStaffMember("verifier")
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
    const [staff, member] = [await insertStaffMember("verifier"), await insertUser({ name: "Zinnia Searched" })]
    const check = await insertCheck({ userId: member.id })
    await insertCheck({ userId: (await insertUser()).id })
    for (const q of [member.id, member.email.toUpperCase(), "zinnia"]) {
      expect((await listed(staff, { q })).data.map(({ id }) => id)).toEqual([check.id])
    }
    expect((await listed(staff, { q: "nobody of this name" })).data).toEqual([])
    const page = textOf(await (await staff.open(`${place}?list=verified&q=zinnia`)).text())
    expect(page).toContain("Zinnia Searched")
    expect(textOf(await (await staff.open(`${place}?list=verified&q=nobody+here`)).text())).toContain("No check found")
  })

  test("a cursor of another kind is refused", async () => {
    const response = await (await insertStaffMember("verifier")).call("GET", "/admin/identity-checks?cursor=x")
    expect([response.status, await response.json()]).toEqual([400, expect.objectContaining({ code: "cursor.invalid" })])
  })
})
