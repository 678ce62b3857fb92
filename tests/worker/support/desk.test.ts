import { desc, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { auditLog, ticketAnswers, ticketAnswerTexts } from "~/db/schema"
import { mailsTo } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db } from "../helpers/rows"

type Member = Awaited<ReturnType<typeof insertMember>>

interface DeskThread {
  version: number
  state: string
  priority: string
  assignee_id: string | null
  notes: { body: string; author: string }[]
  answers: { title: string }[]
  member: { id: string } | null
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

  test("refuses a change of another version, and records each one that was made", async () => {
    const [member, staff] = [await insertMember(), await insertStaffMember("support")]
    const reference = await openTicket(member)
    expect((await staff.call("PATCH", `/admin/tickets/${reference}`, { version: 1, state: "closed" })).status).toBe(200)
    const late = await staff.call("PATCH", `/admin/tickets/${reference}`, { version: 1, state: "open" })
    expect([late.status, (await read(staff, reference)).state]).toEqual([409, "closed"])
    const acts = await db.select().from(auditLog).where(eq(auditLog.targetId, reference)).orderBy(desc(auditLog.seq))
    expect(acts.map(({ action, actorId }) => [action, actorId])).toEqual([
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
