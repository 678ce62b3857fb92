import { afterEach, describe, expect, test } from "vitest"
import { outboxEmails } from "~/db/schema"
import type { DeskMail } from "~/domain/mail/desk"
import { maskAddresses } from "~/domain/mail/desk.server"
import { newId } from "~/lib/id"
import { signedIn } from "../helpers/app"
import { ask, deliverMails, mailsTo, submit, takeWoken } from "../helpers/mail"
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
    ...{ id: newId(at + made), recipient: `reader${++made}@example.org`, locale: "en" as const },
    template: "password-changed" as const,
    ...{ data: "{}", state: "dead" as const, attempts: 8, nextAttemptAt: at, lastError: "Error: no", createdAt: at },
    ...{ updatedAt: at, ...row },
  }
  await db.insert(outboxEmails).values(mail)
  return mail
}

async function staff() {
  const { token } = await insertSession({ userId: (await insertStaff()).id, confirmedAt: Date.now() })
  const headers = { Authorization: `Bearer ${token}` }
  const cookie = { headers: { Cookie: `__Host-salon_session=${token}` } }
  return {
    api: (path: string, method = "GET") => ask(`/api/admin/mails${path}`, { method, headers }),
    list: async (query: string) =>
      (await ask(`/api/admin/mails?${query}`, { headers })).json<{ data: DeskMail[]; next_cursor: string | null }>(),
    open: (query = "") => ask(`/dashboard/admin/mail${query}`, cookie),
    act: (intent: string, id: string) => submit("/dashboard/admin/mail?state=dead", { intent, id }, cookie),
  }
}

describe("the mail desk", () => {
  test("the mail desk shows failed and late mails, with masked addresses and without their texts", async () => {
    const { list, open } = await staff()
    const dead = await insertMail({
      lastError: "Error: 550 <ada.lovelace@example.org> unknown",
      data: '{"secret":"word"}',
    })
    const failed = await insertMail({ state: "queued", attempts: 2, nextAttemptAt: Date.now() + HOUR })
    const forgotten = await insertMail({ state: "queued", attempts: 0, lastError: null })
    await insertMail({ state: "queued", attempts: 0, nextAttemptAt: Date.now() })
    await insertMail({ state: "sent" })
    await insertMail({ state: "dropped" })
    expect((await list("state=queued")).data.map(({ id }) => id)).toEqual([forgotten.id, failed.id])
    const { data } = await list("state=dead")
    expect(data).toEqual([
      {
        ...{ id: dead.id, recipient: "r***@example.org", locale: "en", template: "password-changed", state: "dead" },
        ...{ attempts: 8, last_error: "Error: 550 <a***@example.org> unknown", next_attempt_at: dead.nextAttemptAt },
        created_at: dead.createdAt,
      },
    ])
    const html = await (await open()).text()
    expect(headingOf(html)).toBe("Emails")
    expect(html).toContain("r***@example.org")
    for (const hidden of [dead.recipient, "lovelace", "secret"]) expect(html).not.toContain(hidden)
    expect(await (await open("?state=queued")).text()).toContain(failed.id)
  })

  test("the mail desk is paged without repeats or gaps, even as mails are added", async () => {
    const { list } = await staff()
    const at = Date.now() - HOUR
    for (let n = 0; n < 65; n++) await insertMail({ nextAttemptAt: at - Math.floor(n / 10) })
    const seen: string[] = []
    let cursor: string | null = null
    do {
      const answer: { data: DeskMail[]; next_cursor: string | null } = await list(
        `state=dead${cursor ? `&cursor=${cursor}` : ""}`,
      )
      expect(answer.data.length).toBeLessThanOrEqual(30)
      seen.push(...answer.data.map(({ id }) => id))
      cursor = answer.next_cursor
      await insertMail()
    } while (cursor)
    expect(seen).toHaveLength(65)
    expect(new Set(seen).size).toBe(65)
  })

  test("the mail desk retries a mail from the start, and it arrives", async () => {
    const { api } = await staff()
    const { id, recipient } = await insertMail()
    expect((await api(`/${id}/retry`, "POST")).status).toBe(204)
    await deliverMails()
    expect(await mailsTo(recipient)).toMatchObject([{ state: "sent", attempts: 1, lastError: null }])
    const again = await api(`/${id}/retry`, "POST")
    expect([again.status, await again.json()]).toMatchObject([409, { code: "conflict.changed" }])
  })

  test("the mail desk drops a mail for good, which nobody can send afterwards", async () => {
    const { act, api } = await staff()
    const { id, recipient } = await insertMail({ data: '{"signupId":"1"}' })
    const response = await act("drop", id)
    expect(await response.text()).toContain("The email was discarded.")
    await deliverMails([id])
    expect(await mailsTo(recipient)).toMatchObject([{ state: "dropped", data: "{}" }])
    expect((await api(`/${id}`, "DELETE")).status).toBe(409)
  })

  test("the mail desk leaves a mail alone that is being sent", async () => {
    const { api } = await staff()
    const now = Date.now()
    const { id } = await insertMail({ state: "queued", attempts: 1, nextAttemptAt: now + 60_000, updatedAt: now })
    expect((await api(`/${id}/retry`, "POST")).status).toBe(409)
    expect((await api(`/${id}`, "DELETE")).status).toBe(409)
    expect(takeWoken()).toEqual([])
  })

  test("of two simultaneous acts on the mail desk, one succeeds", async () => {
    const { act } = await staff()
    const { id } = await insertMail()
    const responses = await Promise.all([act("drop", id), act("drop", id), act("drop", id)])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  })

  test("the mail desk refuses invalid input", async () => {
    const { api, act, open } = await staff()
    expect((await api("?state=sent")).status).toBe(422)
    expect((await api("?cursor=nonsense")).status).toBe(400)
    expect((await api("/01ARZ3NDEKTSV4RRFFQ69G5FAV/retry", "POST")).status).toBe(404)
    expect((await api("/01ARZ3NDEKTSV4RRFFQ69G5FAV", "DELETE")).status).toBe(404)
    expect((await act("burn", "1")).status).toBe(400)
    expect((await act("retry", "")).status).toBe(422)
    expect((await open("?cursor=nonsense")).status).toBe(400)
    expect(headingOf(await (await open("?state=nonsense")).text())).toBe("Emails")
  })

  test("the mail desk does not exist for members, and redirects visitors to the login", async () => {
    const { id, recipient } = await insertMail()
    const member = await signedIn(await insertUser())
    const cookie = { headers: { Cookie: new Headers(member.headers).get("Cookie") ?? "" } }
    const origin = { Origin: "http://en.localhost:8787", ...cookie.headers }
    expect((await ask("/dashboard/admin/mail", cookie)).status).toBe(404)
    expect((await submit("/dashboard/admin/mail", { intent: "drop", id }, cookie)).status).toBe(404)
    expect((await ask("/api/admin/mails", cookie)).status).toBe(404)
    expect((await ask(`/api/admin/mails/${id}/retry`, { method: "POST", headers: origin })).status).toBe(404)
    expect((await ask(`/api/admin/mails/${id}`, { method: "DELETE", headers: origin })).status).toBe(404)
    expect((await ask("/dashboard/admin/mail")).headers.get("Location")).toBe("/auth/login")
    expect((await ask("/api/admin/mails")).status).toBe(401)
    expect((await ask(`/api/admin/mails/${id}`, { method: "DELETE" })).status).toBe(401)
    expect(await mailsTo(recipient)).toMatchObject([{ state: "dead" }])
  })
})

test.each([
  ["ada@example.org", "a***@example.org"],
  ["550 <ada.l@example.org>: no such user ada.l@example.org", "550 <a***@example.org>: no such user a***@example.org"],
  ["a@b", "a***@b"],
  ["The provider answered 503", "The provider answered 503"],
])("an address is masked anywhere in a text: %s", (text, masked) => {
  expect(maskAddresses(text)).toBe(masked)
})
