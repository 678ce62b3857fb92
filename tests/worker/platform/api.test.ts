import { describe, expect, test } from "vitest"
import { conversationMembers, conversations, notifications, userGroups } from "~/db/schema"
import { en, fetchApp, fr, json, signedIn, withAccess } from "../helpers/app"
import { logText } from "../helpers/log"
import {
  db,
  insertCategory,
  insertCity,
  insertGroup,
  insertProfile,
  insertSession,
  insertSubscription,
  insertUser,
  insertUserWithPassword,
  password,
} from "../helpers/rows"

const logIn = (body: unknown, origin = en) => fetchApp(`${origin}/api/auth/login`, json(body))
const raw = (body: BodyInit, type = "application/json") =>
  fetchApp("/api/auth/login", { method: "POST", body, headers: { "Content-Type": type } })

/** Checks the shape of the API's errors, and that they hold no more. */
async function expectError(response: Response, status: number, code: string) {
  expect([response.status, response.headers.get("Content-Type")]).toEqual([status, "application/json"])
  const body = (await response.json()) as Record<string, unknown>
  expect(body).toMatchObject({ code, message: expect.stringMatching(/\w{3}.*[.\w]$/) })
  expect(body.request_id).toBe(response.headers.get("X-Request-Id"))
  expect(Object.keys(body).filter((key) => !["code", "message", "errors", "request_id"].includes(key))).toEqual([])
  expect(JSON.stringify(body)).not.toMatch(/\bat \w+ \(|node_modules|\.ts:\d|SQLITE|zod/i)
  return body
}

describe("POST /api/auth/login", () => {
  test("POST /api/auth/login returns a working token", async () => {
    const user = await insertUserWithPassword()
    const response = await logIn({ email: user.email, password })
    expect(response.status).toBe(200)
    const body = (await response.json()) as { token: string }
    expect(body).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/) })
    expect(response.headers.getSetCookie().filter((cookie) => cookie.includes("session"))).toEqual([])
    const me = await fetchApp("/api/auth/me", { headers: { Authorization: `Bearer ${body.token}` } })
    expect(await me.json()).toMatchObject({ id: user.id })
  })

  test("POST /api/auth/login accepts an e-mail in any case, with spaces around it, and a password in any Unicode form", async () => {
    const user = await insertUserWithPassword()
    expect((await logIn({ email: `  ${user.email.toUpperCase()} `, password })).status).toBe(200)
  })

  test("POST /api/auth/login has one response for a wrong password, an unknown e-mail and an account without a password", async () => {
    const user = await insertUserWithPassword()
    const passwordless = await insertUser()
    const bodies = []
    for (const email of [user.email, "nobody-api@example.org", passwordless.email]) {
      const body = await expectError(await logIn({ email, password: "wrong" }), 401, "auth.invalid_credentials")
      bodies.push({ ...body, request_id: "" })
    }
    expect(bodies).toEqual(
      Array(3).fill({ code: "auth.invalid_credentials", message: "Invalid credentials", request_id: "" }),
    )
  })

  test("POST /api/auth/login responds in French on the French domain", async () => {
    const response = await logIn({ email: "nobody-api@example.org", password: "x" }, fr)
    expect(await response.json()).toMatchObject({ message: "Identifiants incorrects" })
  })

  test("POST /api/auth/login names each invalid field", async () => {
    const email = "Enter a full email address, such as name@example.org."
    const required = "This field is required."
    const cases: [unknown, Record<string, string[]>][] = [
      [{}, { email: [required], password: [required] }],
      [{ email: "ada", password: "x" }, { email: [email] }],
      [{ email: "ada@example.org", password: "" }, { password: [required] }],
      [{ email: "ada@example.org", password: "x".repeat(129) }, { password: ["This is too long."] }],
      [{ email: `${"x".repeat(250)}@example.org`, password: "x" }, { email: ["This is too long."] }],
      [
        { email: 1, password: ["x"] },
        { email: ["This value isn’t accepted here."], password: ["This value isn’t accepted here."] },
      ],
    ]
    for (const [body, errors] of cases) {
      const answer = await expectError(await logIn(body), 422, "validation.failed")
      expect([body, answer.errors]).toEqual([body, errors])
    }
    const french = (await (await logIn({}, fr)).json()) as { errors: Record<string, string[]> }
    expect(french.errors.email).toEqual(["Ce champ est obligatoire."])
  })

  test.each(["null", "[]", '"x"', "1"])("a body that is no object (%s) is not valid", async (body) => {
    await expectError(await raw(body), 422, "validation.failed")
  })

  test.each(["", "{", "{'email':1}", "\u0000", "email=x"])(
    "a body that is not JSON (%j) is malformed",
    async (body) => {
      const response = await raw(body)
      expect([400, 422]).toContain(response.status)
      if (body) await expectError(response, 400, "request.malformed")
    },
  )

  test("any other type of body is not accepted", async () => {
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/jsonp",
      "",
    ]) {
      await expectError(await raw('{"email":"a@b.co","password":"x"}', type), 415, "request.unsupported_type")
    }
    expect((await raw('{"email":"a@b.co","password":"x"}', "application/json; charset=utf-8")).status).toBe(401)
  })

  test("a body over 1 MB is too large, whatever its declared length", async () => {
    const large = JSON.stringify({ email: "a@b.co", password: "x".repeat(1_100_000) })
    await expectError(await raw(large), 413, "request.too_large")
    const bytes = new TextEncoder().encode(large)
    const pieces = new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += 65_536) controller.enqueue(bytes.slice(at, at + 65_536))
        controller.close()
      },
    })
    await expectError(await raw(pieces), 413, "request.too_large")
  })

  test("POST /api/auth/login writes no passwords or e-mails into the log", async () => {
    await logIn({ email: "private@example.org", password: "private-password" })
    await raw('{"email":"private@example.org"')
    expect(logText()).not.toContain("private")
  })
})

describe("GET /api/auth/me", () => {
  test("GET /api/auth/me returns the user in the specification's fields, and not one more", async () => {
    const user = await insertUser({ locale: "fr", passwordHash: "not shown" })
    const group = await insertGroup({ name: "editors" })
    await db.insert(userGroups).values({ userId: user.id, groupId: group.id })
    await insertSubscription({ userId: user.id, type: "premium", stripeStatus: "past_due", stripePrice: "price_gold" })
    await insertProfile({
      ownerId: user.id,
      cityId: (await insertCity()).id,
      categoryId: (await insertCategory()).id,
      state: "draft",
      publishedAt: null,
    })
    const times = { createdAt: 1, updatedAt: 1 }
    await db.insert(conversations).values([
      { id: "one", lastSeq: 9, ...times },
      { id: "two", lastSeq: 4, ...times },
    ])
    await db.insert(conversationMembers).values([
      { userId: user.id, conversationId: "one", readSeq: 4, last: "{}" },
      { userId: user.id, conversationId: "two", readSeq: 4, last: "{}" },
    ])
    const news = { userId: user.id, state: "new", ...times }
    await db.insert(notifications).values([
      { ...news, id: "n1", type: "ticket", subject: "ticket:1" },
      { ...news, id: "n2", type: "ticket", subject: "ticket:2", readAt: 1 },
      { ...news, id: "n3", type: "message", subject: "conversation:one", conversationId: "one" },
    ])
    const response = await fetchApp("/api/auth/me", await signedIn(user))
    expect(await response.json()).toEqual({
      id: user.id,
      email: user.email,
      name: user.name,
      locale: "fr",
      avatar: null,
      subscriptions: [{ type: "premium", stripe_status: "past_due", stripe_price: "price_gold" }],
      groups: [{ name: "editors", root: false }],
      profile: null,
      unread_messages_count: 5,
      unread_notifications_count: 1,
    })
  })

  test("GET /api/auth/me returns empty lists, no profile and nothing unread for a new user", async () => {
    const response = await fetchApp("/api/auth/me", await signedIn(await insertUser()))
    expect(await response.json()).toMatchObject({
      subscriptions: [],
      groups: [],
      profile: null,
      unread_messages_count: 0,
    })
  })

  test("GET /api/auth/me returns true for a root group", async () => {
    const user = await insertUser()
    const group = await insertGroup({ name: "root", root: true })
    await db.insert(userGroups).values({ userId: user.id, groupId: group.id })
    const response = await fetchApp("/api/auth/me", await signedIn(user))
    expect(await response.json()).toMatchObject({ groups: [{ name: "root", root: true }] })
  })

  test("GET /api/auth/me is refused to a visitor", async () => {
    const body = await expectError(await fetchApp("/api/auth/me", await withAccess()), 401, "auth.required")
    expect(body.message).toBe("Log in to continue.")
  })
})

describe("POST /api/auth/logout", () => {
  test("POST /api/auth/logout ends the session of a Bearer token", async () => {
    const { token } = await insertSession({ userId: (await insertUser()).id, kind: "api" })
    const init = { headers: { Authorization: `Bearer ${token}` } }
    const response = await fetchApp("/api/auth/logout", { method: "POST", ...init })
    expect([response.status, await response.text()]).toEqual([204, ""])
    expect((await fetchApp("/api/auth/logout", { method: "POST", ...init })).status).toBe(403)
  })

  test("POST /api/auth/logout is refused to a visitor", async () => {
    await expectError(await fetchApp("/api/auth/logout", await withAccess({ method: "POST" })), 401, "auth.required")
  })
})

describe("an address of the API", () => {
  test("an unsupported method of the API is refused with the supported ones", async () => {
    for (const [method, path, allowed] of [
      ["GET", "/api/auth/login", "POST"],
      ["DELETE", "/api/auth/login", "POST"],
      ["POST", "/api/auth/me", "GET, HEAD"],
      ["PUT", "/api/auth/logout", "POST"],
      ["POST", "/api/openapi.json", "GET, HEAD"],
    ] as const) {
      const response = await fetchApp(path, await withAccess({ method }))
      expect([path, response.headers.get("Allow")]).toEqual([path, allowed])
      await expectError(response, 405, "request.method_not_allowed")
    }
  })

  test("an unknown address of the API is not found", async () => {
    const init = await withAccess()
    for (const path of [
      "/api/",
      "/api/nowhere",
      "/api/auth",
      "/api/auth/login/x",
      "/api/auth%2flogin",
      "/api/%00",
      "/api/.*",
    ])
      await expectError(await fetchApp(path, init), 404, "request.not_found")
  })

  test("an address of the API never responds with a page", async () => {
    const response = await fetchApp("/api", await withAccess())
    expect(response.status).toBe(404)
  })
})
