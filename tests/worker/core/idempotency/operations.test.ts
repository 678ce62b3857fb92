import { env, exports } from "cloudflare:workers"
import { count, eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { idempotencyKeys, ticketMessages, tickets, userGroups } from "~/db/schema"
import type { Actor } from "~/domain/core/actor/actor"
import { createSingleRequest } from "~/domain/core/idempotency/single-request.server"
import { policyOf } from "~/page-policy"
import { api } from "../../../../worker/api/api"
import { describeApi } from "../../../../worker/api/openapi/document"
import { createCtx } from "../../../../worker/context"
import { en, fetchWith, json, newAddress, withAccess } from "../../helpers/app"
import { databaseLosing, databaseWithout } from "../../helpers/broken"
import { insertPerson, type Person } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { mailBindings, runCron, takeWoken } from "../../helpers/mail"
import { DAY, db, insertColleague, insertGroup, insertSession } from "../../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const ticket = { category: "other", message: "Where is the light switch?" }
const visitor = { ...ticket, name: "Ann", email: "ann@example.org" }

/** Calls an operation as a program that repeats what it gets no response to. */
async function send(
  person: Person | null,
  path: string,
  { key, body = ticket, bindings = {} }: { key: string; body?: object; bindings?: object },
) {
  const { headers: visitors } = await withAccess()
  const identity = person?.headers ?? Object.fromEntries(new Headers(visitors))
  const headers = { ...identity, "Idempotency-Key": key, "CF-Connecting-IP": newAddress() }
  const response = await fetchWith({ ...mailBindings, ...bindings }, `/api${path}`, json(body, headers))
  const text = await response.text()
  return {
    status: response.status,
    isReplayed: response.headers.get("Idempotency-Replayed") === "true",
    type: response.headers.get("Content-Type"),
    body: text ? (JSON.parse(text) as Record<string, string>) : null,
  }
}

const ticketsOf = async ({ id }: Person) =>
  (await db.select({ rows: count() }).from(tickets).where(eq(tickets.userId, id)))[0]?.rows

describe("an operation with an Idempotency-Key", () => {
  test("an operation that is requested again with its key has one effect, and its first response", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const first = await send(person, "/contact", { key })
    const second = await send(person, "/contact", { key })
    expect([first.status, first.isReplayed]).toEqual([201, false])
    expect(second).toEqual({ ...first, isReplayed: true })
    expect(await ticketsOf(person)).toBe(1)
    expect((await send(person, "/contact", { key: crypto.randomUUID() })).body).not.toEqual(first.body)
    expect(await ticketsOf(person)).toBe(2)
  })

  test("a key in quotes is the same as a bare one, and one that could be guessed is refused", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const first = await send(person, "/contact", { key: `"${key}"` })
    expect((await send(person, "/contact", { key })).body).toEqual(first.body)
    for (const guess of ["1", "order-17", "00000000-0000-0000-0000-000000000000"])
      expect((await send(person, "/contact", { key: guess })).status).toBe(422)
    expect(await ticketsOf(person)).toBe(1)
  })

  test("twins that arrive together have one effect, and the same response", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const responses = await Promise.all([1, 2, 3, 4].map(() => send(person, "/contact", { key })))
    expect(new Set(responses.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
    expect(responses[0]?.status).toBe(201)
    expect(await ticketsOf(person)).toBe(1)
  })

  test("a key with other content is refused, also while the first request is carried out", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const other = { ...ticket, message: "And the door?" }
    const [first, twin] = await Promise.all([
      send(person, "/contact", { key }),
      send(person, "/contact", { key, body: other }),
    ])
    expect([first.status, twin.status].toSorted()).toEqual([201, 422])
    const later = await send(person, "/contact", { key, body: { ...ticket, message: "A third one" } })
    expect([later.status, later.body?.code]).toEqual([422, "request.key_reused"])
    expect(await ticketsOf(person)).toBe(1)
  })

  test("a refused request is not remembered: corrected, it is sent with the same key", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    expect((await send(person, "/contact", { key, body: { ...ticket, message: "" } })).status).toBe(422)
    expect((await send(person, "/contact", { key })).status).toBe(201)
    expect(await ticketsOf(person)).toBe(1)
  })

  test("a request whose batch fails leaves nothing, and is carried out when it is sent again", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const bindings = { DB: databaseWithout("ticket_messages") }
    expect((await send(person, "/contact", { key, bindings })).status).toBe(500)
    takeLog("request.failed")
    expect(await ticketsOf(person)).toBe(0)
    expect((await send(person, "/contact", { key })).status).toBe(201)
    expect(await ticketsOf(person)).toBe(1)
  })

  test("a request that was interrupted after its batch is not carried out again: its sender reads that", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const bindings = { DB: databaseLosing("ticket_messages") }
    expect((await send(person, "/contact", { key, bindings })).status).toBe(500)
    takeLog("request.failed")
    expect(await ticketsOf(person)).toBe(1)
    const soon = await send(person, "/contact", { key })
    expect([soon.status, soon.body?.code]).toEqual([409, "request.in_progress"])
    vi.setSystemTime(Date.now() + 2 * 60_000)
    const later = await send(person, "/contact", { key })
    expect([later.status, later.body?.code]).toEqual([409, "request.interrupted"])
    expect(await ticketsOf(person)).toBe(1)
  })

  test("the response of one user is nobody else's, though the key is the same", async () => {
    const [ann, ben] = [await insertPerson(), await insertPerson()]
    const key = crypto.randomUUID()
    const responses = [
      await send(ann, "/contact", { key }),
      await send(ben, "/contact", { key }),
      await send(null, "/contact", { key, body: visitor }),
    ]
    expect(responses.map(({ status, isReplayed }) => [status, isReplayed])).toEqual(responses.map(() => [201, false]))
    expect(new Set(responses.map(({ body }) => body?.reference)).size).toBe(3)
    const again = await send(null, "/contact", { key, body: visitor })
    expect([again.isReplayed, again.body]).toEqual([true, responses[2]?.body])
  })

  test("a key belongs to one operation", async () => {
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const opened = await send(person, "/contact", { key })
    const path = `/tickets/${opened.body?.reference}/messages`
    const body = { message: "And the door?" }
    expect((await send(person, path, { key, body })).isReplayed).toBe(false)
    expect((await send(person, path, { key, body })).isReplayed).toBe(true)
    const [row] = await db.select({ id: tickets.id }).from(tickets).where(eq(tickets.userId, person.id))
    const messages = await db
      .select()
      .from(ticketMessages)
      .where(eq(ticketMessages.ticketId, row?.id ?? ""))
    expect(messages.map((message) => message.body)).toEqual([ticket.message, body.message])
  })

  test("what is remembered can be read by nobody, belongs to its member, and is deleted after a day", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const person = await insertPerson()
    const key = crypto.randomUUID()
    const { body } = await send(person, "/contact", { key })
    const rows = () => db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, person.id))
    const stored = JSON.stringify(await rows())
    for (const text of [key, body?.reference ?? "", ticket.message]) expect(stored).not.toContain(text)
    expect(await rows()).toHaveLength(1)
    await runCron("17 3 * * *")
    expect(await rows()).toHaveLength(1)
    vi.setSystemTime(Date.now() + DAY + 1)
    await runCron("17 3 * * *")
    expect(await rows()).toEqual([])
  })
})

interface Operation {
  operationId: string
  parameters?: { name: string; in: string }[]
}

const document = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
const writing = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
  Object.entries(item as Record<string, Operation>)
    // Signatures of channels, which write nothing.
    .filter(([method]) => method !== "get" && !path.startsWith("/broadcasting/"))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path: `/api${path}`, operation })),
)

describe("every writing operation", () => {
  test("every writing operation documents its Idempotency-Key, and no reading one does", () => {
    expect(writing.length).toBeGreaterThan(120)
    const isKeyed = ({ parameters = [] }: Operation) =>
      parameters.some(({ name }) => name.toLowerCase() === "idempotency-key")
    expect(writing.filter(({ operation }) => !isKeyed(operation)).map(({ path }) => path)).toEqual([])
    const reading = Object.values(document.paths ?? {}).map((item) => (item as { get?: Operation }).get)
    expect(reading.filter((operation) => operation && isKeyed(operation))).toEqual([])
  })

  test.each(["POST", "PUT", "PATCH", "DELETE"])(
    "every %s operation responds to a request that was carried out before with what was stored, and runs nothing",
    async (wanted) => {
      const roles = ["trust_lead", "moderator", "verifier", "support", "finance", "editor", "auditor"] as const
      const staff = await insertColleague(...roles)
      await db.insert(userGroups).values({ userId: staff.id, groupId: (await insertGroup({ root: true })).id })
      const { token } = await insertSession({ userId: staff.id, confirmedAt: Date.now() })
      const actor = { kind: "staff", user: { id: staff.id } } as unknown as Actor
      const ctx = { ...createCtx(env, openDatabase(env.DB, "first-primary").db, () => {}), actor }
      const wrong: unknown[] = []
      const check = async ({ method, path, operation }: (typeof writing)[number]) => {
        const address = path.replace(/\{\w+\}/g, "01ARZ3NDEKTSV4RRFFQ69G5FAV")
        const isFile = policyOf(address).upload === method
        const type = isFile ? "image/png" : "application/json"
        const key = crypto.randomUUID()
        const request = createSingleRequest(ctx)
        const content = JSON.stringify(["", type, isFile ? "2" : "{}"])
        await request.begin({ action: `${method} ${address}`, key, content })
        await request.finish(JSON.stringify({ status: 299, headers: [], body: "stored", cookies: [] }))
        const headers = { Authorization: `Bearer ${token}`, "Content-Type": type, "Idempotency-Key": key }
        const init = { method, body: "{}", headers: { ...headers, "CF-Connecting-IP": newAddress() } }
        const response = await exports.default.fetch(en + address, init)
        if (response.status !== 299) wrong.push([operation.operationId, response.status, await response.text()])
      }
      await Promise.all(writing.filter(({ method }) => method === wanted).map(check))
      expect(wrong).toEqual([])
    },
  )
})
