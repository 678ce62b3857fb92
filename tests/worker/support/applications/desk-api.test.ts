import { describe, expect, test } from "vitest"
import { applicationOf, declarations, fillIn, insertApplicant, newApplicant, picturesOf } from "../../helpers/applicant"
import { insertMember, insertStaffMember } from "../../helpers/member"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const codeIn = async (response: Response) => (await response.json<{ code: string }>()).code

/** Decides on an application at its current version. */
async function decide(staff: Staff, id: string, move: string, more: object = {}): Promise<Response> {
  const version = (await applicationOf(id))?.version
  return staff.call("POST", `/admin/applications/${id}/state`, { move, version, ...more })
}

describe("the casting desk's API", () => {
  test("lists what was submitted, shows it with its pictures, and makes a profile of what is accepted", async () => {
    const [{ member, id }, staff] = [await insertApplicant(), await insertStaffMember("trust_lead")]
    const listed = async (state: string) => {
      const { data } = await (await staff.call("GET", `/admin/applications?state=${state}`)).json<{
        data: { id: string }[]
      }>()
      return data.some((entry) => entry.id === id)
    }
    expect([await listed("submitted"), await listed("in_review")]).toEqual([true, false])
    const found = await (await staff.call("GET", `/admin/applications/${id}`)).json()
    expect(found).toMatchObject({ id, first_name: "Ada", contact: member.user.email, is_member: true })
    const [picture] = await picturesOf(id)
    const opened = await staff.call("GET", `/admin/applications/${id}/pictures/${picture?.id}`)
    expect([opened.status, opened.headers.get("Content-Type")]).toEqual([200, "image/webp"])
    expect(opened.headers.get("Cache-Control")).toContain("no-store")
    expect((await opened.arrayBuffer()).byteLength).toBeGreaterThan(100)

    expect((await decide(staff, id, "take")).status).toBe(200)
    expect([await listed("submitted"), await listed("in_review")]).toEqual([false, true])
    expect(await (await decide(staff, id, "accept")).json()).toMatchObject({ state: "accepted" })
    expect((await member.call("GET", "/me/profile")).status).toBe(200)
  })

  test("asks for a reason before it sends an application back or declines it", async () => {
    const [{ id, applicant }, staff] = [await insertApplicant(), await insertStaffMember("trust_lead")]
    await decide(staff, id, "take")
    for (const [move, more] of [
      ["request_changes", {}],
      ["decline", { note: "  " }],
      ["decline", { note: "x".repeat(1_001) }],
      ["publish", {}],
    ] as const) {
      expect([move, (await decide(staff, id, move, more)).status]).toEqual([move, 422])
    }
    expect((await applicationOf(id))?.state).toBe("in_review")
    expect((await decide(staff, id, "request_changes", { note: "One picture shows a street sign." })).status).toBe(200)
    const { data } = await (await applicant.call("GET", "/applications")).json<{ data: { note: string }[] }>()
    expect(data[0]?.note).toBe("One picture shows a street sign.")
  })

  test("refuses a decision on another version or state, on the reviewer's own application, and on a draft", async () => {
    const [{ id }, staff] = [await insertApplicant(), await insertStaffMember("trust_lead")]
    expect(await codeIn(await decide(staff, id, "accept"))).toBe("conflict.changed")
    expect(await codeIn(await decide(staff, id, "take", { version: 0 }))).toBe("conflict.changed")
    const own = newApplicant(staff.cookie)
    const draft = await fillIn(own)
    expect((await staff.call("GET", `/admin/applications/${draft}`)).status).toBe(404)
    expect((await decide(staff, draft, "take")).status).toBe(404)
    await own.step("send", declarations)
    expect(await codeIn(await decide(staff, draft, "take"))).toBe("conflict.changed")
    expect((await applicationOf(draft))?.state).toBe("submitted")
  })

  test("is for staff alone", async () => {
    const [{ id, member }, stranger] = [await insertApplicant(), await insertMember()]
    const [picture] = await picturesOf(id)
    for (const one of [member, stranger]) {
      for (const path of ["", `/${id}`, `/${id}/pictures/${picture?.id}`]) {
        expect([path, (await one.call("GET", `/admin/applications${path}`)).status]).toEqual([path, 404])
      }
      const version = (await applicationOf(id))?.version
      const decided = await one.call("POST", `/admin/applications/${id}/state`, { move: "take", version })
      expect(decided.status).toBe(404)
    }
    expect((await applicationOf(id))?.state).toBe("submitted")
  })
})
