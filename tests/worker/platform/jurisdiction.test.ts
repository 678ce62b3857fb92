import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import * as objectsByName from "../../../party/objects"
import { fetchWith, withAccess } from "../helpers/app"
import { takeLog } from "../helpers/log"

const objects: Record<string, (env: Env, name: string) => unknown> = objectsByName
const inEurope = { ...env, DATA_JURISDICTION: "eu" } as Env

// Workerd on a machine knows of no jurisdiction: it refuses any object that is asked for in one.
const refused = /Jurisdiction restrictions are not implemented/

test("each kind of Durable Object that is bound has its own way to be asked for", () => {
  const kinds = ["BackOffice", "ChatRoom", "MessageCounter", "RateLimiter", "UserChannel", "ViewCounter"]
  const isNamespace = (value: unknown) => Object(value).constructor?.name === "DurableObjectNamespace"
  const bound = Object.entries(env).filter(([, value]) => isNamespace(value))
  expect(bound.map(([name]) => name).toSorted()).toEqual(kinds)
  const named = kinds.map((name) => `${name.slice(0, 1).toLowerCase()}${name.slice(1)}Of`)
  expect(Object.keys(objects).toSorted()).toEqual(named)
})

test.each(Object.entries(objects))(
  "%s asks for its object in the jurisdiction of the deployment's data",
  (_, object) => {
    expect(() => object(inEurope, "anything")).toThrow(refused)
  },
)

test.each(Object.entries(objects))("%s asks for its object anywhere where no jurisdiction is set", (_, object) => {
  for (const DATA_JURISDICTION of ["", undefined])
    expect(object({ ...env, DATA_JURISDICTION } as Env, "anything")).toBeDefined()
})

/** Returns these settings with namespaces that record how they are asked for an object. */
function recording(settings: object) {
  const asked: unknown[] = []
  const namespace = (place: string | undefined): object => ({
    jurisdiction: (within: string) => namespace(within),
    getByName: (name: string, options?: object) => asked.push({ place, name, options }),
  })
  const kinds = ["BackOffice", "ChatRoom", "MessageCounter", "RateLimiter", "UserChannel", "ViewCounter"]
  const bound = Object.fromEntries(kinds.map((kind) => [kind, namespace(undefined)]))
  return { env: { ...bound, ...settings } as unknown as Env, asked }
}

test.each(Object.entries(objects))("%s asks for its object near the deployment's region", (_, object) => {
  const near = { locationHint: "weur" }
  for (const [settings, place, options] of [
    [{ OBJECT_LOCATION: "weur" }, undefined, near],
    [{ OBJECT_LOCATION: "weur", DATA_JURISDICTION: "eu" }, "eu", near],
    [{ OBJECT_LOCATION: "", DATA_JURISDICTION: "eu" }, "eu", undefined],
    [{}, undefined, undefined],
  ] as const) {
    const { env, asked } = recording(settings)
    object(env, "anything")
    expect(asked).toEqual([{ place, name: expect.any(String), options }])
  }
})

test("objects are reached with a region set", async () => {
  const login = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"email":"a@b.example","password":"a long enough password"}',
  }
  const response = await fetchWith({ OBJECT_LOCATION: "weur" }, "/api/auth/login", await withAccess(login))
  expect(response.status).toBe(401)
})

test.each([
  [{ OBJECT_LOCATION: "mars" }, /OBJECT_LOCATION: Invalid option/],
  [{ OBJECT_LOCATION: "WEUR" }, /OBJECT_LOCATION: Invalid option/],
  [{ OBJECT_LOCATION: "enam", DATA_JURISDICTION: "eu" }, /OBJECT_LOCATION: is not in DATA_JURISDICTION/],
])(
  "a region that does not exist, or is outside the jurisdiction, is refused by name: %j",
  async (settings, problem) => {
    expect((await fetchWith(settings, "/health")).status).toBe(500)
    expect(takeLog("config.invalid")).toMatchObject([{ error: expect.stringMatching(problem) }])
  },
)

test("a request with a jurisdiction reaches no object outside it", async () => {
  const login = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: '{"email":"a@b.example","password":"a long enough password"}',
  }
  const response = await fetchWith({ DATA_JURISDICTION: "eu" }, "/api/auth/login", await withAccess(login))
  expect(response.status).toBe(500)
  expect(takeLog("request.failed").map(({ error }) => error)).toEqual([expect.stringMatching(refused)])
})

test("a jurisdiction that does not exist is refused by name", async () => {
  expect((await fetchWith({ DATA_JURISDICTION: "mars" }, "/health")).status).toBe(500)
  expect(takeLog("config.invalid")).toMatchObject([{ error: expect.stringContaining("DATA_JURISDICTION") }])
})
