import { desc, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog, staffGrants, ticketAnswers, ticketAnswerTexts } from "~/db/schema"
import { fr } from "../../helpers/app"
import { mailsTo } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { db, insertSubscription } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

type Member = Awaited<ReturnType<typeof insertMember>>

interface DeskThread {
  version: number
  state: string
  priority: string
  assignee_id: string | null
  notes: { body: string; author: string }[]
  answers: { title: string }[]
  member: { id: string; plan: unknown } | null
  staff: { id: string }[]
}

async function openTicket(member: Member): Promise<string> {
  const response = await member.call("POST", "/contact", { category: "account", message: "A question" })
  return (await response.json<{ reference: string }>()).reference
}

const read = async (staff: Member, reference: string) =>
  (await staff.call("GET", `/admin/tickets/${reference}`)).json<DeskThread>()

const listed = async (staff: Member, query: string) => {
  const { data } = await (await staff.call("GET", `/admin/tickets?${query}`)).json<{ data: { reference: string }[] }>()
  return data.map(({ reference }) => reference)
}

describe("the support desk", () => {
  test("assigns tickets to staff alone, lists them by assignee, and leaves their place in the list", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("support")]
    const reference = await openTicket(member)
    const change = { version: 1, assignee_id: staff.user.id, priority: "urgent" }
    const response = await staff.call("PATCH", `/admin/tickets/${reference}`, change)
    expect(await response.json()).toMatchObject({
      assignee_id: staff.user.id,
      priority: "urgent",
      version: 2,
      state: "open",
    })
    expect(await listed(staff, "assignee=me")).toEqual([reference])
    expect(await listed(staff, "assignee=nobody")).not.toContain(reference)
    const toMember = { version: 2, assignee_id: member.user.id }
    expect((await staff.call("PATCH", `/admin/tickets/${reference}`, toMember)).status).toBe(404)
    expect((await read(staff, reference)).staff.map(({ id }) => id)).not.toContain(member.user.id)
  })

  test.each(["editor", "trust_lead"] as const)(
    "a ticket cannot be assigned to the role %s, which may not reply",
    async (role) => {
      const [member, staff, other] = [
        await insertMember(),
        await insertStaffMember("support"),
        await insertStaffMember(role),
      ]
      const reference = await openTicket(member)
      const change = { version: 1, assignee_id: other.user.id }
      expect((await staff.call("PATCH", `/admin/tickets/${reference}`, change)).status).toBe(404)
      const thread = await read(staff, reference)
      expect(thread.assignee_id).toBeNull()
      expect(thread.staff.map(({ id }) => id)).not.toContain(other.user.id)
    },
  )

  test.each([
    ["was revoked", { revokedAt: 1 }],
    ["has expired", { expiresAt: 1 }],
  ])("a ticket is nobody's again once its assignee's role %s", async (_, ended) => {
    const [member, staff, former] = [
      await insertMember(),
      await insertStaffMember("support"),
      await insertStaffMember("support"),
    ]
    const reference = await openTicket(member)
    const change = { version: 1, assignee_id: former.user.id }
    expect((await staff.call("PATCH", `/admin/tickets/${reference}`, change)).status).toBe(200)
    await db.update(staffGrants).set(ended).where(eq(staffGrants.userId, former.user.id))
    expect(await listed(staff, "assignee=nobody")).toContain(reference)
    expect(await read(staff, reference)).toMatchObject({ assignee_id: null, assignee: null })
  })

  test("refuses a change of another version, and records each one that was made", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("support")]
    const reference = await openTicket(member)
    expect((await staff.call("PATCH", `/admin/tickets/${reference}`, { version: 1, state: "closed" })).status).toBe(200)
    const late = await staff.call("PATCH", `/admin/tickets/${reference}`, { version: 1, state: "open" })
    expect([late.status, (await read(staff, reference)).state]).toEqual([409, "closed"])
    const actions = await db.select().from(auditLog).where(eq(auditLog.targetId, reference)).orderBy(desc(auditLog.seq))
    expect(actions.map(({ action, actorId }) => [action, actorId])).toEqual([
      ["ticket.read", staff.user.id],
      ["ticket.change", staff.user.id],
    ])
  })

  test("keeps notes from members: not in their ticket, not in a mail", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("support")]
    const reference = await openTicket(member)
    const before = (await mailsTo(member.user.email)).length
    const response = await staff.call("POST", `/admin/tickets/${reference}/notes`, { note: "Wrote twice before." })
    expect((await response.json<DeskThread>()).notes).toMatchObject([
      { body: "Wrote twice before.", author: staff.user.name },
    ])
    expect(await (await member.call("GET", `/tickets/${reference}`)).text()).not.toContain("twice before")
    expect((await mailsTo(member.user.email)).length).toBe(before)
    expect((await member.call("GET", `/admin/tickets/${reference}`)).status).toBe(404)
    expect((await staff.call("POST", "/admin/tickets/T-NOWHERE/notes", { note: "x" })).status).toBe(404)
  })

  test("offers the prepared answers in the language of the ticket, filled in", async () => {
    const [member, staff] = [await insertMember({ locale: "fr" }), await insertStaffMember("support")]
    await db.insert(ticketAnswers).values({ id: "answer", position: 1, createdAt: 1, updatedAt: 1 })
    await db.insert(ticketAnswerTexts).values([
      { answerId: "answer", locale: "en", title: "Hello", body: "Hello." },
      { answerId: "answer", locale: "fr", title: "Bonjour", body: "Bonjour {name}, {reference}." },
    ])
    const reference = await openTicket(member)
    const thread = await read(staff, reference)
    expect(thread.answers).toMatchObject([{ title: "Bonjour", body: `Bonjour ${member.user.name}, ${reference}.` }])
    expect(thread.member).toMatchObject({ id: member.user.id, plan: null, profile: null, tickets: [] })
  })
})

describe("a ticket's page", () => {
  const pageOf = async (staff: Member, reference: string) =>
    (await staff.open(`/dashboard/admin/tickets/${reference}`)).text()
  const intentsOf = (html: string) =>
    new Set([...html.matchAll(/name="intent" value="(\w+)"/g)].map(([, name]) => name))

  test("offers its acts to staff who may reply, and none to those who only read", async () => {
    const reference = await openTicket(await insertMember())
    const support = await pageOf(await insertStaffMember("support"), reference)
    expect(intentsOf(support)).toEqual(new Set(["reply", "change", "state", "note"]))
    const lead = await pageOf(await insertStaffMember("trust_lead"), reference)
    expect([lead.includes("A question"), [...intentsOf(lead)]]).toEqual([true, []])
  })

  test("links to the member's page, and to no review for staff who may not review", async () => {
    const owner = await insertOwner()
    const reference = await openTicket(owner)
    const [member, review] = [`/users/${owner.user.id}"`, `/profiles/${owner.profile.id}/review"`]
    const linksOf = async (role: "support" | "trust_lead") => {
      const page = await pageOf(await insertStaffMember(role), reference)
      return [page.includes(member), page.includes(review)]
    }
    expect([await linksOf("support"), await linksOf("trust_lead")]).toEqual([
      [true, false],
      [true, true],
    ])
  })

  test("shows the plan to staff who read billing alone, in words of the reader's language", async () => {
    const member = await insertMember()
    await insertSubscription({ userId: member.user.id, stripeStatus: "past_due" })
    const reference = await openTicket(member)
    const support = await insertStaffMember("support")
    const textOf = (html: string) => html.replace(/<script.*?<\/script>/gs, "")
    const french = textOf(await (await support.open(`${fr}/dashboard/admin/tickets/${reference}`)).text())
    expect([french.includes("En retard"), french.includes("past_due")]).toEqual([true, false])
    const lead = await insertStaffMember("trust_lead")
    expect(textOf(await pageOf(lead, reference))).not.toContain("Overdue")
    expect((await read(lead, reference)).member?.plan).toBeNull()
  })
})
