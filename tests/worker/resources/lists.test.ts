import { env } from "cloudflare:workers"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { findPage, selectPage } from "~/domain/resources/lists/queries.server"
import { resources } from "~/domain/resources/registry.server"
import { insertCity, insertUser } from "../helpers/rows"
import { asStaff, type Caller } from "./people"

let editor: Caller
let support: Caller
beforeAll(async () => {
  editor = await asStaff("editor")
  support = await asStaff("support")
  for (let n = 0; n < 60; n++) await insertCity({ slug: `paged-${String(n).padStart(2, "0")}` })
})

type Row = { id: string; cells: Record<string, string> }
const slugs = (rows: Row[]) => rows.map(({ cells }) => cells.slug)

describe("a list of the back office", () => {
  test("is paged both ways without a gap or a repeat", async () => {
    const { body: first } = await editor.call("GET", "/cities?sort=slug")
    expect(first.data).toHaveLength(50)
    expect(first.previous_cursor).toBeNull()
    const { body: second } = await editor.call("GET", `/cities?sort=slug&cursor=${first.next_cursor}`)
    const { body: back } = await editor.call("GET", `/cities?sort=slug&cursor=${second.previous_cursor}`)
    expect(slugs(back.data)).toEqual(slugs(first.data))
    const both = [...slugs(first.data), ...slugs(second.data)]
    expect(both).toEqual(both.toSorted())
    expect(new Set(both).size).toBe(both.length)
  })

  test("is reversed by a hyphen before its sort", async () => {
    const { body } = await editor.call("GET", "/cities?sort=-slug")
    expect(slugs(body.data)).toEqual(slugs(body.data).toSorted().toReversed())
  })

  test("refuses a cursor that it did not write", async () => {
    for (const cursor of ["x", "-", "W10.", "IltdIg"])
      expect((await editor.call("GET", `/cities?cursor=${cursor}`)).body.code).toBe("cursor.invalid")
  })

  test("is found by the beginning of a name or slug, taken literally", async () => {
    expect(slugs((await editor.call("GET", "/cities?q=paged-07")).body.data)).toEqual(["paged-07"])
    for (const typed of ["paged-0_", "%", "' OR 1=1 --", "\\"])
      expect((await editor.call("GET", `/cities?q=${encodeURIComponent(typed)}`)).body.data).toEqual([])
  })
})

describe("the search of the back office", () => {
  test("finds a member by the beginning of their name or address, or by their whole id", async () => {
    const { id, email, name } = await insertUser({ name: "Éléonore Searched", email: "searched@example.org" })
    for (const typed of [id, email.slice(0, 8), name.slice(0, 9), name.toUpperCase().replace("ÉLÉ", "Élé")]) {
      const { body } = await support.call("GET", `/search?q=${encodeURIComponent(typed)}`)
      expect([typed, body.data.map((hit: { id: string }) => hit.id)]).toEqual([typed, [id]])
    }
  })

  test("finds nothing of resources that the reader may not open", async () => {
    await insertUser({ name: "Hidden Person", email: "hidden-person@example.org" })
    expect((await editor.call("GET", "/search?q=hidden")).body.data).toEqual([])
  })
})

describe("the queries of large lists", () => {
  const large = ["users", "profiles", "audit", "mail"]

  test.each(resources.filter(({ name }) => large.includes(name)))(
    "$name is read by an index in each order and with each filter",
    async (resource) => {
      const plan = async (where: string, sort: string) => {
        const from = `${resource.table} AS r ${resource.joins ?? ""}`
        const { results } = await env.DB.prepare(
          `EXPLAIN QUERY PLAN SELECT ${resource.id ?? "r.id"} FROM ${from} WHERE ${where} ORDER BY ${sort}, ${resource.id ?? "r.id"} LIMIT 51`,
        )
          .bind(...Array(where.split("?").length - 1).fill("x"))
          .all<{ detail: string }>()
        return results.map(({ detail }) => detail)
      }
      const filters = (resource.filters ?? []).flatMap(({ options }) => options.map(({ where }) => where))
      for (const sort of resource.sorts)
        for (const where of ["1", ...filters, ...(resource.search ? [resource.search] : [])]) {
          const details = await plan(where, sort.by)
          // A scan in the list's own order ends with the page, but for a search, whose finds may be anywhere in it.
          const isEnding = (detail: string) => /^SCAN r\b/.test(detail) && where !== resource.search
          const isSmall = (detail: string) => /^SCAN (user_groups|staff_grants)\b/.test(detail)
          const scans = details.filter(
            (detail) => /^SCAN (?!\(|\d)/.test(detail) && !isEnding(detail) && !isSmall(detail),
          )
          expect([where, scans]).toEqual([where, []])
        }
    },
  )
})

describe("a list of 100,000 users", () => {
  const queryOf = (change: object) => ({ q: "", sort: "joined", filters: {}, ...change })
  const cases = {
    "its first page": queryOf({}),
    "another order": queryOf({ sort: "email" }),
    "a search by name": queryOf({ q: "Many 0500" }),
    "a search by address": queryOf({ q: "many-00077@" }),
    "a filter": queryOf({ filters: { state: "banned" } }),
  }

  /** Counts the rows that D1 reads for each case. */
  async function rowsRead(): Promise<Record<string, number>> {
    const users = resources.find(({ name }) => name === "users")
    if (!users) throw new Error("There is no list of users")
    const counts: Record<string, number> = {}
    for (const [name, query] of Object.entries(cases)) {
      const { db, use } = openDatabase(env.DB, "first-primary")
      const page = { place: null, isBackward: false, limit: 51, locale: "en" as const, acts: [] }
      await findPage(db, selectPage(users, query, page))
      counts[name] = use.rowsRead
      expect([name, use.roundTrips]).toEqual([name, 1])
    }
    return counts
  }

  const insert = (from: number, to: number) =>
    env.DB.prepare(
      `WITH RECURSIVE n(i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${to})
      INSERT INTO users (id, email, name, locale, email_verified_at, created_at, updated_at)
      SELECT printf('01MANY%020d', i), printf('many-%05d@example.org', i), printf('Many %05d', i), 'en', 1, i, i FROM n`,
    ).run()

  test("reads no more rows than one of 1,000, with a search or a filter as well", async () => {
    await insert(1, 1_000)
    const few = await rowsRead()
    await insert(1_001, 100_000)
    const many = await rowsRead()
    for (const [name, rows] of Object.entries(many)) {
      expect([name, rows]).toEqual([name, expect.toSatisfy((read: number) => read <= (few[name] ?? 0) + 250)])
    }
    await env.DB.prepare("DELETE FROM users WHERE id LIKE '01MANY%'").run()
  }, 60_000)
})
