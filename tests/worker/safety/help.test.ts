import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { strFromU8, unzipSync } from "fflate"
import { beforeAll, describe, expect, test } from "vitest"
import { auditLog, helpRequests, sanctions } from "~/db/schema"
import type { HelpRequest } from "~/domain/safety/help/schema"
import { addCookie, json } from "../helpers/app"
import { takeLog, watchLog } from "../helpers/log"
import { ask, mailsTo, runJobs } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { DAY, db, insertPage, insertSession } from "../helpers/rows"

watchLog()

const page = "/profile/help"
const answers: Record<string, string>[] = [
  { answer: "yes" },
  { answer: "yes", message: "Write to me at work." },
  { answer: "no" },
  { answer: "no", message: "He reads my mail. 👩‍👩‍👧‍👦" },
  { answer: "unsaid" },
]

beforeAll(async () => {
  await insertPage({ slug: "help/lines" }, { title: "Who can help", body: "Call **112**." })
})

type Member = Awaited<ReturnType<typeof insertMember>>

const requestsOf = ({ user }: Member) => db.select().from(helpRequests).where(eq(helpRequests.userId, user.id))

/** Returns a lead who has given a reason, and what they read. */
async function insertReader() {
  const lead = await insertStaffMember("trust_lead")
  await lead.call("POST", "/admin/help-requests/access", { reason: "The morning's round" })
  const list = async (query = "") =>
    (await lead.call("GET", `/admin/help-requests${query}`)).json<{ data: HelpRequest[]; next_cursor: string | null }>()
  /** Every page of a state. */
  const all = async (state: string) => {
    const found: HelpRequest[] = []
    for (let cursor: string | null = ""; cursor !== null; ) {
      const read: { data: HelpRequest[]; next_cursor: string | null } = await list(
        `?state=${state}${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      )
      found.push(...read.data)
      cursor = read.next_cursor
    }
    return found
  }
  return { ...lead, all }
}

/** Returns all that a response says to its reader, without what is new in each: the nonce, numbers of requests, and the database's bookmark. */
async function seenOf(response: Response) {
  const headers = [...response.headers].filter(([name]) => !/^(x-request-id|date)$/.test(name))
  const all = JSON.stringify([response.status, headers, await response.text()])
  const text = all
    .replace(/[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}/g, "BOOKMARK")
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "REQUEST")
  const nonce = /'nonce-(\w+)'/.exec(text)?.[1]
  return nonce ? text.replaceAll(nonce, "NONCE") : text
}

describe("answering in confidence", () => {
  test("whatever is answered, the response and the page after it are the same, byte by byte", async () => {
    const member = await insertMember()
    const seen: string[] = []
    for (const fields of answers) {
      const sent = await member.submit(page, fields)
      expect(sent.headers.get("Location")).toMatch(/\/profile\/help\/lines$/)
      const next = await member.open(`${page}/lines`)
      expect(next.status).toBe(200)
      seen.push(`${await seenOf(sent)} ${await seenOf(next)} ${await seenOf(await member.open(page))}`)
    }
    expect(seen).toEqual(seen.map(() => seen[0]))
    expect(await requestsOf(member)).toHaveLength(answers.length)
  })

  test("the API answers the same to everything, too", async () => {
    const member = await insertMember()
    const seen: string[] = []
    for (const body of answers) seen.push(await seenOf(await member.call("POST", "/me/help", body)))
    expect(seen).toEqual(seen.map(() => seen[0]))
    expect(await requestsOf(member)).toHaveLength(answers.length)
  })

  test("no answer sends a mail, makes a notification, or stands in the audit log, the request log or the export", async () => {
    const member = await insertMember()
    const marker = "Call the bakery at nine."
    takeLog("request")
    await member.submit(page, { answer: "yes", message: marker })
    expect(JSON.stringify(takeLog("request"))).not.toContain(marker)
    expect(await mailsTo(member.user.email)).toEqual([])
    expect(await (await member.call("GET", "/notifications")).json()).toMatchObject({ data: [] })
    expect(await db.select().from(auditLog).where(eq(auditLog.actorId, member.user.id))).toEqual([])
    const { id } = await (await member.call("POST", "/me/exports")).json<{ id: string }>()
    await runJobs()
    const file = await ask(`/api/me/exports/${id}/file`, {
      headers: { Authorization: `Bearer ${member.session.token}` },
    })
    const files = unzipSync(new Uint8Array(await file.arrayBuffer()))
    const text = Object.entries(files).map(([name, bytes]) => `${name} ${strFromU8(bytes)}`)
    expect(text.length).toBeGreaterThan(0)
    for (const part of text) {
      expect(part).not.toContain("help_requests")
      expect(part).not.toContain(marker)
    }
  })

  test("a stored answer tells by neither its text nor its length what was answered", async () => {
    const member = await insertMember()
    for (const body of answers) await member.call("POST", "/me/help", body)
    const rows = await requestsOf(member)
    expect(new Set(rows.map(({ answerSealed }) => answerSealed.length)).size).toBe(1)
    for (const { answerSealed } of rows) expect(answerSealed).not.toMatch(/"answer"|unsaid|at work/)
    expect(rows.map(({ state }) => state).sort()).toEqual(["noted", "open", "open", "open", "open"])
  })

  test("an answer is refused without a choice, with too long a message, and from a visitor", async () => {
    const member = await insertMember()
    const without = await member.submit(page, { message: "Words that I have typed" })
    expect(without.status).toBe(422)
    expect(await without.text()).toContain("Words that I have typed")
    expect((await member.submit(page, { answer: "perhaps" })).status).toBe(422)
    const long = await member.call("POST", "/me/help", { answer: "yes", message: "a".repeat(501) })
    expect(long.status).toBe(422)
    expect(await requestsOf(member)).toEqual([])
    expect((await ask("/api/me/help", { ...json({ answer: "yes" }), method: "POST" })).status).toBe(401)
    expect((await ask(page)).headers.get("Location")).toContain("/auth/login")
  })

  test("the eleventh answer of a day is refused, whatever it says", async () => {
    const member = await insertMember()
    for (let at = 0; at < 10; at++) await member.call("POST", "/me/help", { answer: "no" })
    for (const body of answers) expect((await member.call("POST", "/me/help", body)).status).toBe(429)
    expect(await requestsOf(member)).toHaveLength(10)
  })

  test("a suspended member can answer, and read who helps", async () => {
    const member = await insertMember()
    const staff = await insertStaffMember("moderator")
    await staff.call("POST", `/admin/users/${member.user.id}/suspension`, { hours: 24, reason: "Insults" })
    expect(await db.select().from(sanctions).where(eq(sanctions.userId, member.user.id))).toHaveLength(1)
    const session = await insertSession({ userId: member.user.id, confirmedAt: Date.now() })
    const init = addCookie({}, `__Host-salon_session=${session.token}`)
    for (const path of [page, `${page}/lines`]) expect((await ask(path, init)).status).toBe(200)
    const headers = { Authorization: `Bearer ${session.token}`, "Content-Type": "application/json" }
    const body = JSON.stringify({ answer: "yes" })
    expect((await ask("/api/me/help", { method: "POST", headers, body })).status).toBe(204)
  })

  test("the page of those who help is not found once staff have removed it, and the question remains", async () => {
    const member = await insertMember()
    await env.DB.prepare("UPDATE pages SET slug = 'help/former' WHERE slug = 'help/lines'").run()
    try {
      expect((await member.open(`${page}/lines`)).status).toBe(404)
      expect((await member.open(page)).status).toBe(200)
    } finally {
      await env.DB.prepare("UPDATE pages SET slug = 'help/lines' WHERE slug = 'help/former'").run()
    }
  })
})

describe("reading what was answered in confidence", () => {
  test("the trust lead reads it with a reason, which is recorded without the member's id", async () => {
    const member = await insertMember()
    await member.call("POST", "/me/help", { answer: "yes", message: "Write to me at work." })
    const lead = await insertStaffMember("trust_lead")
    const refused = await lead.call("GET", "/admin/help-requests")
    expect([refused.status, await refused.json()]).toEqual([
      403,
      expect.objectContaining({ code: "audit.reason_required" }),
    ])
    const asked = await (await lead.open("/dashboard/admin/help")).text()
    expect(asked).toContain("Reason for this access")
    expect(asked).not.toContain(member.user.name)
    await lead.submit("/dashboard/admin/help?state=open", { intent: "access", reason: "The morning's round" })
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, lead.user.id))
    expect(entries[0]).toMatchObject({ action: "help.access", reason: "The morning's round" })
    await lead.call("GET", "/admin/help-requests")
    const recorded = JSON.stringify(await db.select().from(auditLog).where(eq(auditLog.actorId, lead.user.id)))
    expect(recorded).toContain("help.list")
    expect(recorded).not.toContain(member.user.id)
  })

  test("the lead's list has each request with its answer, its message, and when it is due", async () => {
    const [member, lead] = [await insertMember(), await insertReader()]
    for (const body of answers) await member.call("POST", "/me/help", body)
    const isTheirs = ({ member: { id } }: HelpRequest) => id === member.user.id
    const open = (await lead.all("open")).filter(isTheirs)
    expect(open.map(({ answer, message }) => ({ answer, ...(message && { message }) }))).toEqual(
      answers.filter(({ answer, message }) => answer !== "no" || message),
    )
    for (const { created_at, due_at } of open) expect(due_at).toBe(created_at + 2 * DAY)
    expect((await lead.all("noted")).filter(isTheirs)).toMatchObject([{ answer: "no", message: "", due_at: null }])
    const html = await (await lead.open("/dashboard/admin/help")).text()
    expect(html).toContain("In confidence")
  })

  test("a request is closed once, with a note that is stored encrypted and that the lead reads again", async () => {
    const [member, lead] = [await insertMember(), await insertReader()]
    await member.call("POST", "/me/help", { answer: "yes" })
    const [row] = await requestsOf(member)
    const path = `/admin/help-requests/${row?.id}/close`
    expect((await lead.call("POST", path, { note: "" })).status).toBe(422)
    expect((await lead.call("POST", path, { note: "Spoke with her at work." })).status).toBe(204)
    expect((await lead.call("POST", path, { note: "Again" })).status).toBe(409)
    expect((await lead.call("POST", "/admin/help-requests/none/close", { note: "None" })).status).toBe(404)
    const [closed] = await requestsOf(member)
    expect(closed).toMatchObject({ state: "done", closedBy: lead.user.id })
    expect(closed?.noteSealed).not.toContain("Spoke")
    const done = (await lead.all("done")).find(({ id }) => id === row?.id)
    expect(done).toMatchObject({ note: "Spoke with her at work.", due_at: null })
    expect(await mailsTo(member.user.email)).toEqual([])
    const [entry] = await db
      .select()
      .from(auditLog)
      .where(eq(auditLog.targetId, row?.id ?? ""))
    expect(entry).toMatchObject({ action: "help.close", reason: null, details: "{}" })
  })

  test("a lead neither reads nor closes their own, and closes none without a reason", async () => {
    const lead = await insertReader()
    await lead.call("POST", "/me/help", { answer: "yes" })
    const [own] = await requestsOf(lead)
    expect((await lead.all("open")).some(({ id }) => id === own?.id)).toBe(false)
    expect((await lead.call("POST", `/admin/help-requests/${own?.id}/close`, { note: "Mine" })).status).toBe(404)
    const other = await insertStaffMember("trust_lead")
    expect((await other.call("POST", `/admin/help-requests/${own?.id}/close`, { note: "Hers" })).status).toBe(403)
    expect(await requestsOf(lead)).toMatchObject([{ state: "open" }])
  })

  test("the queue is counted for a trust lead alone, not even for the owner", async () => {
    const member = await insertMember()
    await member.call("POST", "/me/help", { answer: "yes" })
    const countOf = async (role: Parameters<typeof insertStaffMember>[0]) => {
      const staff = await insertStaffMember(role)
      const { data } = await (await staff.call("GET", "/admin/queues")).json<{
        data: { name: string; count: number }[]
      }>()
      return data.find(({ name }) => name === "help")?.count
    }
    expect(await countOf("trust_lead")).toBeGreaterThan(0)
    for (const role of ["owner", "moderator", "support", "auditor"] as const) {
      expect(await countOf(role)).toBeUndefined()
      const staff = await insertStaffMember(role)
      expect((await staff.call("GET", "/admin/help-requests")).status).toBe(404)
      expect(await (await staff.open("/dashboard/admin")).text()).not.toContain("/dashboard/admin/help")
    }
  })

  test("an answer sealed for one member cannot be read as another's", async () => {
    const [one, other, lead] = [await insertMember(), await insertMember(), await insertReader()]
    await one.call("POST", "/me/help", { answer: "yes" })
    await other.call("POST", "/me/help", { answer: "yes" })
    const [taken] = await requestsOf(one)
    await db
      .update(helpRequests)
      .set({ answerSealed: taken?.answerSealed ?? "" })
      .where(eq(helpRequests.userId, other.user.id))
    const read = (await lead.all("open")).filter(({ member: { id } }) => id === one.user.id || id === other.user.id)
    expect(read.map(({ member: { id }, answer }) => [id, answer])).toEqual([
      [one.user.id, "yes"],
      [other.user.id, null],
    ])
    expect(takeLog("help.unreadable")).toHaveLength(1)
  })
})
