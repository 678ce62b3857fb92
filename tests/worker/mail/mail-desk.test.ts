import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { auditLog, outboxEmails } from "~/db/schema"
import { newId } from "~/lib/id"
import { signedIn } from "../helpers/app"
import { ask, call, deliverMails, mailsTo, runJobs, submit, takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { db, insertSession, insertStaff, insertUser } from "../helpers/rows"

afterEach(async () => {
  takeWoken()
  await db.delete(outboxEmails)
})

const HOUR = 60 * 60_000
let made = 0

/** Inserts a mail of the outbox that was given up an hour ago, unless the row says otherwise. */
async function insertMail(
  row: Partial<typeof outboxEmails.$inferInsert> = {},
): Promise<typeof outboxEmails.$inferInsert> {
  const at = Date.now() - HOUR
  const mail = {
    id: newId(at + made),
    recipient: `reader${++made}@example.org`,
    locale: "en" as const,
    template: "password-changed" as const,
    data: "{}",
    state: "dead" as const,
    attempts: 8,
    nextAttemptAt: at,
    lastError: "Error: no",
    createdAt: at,
    updatedAt: at,
    ...row,
  }
  await db.insert(outboxEmails).values(mail)
  return mail
}

type Mail = { id: string; title: string; cells: Record<string, string | number | null>; acts: string[] }

async function staff() {
  const user = await insertStaff()
  const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
  const cookie = { headers: { Cookie: `__Host-salon_session=${token}` } }
  const api = (path: string, method = "GET", body?: unknown) =>
    ask(`/api/admin/mail${path}`, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) })
  return {
    user,
    api,
    list: async (query: string) => (await api(`?${query}`)).json<{ data: Mail[]; next_cursor: string | null }>(),
    read: async (id: string) => (await api(`/${id}`)).json<Mail>(),
    run: async (act: string, ...ids: string[]) =>
      (await api(`/acts/${act}`, "POST", { ids })).json<{ done: string[]; failed: { id: string; code: string }[] }>(),
    open: (path = "") => ask(`/dashboard/admin/mail${path}`, cookie),
    action: (intent: string, id: string) => submit("/dashboard/admin/mail?state=dead", { intent, ids: id }, cookie),
  }
}

const idsOf = ({ data }: { data: Mail[] }) => data.map(({ id }) => id)

describe("the mail desk", () => {
  test("the mail desk lists mails by their state, with masked addresses and without their texts", async () => {
    const { list, open } = await staff()
    const dead = await insertMail({
      lastError: "Error: 550 <ada.lovelace@example.org> unknown",
      data: '{"hidden":"word-of-a-mail"}',
      rendered: JSON.stringify({ subject: "Hello", text: "A text that lists do not show" }),
    })
    const failed = await insertMail({ state: "queued", attempts: 2, nextAttemptAt: Date.now() + HOUR })
    const forgotten = await insertMail({ state: "queued", attempts: 0, lastError: null })
    const waiting = await insertMail({ state: "queued", attempts: 0, nextAttemptAt: Date.now() })
    const sent = await insertMail({ state: "sent" })
    const dropped = await insertMail({ state: "dropped" })
    const at = async (state: string) => idsOf(await list(`state=${state}`)).toSorted()
    expect(await at("late")).toEqual([failed.id, forgotten.id].toSorted())
    expect(await at("queued")).toEqual([failed.id, forgotten.id, waiting.id].toSorted())
    expect(await at("sent")).toEqual([sent.id])
    expect(await at("dropped")).toEqual([dropped.id])
    expect((await list("state=dead")).data).toMatchObject([
      {
        id: dead.id,
        title: "Password changed",
        acts: ["retry", "drop"],
        cells: {
          recipient: "r***@example.org",
          state: "dead",
          attempts: 8,
          next: null,
          language: "en",
          error: "Error: 550 <a***@example.org> unknown",
          created: dead.createdAt,
        },
      },
    ])
    const html = await (await open()).text()
    expect(headingOf(html)).toBe("Emails")
    expect(html).toContain("r***@example.org")
    for (const hidden of [dead.recipient, "lovelace", "word-of-a-mail", "lists do not show"])
      expect(html).not.toContain(hidden)
  })

  test("the mail desk finds mails by their id, their whole address and their member's id, and by nothing less", async () => {
    const { list } = await staff()
    const member = await insertUser({ email: "whole.address@example.org" })
    const { id } = await insertMail({ recipient: member.email })
    await insertMail()
    for (const typed of [id, member.email, member.email.toUpperCase(), member.id])
      expect([typed, idsOf(await list(`q=${encodeURIComponent(typed)}`))]).toEqual([typed, [id]])
    for (const typed of ["whole", "whole.address@", "%", "example.org"])
      expect(idsOf(await list(`q=${encodeURIComponent(typed)}`))).toEqual([])
  })

  test("the mail desk shows what a mail said without its links and codes, and writes down who read it", async () => {
    const { read, open, user } = await staff()
    const email = `reset-${made++}@example.org`
    await insertUser({ email })
    await call("/auth/password/forgot", { email })
    await deliverMails()
    const [mail] = await mailsTo(email)
    const link = /https?:\/\/\S+/.exec(JSON.parse(mail?.rendered ?? "{}").text)?.[0] ?? ""
    expect(link).toContain("/auth/password/reset/")
    const { cells } = await read(mail?.id ?? "")
    expect(cells.text).toContain("[…]")
    const html = await (await open(`/${mail?.id}`)).text()
    expect(html).toContain(String(cells.subject))
    for (const shown of [JSON.stringify(cells), html])
      for (const hidden of [link, link.split("/").at(-1) ?? "", email]) expect(shown).not.toContain(hidden)
    const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, user.id))
    expect(entries.map(({ action, targetId }) => [action, targetId])).toEqual([["mail.read", mail?.id]])
  })

  test("the mail desk exports addresses masked, and no texts", async () => {
    const { api, open } = await staff()
    const { recipient } = await insertMail({ rendered: JSON.stringify({ subject: "Hello", text: "Not in a file" }) })
    const { id } = await (await api("/exports", "POST")).json<{ id: string }>()
    await runJobs()
    const file = await (await open(`/exports/${id}`)).text()
    expect(file).toContain("r***@example.org")
    for (const hidden of [recipient, "Not in a file"]) expect(file).not.toContain(hidden)
  })

  test("the mail desk retries a mail from the start, and it arrives", async () => {
    const { run } = await staff()
    const { id, recipient } = await insertMail()
    expect(await run("retry", id)).toEqual({ done: [id], failed: [] })
    await deliverMails()
    expect(await mailsTo(recipient)).toMatchObject([{ state: "sent", attempts: 1, lastError: null }])
    expect(await run("retry", id)).toEqual({ done: [], failed: [{ id, code: "conflict.changed" }] })
  })

  test("the mail desk retries several mails at once, and names those that it could not", async () => {
    const { run } = await staff()
    const [one, other, sent] = [await insertMail(), await insertMail(), await insertMail({ state: "sent" })]
    const result = await run("retry", one.id, sent.id, other.id, "none")
    expect(result.done).toEqual([one.id, other.id])
    expect(result.failed).toEqual([
      { id: sent.id, code: "conflict.changed" },
      { id: "none", code: "request.not_found" },
    ])
    expect(takeWoken()).toEqual([one.id, other.id])
  })

  test("the mail desk drops a mail for good, which nobody can send afterwards", async () => {
    const { action: act, run, read } = await staff()
    const { id, recipient } = await insertMail({ data: '{"signupId":"1"}' })
    const response = await act("drop", id)
    expect(response.status).toBe(200)
    await deliverMails([id])
    expect(await mailsTo(recipient)).toMatchObject([{ state: "dropped", data: "{}" }])
    expect((await run("drop", id)).failed).toEqual([{ id, code: "conflict.changed" }])
    expect((await read(id)).acts).toEqual([])
  })

  test("the mail desk leaves a mail alone that is being sent", async () => {
    const { run, read } = await staff()
    const now = Date.now()
    const { id } = await insertMail({ state: "queued", attempts: 1, nextAttemptAt: now + 60_000, updatedAt: now })
    for (const act of ["retry", "drop"]) expect((await run(act, id)).failed).toEqual([{ id, code: "conflict.changed" }])
    expect((await read(id)).acts).toEqual([])
    expect(takeWoken()).toEqual([])
  })

  test("of simultaneous acts on the mail desk, one succeeds", async () => {
    const { run } = await staff()
    const { id } = await insertMail()
    const results = await Promise.all([run("drop", id), run("drop", id), run("drop", id)])
    expect(results.flatMap(({ done }) => done)).toEqual([id])
  })

  test("the mail desk refuses invalid input", async () => {
    const { api, action: act, open } = await staff()
    expect((await api("?state=burnt")).status).toBe(422)
    expect((await api("?cursor=nonsense")).status).toBe(400)
    expect((await api("/01ARZ3NDEKTSV4RRFFQ69G5FAV")).status).toBe(404)
    expect((await api("/acts/burn", "POST", { ids: ["1"] })).status).toBe(404)
    expect((await api("/acts/retry", "POST", { ids: [] })).status).toBe(422)
    expect((await act("burn", "1")).status).toBe(400)
    expect((await open("?cursor=nonsense")).status).toBe(400)
    expect(headingOf(await (await open("?state=nonsense")).text())).toBe("Emails")
  })

  test("the mail desk does not exist for members, and redirects visitors to the login", async () => {
    const { id, recipient } = await insertMail()
    const member = await signedIn(await insertUser())
    const cookie = { headers: { Cookie: new Headers(member.headers).get("Cookie") ?? "" } }
    const origin = { Origin: "http://en.localhost:8787", ...cookie.headers }
    expect((await ask("/dashboard/admin/mail", cookie)).status).toBe(404)
    expect((await submit("/dashboard/admin/mail", { intent: "drop", ids: id }, cookie)).status).toBe(404)
    expect((await ask("/api/admin/mail", cookie)).status).toBe(404)
    expect((await ask(`/api/admin/mail/acts/retry`, { method: "POST", headers: origin })).status).toBe(404)
    expect((await ask(`/api/admin/mail/${id}`, { headers: origin })).status).toBe(404)
    expect((await ask("/dashboard/admin/mail")).headers.get("Location")).toBe("/auth/login")
    expect((await ask("/api/admin/mail")).status).toBe(401)
    expect((await ask(`/api/admin/mail/${id}`)).status).toBe(401)
    expect(await mailsTo(recipient)).toMatchObject([{ state: "dead" }])
  })
})
