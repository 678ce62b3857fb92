import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { cases, users } from "~/db/schema"
import { alertedBefore } from "~/domain/safety/alerts.server"
import { mailsTo, receive, runStep } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertCase } from "../helpers/rows"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const alertsOf = async ({ user }: Pick<Staff, "user">) =>
  (await mailsTo(user.email)).filter(({ template }) => template === "urgent-reports").length

async function newsOf({ call }: Staff): Promise<string[]> {
  const { data } = await (await call("GET", "/notifications")).json<{ data: { type: string; state: string }[] }>()
  return data.filter(({ type }) => type === "site").map(({ state }) => state)
}

/** Inserts an open case that is due in so many ms. */
const insertDue = (priority: "P0" | "P1" | "P2" | "P3", inMs: number, row: object = {}) =>
  insertCase({ priority, dueAt: Date.now() + inMs, ...row })

const alert = () => runStep("alertLeads")

beforeEach(() => db.delete(cases))

describe("the leads are alerted to a case", () => {
  test.each(["P0", "P1"] as const)("of %s that is nearly due, once, and again when it is overdue", async (priority) => {
    const lead = await insertStaffMember("trust_lead")
    const { id } = await insertDue(priority, alertedBefore[priority] + 60_000)
    await alert()
    expect(await alertsOf(lead)).toBe(0)
    await db
      .update(cases)
      .set({ dueAt: Date.now() + alertedBefore[priority] - 1 })
      .where(eq(cases.id, id))
    for (let run = 0; run < 2; run += 1) await alert()
    expect([await alertsOf(lead), await newsOf(lead)]).toEqual([1, ["reports_due"]])
    const overdueAt = Date.now() - 1
    await db
      .update(cases)
      .set({ dueAt: overdueAt, alertedAt: overdueAt - 1 })
      .where(eq(cases.id, id))
    for (let run = 0; run < 2; run += 1) await alert()
    expect([await alertsOf(lead), await newsOf(lead)]).toEqual([2, ["reports_overdue"]])
    expect((await receive(lead.user.email)).text).toContain("1 urgent case is overdue.")
  })

  test("with one mail for however many there are", async () => {
    const lead = await insertStaffMember("trust_lead")
    for (let count = 0; count < 30; count += 1) await insertDue("P0", -1)
    await alert()
    expect(await alertsOf(lead)).toBe(1)
    expect((await receive(lead.user.email)).text).toContain("30 urgent cases are overdue.")
  })

  test("as owners and trust leads, not as other staff, a banned lead or a member", async () => {
    const people = {
      owner: await insertStaffMember("owner"),
      lead: await insertStaffMember("trust_lead"),
      moderator: await insertStaffMember("moderator"),
      banned: await insertStaffMember("trust_lead"),
      member: await insertMember(),
    }
    await db.update(users).set({ bannedAt: Date.now() }).where(eq(users.id, people.banned.user.id))
    await insertDue("P0", -1)
    await alert()
    const alerted: string[] = []
    for (const [name, one] of Object.entries(people)) if ((await alertsOf(one)) > 0) alerted.push(name)
    expect(alerted).toEqual(["owner", "lead"])
  })

  test.each([
    ["of P2", "P2", {}],
    ["of P3", "P3", {}],
    ["that is probably a bot's", "P0", { isSuspect: true }],
    ["that was acted on", "P0", { state: "actioned" }],
  ] as const)("never where it is one %s", async (_, priority, row) => {
    const lead = await insertStaffMember("trust_lead")
    await insertDue(priority, -1, row)
    await alert()
    expect(await alertsOf(lead)).toBe(0)
  })

  test("by a mail that is not sent once somebody has closed it", async () => {
    const lead = await insertStaffMember("trust_lead")
    const { reference } = await insertDue("P0", -1)
    await alert()
    await lead.call("POST", `/admin/cases/${reference}/dismiss`, { reason: "We looked." })
    await expect(receive(lead.user.email)).rejects.toThrow()
  })
})
