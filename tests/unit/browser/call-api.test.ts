import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { type ApiProblem, callApi } from "~/browser/call-api"
import { toasts } from "~/browser/toasts"

const respond = (status: number, body?: object, headers: Record<string, string> = {}) =>
  vi.stubGlobal(
    "fetch",
    vi.fn(async () => new Response(body ? JSON.stringify(body) : null, { status, headers })),
  )
const shown = () => toasts.getSnapshot().map(({ title, color }) => [title, color])
const problemOf = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error as ApiProblem,
  )

beforeEach(() => toasts.clear())
afterEach(() => vi.unstubAllGlobals())

describe("a call of the API", () => {
  test("a call of the API returns the response's JSON, and null for an empty one", async () => {
    respond(200, { id: 1 })
    expect(await callApi("/api/x", { method: "POST", json: { a: 1 } })).toEqual({ id: 1 })
    expect(vi.mocked(fetch).mock.calls[0]?.[1]).toMatchObject({
      body: '{"a":1}',
      headers: { "Content-Type": "application/json" },
    })
    respond(204)
    expect(await callApi("/api/x")).toBeNull()
  })

  test("a refused call of the API shows its message as a red notice, once at a time", async () => {
    respond(429, { message: "Please wait.", code: "chat.too_fast" }, { "Retry-After": "14" })
    const problem = await problemOf(callApi("/api/x"))
    await problemOf(callApi("/api/x"))
    expect(problem).toMatchObject({
      status: 429,
      sentence: "Please wait.",
      code: "chat.too_fast",
      retryAfter: 14_000,
      isPassing: true,
    })
    expect(shown()).toEqual([["Please wait.", "bad"]])
  })

  test("a call of the API shows nothing without a message, or if it is quiet", async () => {
    respond(500)
    expect(await problemOf(callApi("/api/x"))).toMatchObject({ status: 500, sentence: null, isPassing: true })
    respond(422, { message: "No." })
    expect(await problemOf(callApi("/api/x", { isQuiet: true }))).toMatchObject({ sentence: "No.", isPassing: false })
    vi.stubGlobal(
      "fetch",
      vi.fn(async () => Promise.reject(new TypeError("Failed to fetch"))),
    )
    expect(await problemOf(callApi("/api/x"))).toMatchObject({ status: null, isPassing: true })
    expect(shown()).toEqual([])
  })
})
