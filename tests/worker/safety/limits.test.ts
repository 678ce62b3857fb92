import { and, eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { conversations, decisions, sanctions } from "~/db/schema"
import { insertConversation } from "~/domain/chat/queries.server"
import { addCookie, fr, withAccess } from "../helpers/app"
import { insertOwner, insertPair, insertPerson, insertPremium, type Person } from "../helpers/chat"
import { ask, mailsTo, receive, runCron, takeWoken } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertSession } from "../helpers/rows"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const reason = "The same message to forty people."
const hour = 60 * 60_000
/** The badge of a member's page, not its template. */
const badge = /No first messages until \w/

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const limit = (staff: Staff, id: string, hours = 48) =>
  staff.call("POST", `/admin/users/${id}/limit`, { reason, hours, policy: "conduct" })
const act = (staff: Staff, id: string, name: string, body: object = {}) =>
  staff.call("POST", `/admin/users/${id}/${name}`, { reason, ...body })
const codeOf = async (response: Response) => [response.status, (await response.json<{ code: string }>()).code]
const statesOf = async (userId: string) =>
  (await db.select().from(sanctions).where(eq(sanctions.userId, userId)))
    .map(({ kind, state }) => `${kind} ${state}`)
    .toSorted()

/** Opens the page of a first message, as a browser does. */
async function openFirst(person: Person, slug: string, origin = ""): Promise<string> {
  const { token } = await insertSession({ userId: person.id })
  const cookie = `__Host-salon_session=${token}`
  return (await ask(`${origin}/profile/chat/new?profile=${slug}`, addCookie(await withAccess(), cookie))).text()
}

describe("a limit", () => {
  test("refuses a first message, says until when, and leaves conversations and requests from others as they are", async () => {
    const staff = await insertStaffMember("moderator")
    const { member, owner, id } = await insertPair()
    const other = await insertOwner()
    expect((await limit(staff, member.id)).status).toBe(204)
    const refused = await member.ask(other.slug)
    const { code, message } = await refused.json<{ code: string; message: string }>()
    expect([refused.status, code]).toEqual([403, "chat.limited"])
    expect(message).toMatch(/until \d.*, \d.*Decisions about you/)
    expect(
      await db
        .select()
        .from(conversations)
        .where(eq(conversations.pair, [member.id, other.id].toSorted().join(" "))),
    ).toEqual([])
    expect((await member.send(id, "Still here.")).status).toBe(201)
    expect((await member.ask(owner.slug, "Again", "again")).status, "an existing one goes on").toBe(201)
    expect((await limit(staff, other.id)).status).toBe(204)
    const asker = await insertPremium()
    const { conversation } = await (await asker.ask(other.slug)).json<{ conversation: { id: string } }>()
    expect((await other.call("POST", `/conversations/${conversation.id}/accept`)).status).toBe(200)
    expect((await other.send(conversation.id, "With pleasure.")).status).toBe(201)
    expect(await codeOf(await other.ask(owner.slug))).toEqual([403, "chat.limited"])
  })

  test("is on the page of a first message before anything is typed, in the reader's language, with the way to contest it", async () => {
    const [staff, member, owner] = [await insertStaffMember("moderator"), await insertPremium(), await insertOwner()]
    expect(await openFirst(member, owner.slug)).toContain("<textarea")
    await limit(staff, member.id)
    const page = await openFirst(member, owner.slug)
    expect(page).toContain("You cannot write first to anyone until")
    expect(page).toContain('href="/profile/decisions"')
    expect(page).not.toContain("<textarea")
    expect(await openFirst(member, owner.slug, fr)).toContain("Vous ne pouvez écrire en premier à personne jusqu’au")
  })

  test("comes before the need of Premium: nobody is sold what would not help", async () => {
    const [staff, member, owner] = [await insertStaffMember("moderator"), await insertPerson(), await insertOwner()]
    expect(await codeOf(await member.ask(owner.slug))).toEqual([403, "chat.premium_required"])
    expect(await openFirst(member, owner.slug)).toContain(">See the plans<")
    await limit(staff, member.id)
    expect(await codeOf(await member.ask(owner.slug))).toEqual([403, "chat.limited"])
    expect(await openFirst(member, owner.slug)).not.toContain(">See the plans<")
  })

  test("that was given after the check still stores no conversation", async () => {
    const [staff, member, owner] = [await insertStaffMember("moderator"), await insertPremium(), await insertOwner()]
    await limit(staff, member.id)
    const now = Date.now()
    const opened = await insertConversation(db as never, { id: "raced", asker: member.id, owner: owner.id }, now)
    expect(opened.limitedUntil).toBeGreaterThan(now)
    expect(await db.select().from(conversations).where(eq(conversations.id, "raced"))).toEqual([])
  })

  test("is mailed with its reasons, counts as a strike, and ends by itself", async () => {
    const [staff, member, owner] = [await insertStaffMember("moderator"), await insertPremium(), await insertOwner()]
    await limit(staff, member.id, 1)
    const { text } = await receive(member.user.email)
    for (const part of [reason, "you cannot write first to anyone", "/decisions/"]) expect(text).toContain(part)
    const [row] = await db.select().from(decisions).where(eq(decisions.userId, member.id))
    expect(row).toMatchObject({ kind: "member_limited", state: "active", source: "staff", staffId: staff.user.id })
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour + 1 })
    expect((await member.ask(owner.slug)).status, "the clock alone ends it").toBe(201)
    await runCron("*/5 * * * *")
    expect(await statesOf(member.id)).toEqual(["limit expired"])
    expect((await db.select().from(decisions).where(eq(decisions.userId, member.id)))[0]?.state).toBe("ended")
  })

  test("is of 30 days at most by a moderator, given once at a time, and never to staff", async () => {
    const [moderator, lead] = [await insertStaffMember("moderator"), await insertStaffMember("trust_lead")]
    const { user } = await insertMember()
    const long = await limit(moderator, user.id, 30 * 24 + 1)
    expect([long.status, await long.json()]).toMatchObject([422, { errors: { hours: [expect.any(String)] } }])
    const both = await Promise.all([1, 2].map(() => limit(lead, user.id, 30 * 24 + 1)))
    expect(both.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await codeOf(await act(moderator, user.id, "restoration"))).toEqual([403, "members.of_lead"])
    expect(await codeOf(await limit(moderator, lead.user.id))).toEqual([409, "members.staff"])
    expect((await limit(moderator, "nobody")).status).toBe(404)
    expect((await limit(await insertStaffMember("support"), user.id)).status).toBe(404)
  })

  test("may stand beside a suspension, outlasts it, and a restoration ends both, with a mail each", async () => {
    const [staff, member, owner] = [await insertStaffMember("moderator"), await insertPremium(), await insertOwner()]
    await act(staff, member.id, "suspension", { hours: 1 })
    expect((await limit(staff, member.id)).status).toBe(204)
    expect(await codeOf(await member.ask(owner.slug))).toEqual([403, "account.suspended"])
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + hour + 1 })
    expect(await codeOf(await member.ask(owner.slug))).toEqual([403, "chat.limited"])
    vi.useRealTimers()
    expect((await act(staff, member.id, "restoration")).status).toBe(204)
    expect(await statesOf(member.id)).toEqual(["limit lifted", "suspend lifted"])
    const mails = (await mailsTo(member.user.email)).filter(({ template }) => template === "sanction-lifted")
    expect(mails).toHaveLength(2)
    expect((await member.ask(owner.slug)).status).toBe(201)
  })

  test("is on the member's page and in the API for staff, who lift it there", async () => {
    const [staff, { user }] = [await insertStaffMember("moderator"), await insertMember()]
    const path = `/dashboard/admin/users/${user.id}`
    const page = async () => (await staff.open(path)).text()
    expect(await page()).toContain('value="limit"')
    await staff.submit(path, { intent: "limit", hours: "24", reason, policy: "conduct" })
    expect(await page()).toMatch(badge)
    expect(await page()).not.toContain('value="limit"')
    const seen = await (await staff.call("GET", `/admin/users/${user.id}`)).json<{ limited_until: number }>()
    expect(seen.limited_until).toBeGreaterThan(Date.now())
    await staff.submit(path, { intent: "restore", reason: "The appeal was right." })
    expect(await page()).not.toMatch(badge)
  })

  test("that an appeal overturned is over at once", async () => {
    const [staff, other, owner] = [
      await insertStaffMember("moderator"),
      await insertStaffMember("moderator"),
      await insertOwner(),
    ]
    const member = await insertPremium()
    await limit(staff, member.id)
    const [row] = await db
      .select()
      .from(decisions)
      .where(and(eq(decisions.userId, member.id), eq(decisions.kind, "member_limited")))
    const path = `/decisions/${row?.reference}/appeal`
    expect((await member.call("POST", path, { body: "They asked me to write." })).status).toBe(204)
    const body = { outcome: "overturned", answer: "They did." }
    expect((await other.call("POST", `/admin/appeals/${row?.reference}/decision`, body)).status).toBe(204)
    expect((await member.ask(owner.slug)).status).toBe(201)
  })
})
