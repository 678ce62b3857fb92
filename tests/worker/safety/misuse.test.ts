import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { reports } from "~/db/schema"
import { reportCategories } from "~/domain/safety/categories"
import { misuse } from "~/domain/safety/misuse.server"
import { newAddress } from "../helpers/app"
import { call, deliverMails, mailsTo } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { caseOf, db, insertSession } from "../helpers/rows"

type Member = Awaited<ReturnType<typeof insertMember>>

afterEach(() => void vi.useRealTimers())

const formOf = (email: string | null, category = "terms") => ({
  category,
  about: "/about",
  details: "It is wrong.",
  good_faith: true,
  ...(email && { email }),
})

/** Sends a report with a member's token; `email` null: anonymously. */
function report({ user, session }: Member, category = "terms", email: string | null = user.email, { token } = session) {
  const headers = { Authorization: `Bearer ${token}`, "CF-Connecting-IP": newAddress() }
  return call("/reports", formOf(email, category), headers)
}

const codeOf = async (response: Response) => (await response.json<{ code: string }>()).code

async function referenceOf(sent: Response): Promise<string> {
  if (sent.status !== 201) throw new Error(`Answered ${sent.status}`)
  return (await sent.json<{ reference: string }>()).reference
}

async function close(reference: string, act: "dismiss" | "act", body: object = {}): Promise<void> {
  const staff = await insertStaffMember("moderator")
  const { status } = await staff.call("POST", `/admin/cases/${await caseOf(reference)}/${act}`, {
    reason: "We looked.",
    ...body,
  })
  if (status !== 204) throw new Error(`Answered ${status}`)
}

/** Reports and has staff find it manifestly unfounded, so many times; returns the references. */
async function misuseTimes(member: Member, times: number): Promise<string[]> {
  const references: string[] = []
  for (let count = 0; count < times; count += 1) {
    const reference = await referenceOf(await report(member))
    await close(reference, "dismiss", { unfounded: true })
    references.push(reference)
  }
  return references
}

const misuseMails = async ({ user }: Member) =>
  (await mailsTo(user.email)).filter(({ template }) => template === "report-misuse").length

describe("misuse of reports", () => {
  test("is warned of at the second manifestly unfounded report, not at the first", async () => {
    const member = await insertMember()
    await misuseTimes(member, misuse.warnedAt - 1)
    expect(await misuseMails(member)).toBe(0)
    await misuseTimes(member, 1)
    expect(await misuseMails(member)).toBe(1)
    expect((await report(member)).status).toBe(201)
  })

  test.each(Object.entries(reportCategories))(
    "%s (%s) passes during a pause only where it is P0",
    async (category, priority) => {
      const member = await insertMember()
      await misuseTimes(member, misuse.pausedAt)
      const response = await report(member, category)
      if (priority === "P0") expect(response.status).toBe(201)
      else expect([response.status, await codeOf(response)]).toEqual([403, "reports.paused"])
    },
  )

  test("pauses for 30 days after the latest one, to the millisecond, and says until when in the reader's language", async () => {
    const member = await insertMember()
    const references = await misuseTimes(member, misuse.pausedAt)
    const [row] = await db
      .select()
      .from(reports)
      .where(eq(reports.reference, references.at(-1) ?? ""))
    const until = (row?.updatedAt ?? 0) + misuse.pausedFor
    const refused = await report(member)
    expect((await refused.json<{ message: string }>()).message).toContain("Your reports are paused until ")
    vi.useFakeTimers({ toFake: ["Date"] })
    const reportAt = async (now: number) => {
      vi.setSystemTime(now)
      const session = await insertSession({ userId: member.user.id })
      return (await report(member, "terms", member.user.email, session)).status
    }
    expect(await reportAt(until - 1)).toBe(403)
    expect(await reportAt(until)).toBe(201)
  })

  test("mails at each further one that reports are paused", async () => {
    const member = await insertMember()
    await misuseTimes(member, misuse.pausedAt)
    expect(await misuseMails(member)).toBe(2)
    await deliverMails()
    const sent = (await mailsTo(member.user.email)).filter(({ template }) => template === "report-misuse")
    for (const { rendered } of sent) expect(rendered).toContain("3 of your reports were manifestly unfounded")
  })

  test("does not count what staff dismissed without saying so, acted on, or dismissed a year ago", async () => {
    const member = await insertMember()
    for (const body of [{}, { unfounded: false }, {}])
      await close(await referenceOf(await report(member)), "dismiss", body)
    await close(await referenceOf(await report(member)), "act", { unfounded: true })
    expect((await report(member)).status).toBe(201)
    await misuseTimes(member, misuse.pausedAt - 1)
    await db
      .update(reports)
      .set({ updatedAt: Date.now() - misuse.countedFor - 1 })
      .where(eq(reports.reporterId, member.user.id))
    await misuseTimes(member, 1)
    expect((await report(member)).status).toBe(201)
  })

  test("is ticked on the desk's page of a member's report, which says so afterwards", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("moderator")]
    const reference = await referenceOf(await report(member))
    const path = `/dashboard/admin/cases/${await caseOf(reference)}`
    expect(await (await staff.open(path)).text()).toContain('name="unfounded"')
    const fields = { intent: "dismiss", reason: "We looked.", unfounded: "on" }
    expect((await staff.submit(path, fields)).status).toBe(200)
    expect(await (await staff.open(path)).text()).toContain("Dismissed as manifestly unfounded.")
    const guests = await referenceOf(
      await call("/reports", formOf("guest@example.org"), { "CF-Connecting-IP": newAddress() }),
    )
    expect(await (await staff.open(`/dashboard/admin/cases/${await caseOf(guests)}`)).text()).not.toContain(
      'name="unfounded"',
    )
  })

  test("cannot be laid on somebody by typing their address", async () => {
    const [victim, staff] = [await insertMember(), await insertStaffMember("moderator")]
    for (let count = 0; count < misuse.pausedAt; count += 1) {
      const sent = await call("/reports", formOf(victim.user.email), { "CF-Connecting-IP": newAddress() })
      const reference = await referenceOf(sent)
      await close(reference, "dismiss", { unfounded: true })
      const found = await staff.call("GET", `/admin/cases/${await caseOf(reference)}`)
      const seen = await found.json()
      expect(seen).toMatchObject({ is_unfounded: false, latest_reports: [{ is_of_member: false }] })
    }
    expect(await misuseMails(victim)).toBe(0)
    expect((await report(victim)).status).toBe(201)
  })

  test("an anonymous report of a member is nobody's", async () => {
    const member = await insertMember()
    const reference = await referenceOf(await report(member, "minor", null))
    const [row] = await db.select().from(reports).where(eq(reports.reference, reference))
    expect([row?.email, row?.reporterId]).toEqual([null, null])
  })

  test("ends with an appeal that opens one of the reports again", async () => {
    const member = await insertMember()
    await misuseTimes(member, misuse.pausedAt)
    expect((await report(member)).status).toBe(403)
    const { data } = await (await member.call("GET", "/me/decisions")).json<{ data: { reference: string }[] }>()
    const reference = data[0]?.reference
    expect((await member.call("POST", `/decisions/${reference}/appeal`, { body: "It is true." })).status).toBe(204)
    const other = await insertStaffMember("trust_lead")
    const answer = { outcome: "overturned", answer: "It was." }
    expect((await other.call("POST", `/admin/appeals/${reference}/decision`, answer)).status).toBe(204)
    expect((await report(member)).status).toBe(201)
  })
})
