import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { fetchWith, withAccess } from "../helpers/app"
import { insertOwner, insertPerson } from "../helpers/chat"

const header = "X-D1-Bookmark"

/** D1, and where each session began to read. */
function watchedDatabase() {
  const begun: unknown[] = []
  const DB = {
    withSession: (from: string) => {
      begun.push(from)
      return env.DB.withSession(from)
    },
    prepare: env.DB.prepare.bind(env.DB),
  }
  return { DB, begun }
}

test("a request with a token reads from the primary, or from the bookmark that it brings", async () => {
  const { headers } = await insertPerson()
  const { DB, begun } = watchedDatabase()
  const read = (more: Record<string, string> = {}) =>
    fetchWith({ DB }, "/api/auth/me", { headers: { ...headers, ...more } })
  expect((await read()).status).toBe(200)
  expect(begun[0]).toBe("first-primary")
  begun.length = 0
  await read({ [header]: "00000001-00000002-00000003-0123456789abcdef0123456789abcdef" })
  expect(begun[0]).toBe("00000001-00000002-00000003-0123456789abcdef0123456789abcdef")
  for (const malformed of ["'; DROP TABLE users", "0".repeat(201), ""]) {
    begun.length = 0
    await read({ [header]: malformed })
    expect([malformed, begun[0]]).toEqual([malformed, "first-primary"])
  }
})

test("a write of an API client returns a bookmark that its next request can begin with, and no cookie", async () => {
  const [{ headers }, { profile }] = [await insertPerson(), await insertOwner()]
  const { DB, begun } = watchedDatabase()
  const written = await fetchWith({ DB }, `/api/me/favorites/${profile.id}`, { method: "PUT", headers })
  const bookmark = written.headers.get(header)
  expect([written.status, bookmark]).toEqual([204, expect.stringMatching(/^[0-9a-f-]+$/)])
  expect(written.headers.get("Set-Cookie") ?? "").not.toContain("bookmark")
  begun.length = 0
  await fetchWith({ DB }, "/api/auth/me", { headers: { ...headers, [header]: bookmark ?? "" } })
  expect(begun[0]).toBe(bookmark)
})

test("a stranger's header does not choose where a page is read", async () => {
  const { DB, begun } = watchedDatabase()
  await fetchWith({ DB }, "/contact", await withAccess({ headers: { [header]: "0000" } }))
  expect(begun).not.toContain("0000")
})
