import { env } from "cloudflare:workers"
import { and, eq, sql } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { endingWith, openDatabase, read } from "~/db/client.server"
import { auditLog, cityTexts } from "~/db/schema"
import type { Place } from "~/domain/back-office/records/lists/cursor"
import { findSearchedPage, selectPage } from "~/domain/back-office/records/lists/queries.server"
import { resources } from "~/domain/back-office/records/registry.server"
import type { Resource } from "~/domain/back-office/records/resource"
import { rolesWith } from "~/domain/core/actor/roles"
import { takeLog } from "../../helpers/log"
import { insertStaffMember } from "../../helpers/member"
import { db, insertCategory, insertCity, insertUser, withoutDecisionRules } from "../../helpers/rows"
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
  let found: ReturnType<typeof insertUser>
  beforeAll(() => {
    found = insertUser({ name: "Élise Vaubertin", email: "ev@example.org" })
  })

  test("finds a member by the beginning of their name or address, or by their whole id", async () => {
    const { id, email, name } = await insertUser({ name: "Éléonore Searched", email: "searched@example.org" })
    for (const typed of [id, email.slice(0, 8), name.slice(0, 9), name.toUpperCase().replace("ÉLÉ", "Élé")]) {
      const { body } = await support.call("GET", `/search?q=${encodeURIComponent(typed)}`)
      expect([typed, body.data.map((hit: { id: string }) => hit.id)]).toEqual([typed, [id]])
    }
  })

  test.each(["vaubertin", "elise", "VAUB élise", "Élise Vau"])(
    "finds a member by the words of their name: %s",
    async (typed) => {
      const { id } = await found
      const { body } = await support.call("GET", `/search?q=${encodeURIComponent(typed)}`)
      expect(body.data.map((hit: { id: string }) => hit.id)).toContain(id)
    },
  )

  test("finds a place, a service and a page by their names in any language, without accents", async () => {
    const city = await insertCity({ slug: "leman" })
    await db
      .update(cityTexts)
      .set({ name: "Genève-sur-Lac" })
      .where(and(eq(cityTexts.cityId, city.id), eq(cityTexts.locale, "fr")))
    for (const typed of ["geneve", "lac", "sur genève"]) {
      const { body } = await editor.call("GET", `/cities?q=${encodeURIComponent(typed)}`)
      expect([typed, slugs(body.data)]).toEqual([typed, expect.arrayContaining(["leman"])])
    }
  })

  test("finds nothing of resources that the reader may not open", async () => {
    await insertUser({ name: "Hidden Person", email: "hidden-person@example.org" })
    expect((await editor.call("GET", "/search?q=hidden")).body.data).toEqual([])
  })
})

const large = resources.filter(({ name }) => ["users", "profiles", "audit", "mail", "payment-events"].includes(name))
const firstPage = { place: null, isBackward: false, limit: 51, locale: "en" as const, acts: [] }
const queryOf = (change: object) => ({ q: "", sort: "", filters: {}, ...change })

/** The queries of a list with each of its filters, or with none, in each order that it may have then. */
function queriesOf({ filters = [], sorts }: Resource) {
  const chosen = filters.flatMap(({ name, options }) => options.map(({ value }) => ({ [name]: value })))
  return sorts.flatMap(({ name, isUnfiltered }) =>
    (isUnfiltered ? [{}] : [{}, ...chosen]).map((filters) => queryOf({ sort: name, filters })),
  )
}

describe("the queries of large lists", () => {
  test.each(large)("$name is read by an index in each order, with each filter and with a search", async (resource) => {
    const { db } = openDatabase(env.DB, "first-primary")
    const queries = queriesOf(resource)
    for (const query of [...queries, ...queries.map((one) => ({ ...one, q: "x" }))]) {
      const plan = sql<{
        id: number
        parent: number
        detail: string
      }>`EXPLAIN QUERY PLAN ${selectPage(resource, query, firstPage)}`
      const [steps] = await read(db, plan)
      const isPlain = query.q === "" && Object.keys(query.filters).length === 0
      const isSmall = (detail: string) => /^SCAN (user_groups|staff_grants)\b/.test(detail)
      // A cell's own query sorts the few rows of its record.
      const cells = steps.filter(({ detail }) => /^CORRELATED SCALAR/.test(detail)).map(({ id }) => id)
      const slow = steps.filter(
        ({ detail, parent }) =>
          // In the list's own order, a list without a filter ends with the page.
          (/^SCAN r\b/.test(detail) && !isPlain) ||
          // So does any other table that is read in an index's order.
          (/^SCAN (?!\(|\d|r\b)/.test(detail) &&
            !/USING (COVERING )?INDEX|VIRTUAL TABLE INDEX \d+:M/.test(detail) &&
            !isSmall(detail)) ||
          // The finds of a search are few.
          (/TEMP B-TREE FOR .*ORDER BY/.test(detail) && query.q === "" && !cells.includes(parent)),
      )
      expect([query, slow]).toEqual([query, []])
    }
  })
})

/** Counts the rows that D1 reads for the first page of a list. */
async function countRowsRead(resource: Resource, query: ReturnType<typeof queryOf>): Promise<number> {
  const { db, use } = openDatabase(env.DB, "first-primary")
  await findSearchedPage(db, resource, query, selectPage(resource, query, firstPage))
  expect([query, use.roundTrips]).toEqual([query, 1])
  return use.rowsRead
}

test.each(large)("$name is read and recorded in one round trip beside the session's", async (resource) => {
  const role = rolesWith(resource.read).find((one) => one !== "owner")
  const staff = await insertStaffMember(role ?? "auditor")
  expect((await staff.open(`/dashboard/admin/${resource.name}`)).status).toBe(200)
  expect(takeLog("request").at(-1)?.d1_round_trips).toBe(2)
  const entries = await db.select().from(auditLog).where(eq(auditLog.actorId, staff.user.id))
  expect(entries.map(({ action }) => action)).toEqual([`${resource.name}.list`])
})

test("what a read's own entry cannot be written for is not read", async () => {
  const { db, use } = openDatabase(env.DB, "first-primary")
  const broken = sql`INSERT INTO audit_log (no_such_column) VALUES (1)`
  await expect(read(endingWith(db, broken), sql`SELECT 1`)).rejects.toThrow("no_such_column")
  const once = endingWith(db, sql`UPDATE users SET name = name WHERE id = 'nobody'`)
  const before = { ...use }
  expect(await read(once, sql`SELECT 1 AS one`, sql`SELECT 2 AS two`)).toEqual([[{ one: 1 }], [{ two: 2 }]])
  expect(await once.select({ id: auditLog.seq }).from(auditLog).where(eq(auditLog.seq, -1))).toEqual([])
  expect([use.roundTrips - before.roundTrips, use.statements - before.statements]).toEqual([2, 4])
})

const users = large.find(({ name }) => name === "users") as Resource
const numbers = (to: number) => `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${to})`

/** Inserts members whose names and addresses begin alike. */
const insertMany = (to: number) =>
  env.DB.prepare(
    `${numbers(to)}
    INSERT OR IGNORE INTO users (id, email, name, locale, email_verified_at, created_at, updated_at)
    SELECT printf('01MANY%020d', i), printf('many-%06d@example.org', i), printf('Many %06d', i), 'en', 1, i, i FROM n`,
  ).run()

const deleteMany = () => env.DB.prepare("DELETE FROM users WHERE id LIKE '01MANY%'").run()

describe("a filter of a list of thousands", () => {
  const rows = 3_000
  /** Rows that two pages of cells cost, and not a third of the list. */
  const max = 900
  const insertions: Record<string, string> = {
    users: "SELECT 1",
    profiles: `${numbers(rows)} INSERT INTO profiles (id, owner_id, slug, state, name, city_id, category_id, hourly_rate, minimum_hours,
        languages, photo_count, private_photo_count, video_count, version, created_at, updated_at)
      SELECT printf('01MANY%020d', i), printf('01MANY%020d', i), printf('many-%06d', i), 'draft', printf('Many %06d', i),
        (SELECT id FROM cities LIMIT 1), (SELECT id FROM service_categories LIMIT 1), 1, 1, 'en', 0, 0, 0, 1, i, i FROM n`,
    mail: `${numbers(rows)} INSERT INTO outbox_emails (id, recipient, locale, template, data, state, attempts, next_attempt_at, created_at, updated_at)
      SELECT printf('01MANY%020d', i), printf('many-%06d@example.org', i), 'en', 'welcome', '{}', 'sent', 0, i, i, i FROM n`,
    "payment-events": `${numbers(rows)} INSERT INTO payment_events (id, type, payload, source, state, attempts, happened_at, created_at, updated_at)
      SELECT printf('01MANY%020d', i), 'invoice.paid', '{}', 'webhook', 'processed', 1, i, i, i FROM n`,
  }
  /** Makes all of the records match an option. */
  const matches: Record<string, string> = {
    "users banned": "UPDATE users SET banned_at = 1 WHERE id LIKE '01MANY%'",
    "users suspended": `INSERT INTO sanctions (id, user_id, kind, state, reason, expires_at, created_at)
      SELECT id, id, 'suspend', 'active', 'r', 9000000000000, 1 FROM users WHERE id LIKE '01MANY%'`,
    "users owner": insertions.profiles as string,
    "users paying": `INSERT INTO subscriptions (id, user_id, type, stripe_id, stripe_status, created_at, updated_at)
      SELECT id, id, 'default', id, 'active', 1, 1 FROM users WHERE id LIKE '01MANY%'`,
    "profiles draft": "SELECT 1",
    "profiles withdrawn": "UPDATE profiles SET state = 'withdrawn' WHERE id LIKE '01MANY%'",
    ...Object.fromEntries(
      ["failed", "received", "processed", "ignored"].map((state) => [
        `payment-events ${state}`,
        `UPDATE payment_events SET state = '${state}' WHERE id LIKE '01MANY%'`,
      ]),
    ),
    "mail dead": "UPDATE outbox_emails SET state = 'dead' WHERE id LIKE '01MANY%'",
    "mail late": "UPDATE outbox_emails SET state = 'queued' WHERE id LIKE '01MANY%'",
    "mail queued": "UPDATE outbox_emails SET state = 'queued' WHERE id LIKE '01MANY%'",
    "mail dropped": "UPDATE outbox_emails SET state = 'dropped' WHERE id LIKE '01MANY%'",
    "mail sent": "UPDATE outbox_emails SET state = 'sent' WHERE id LIKE '01MANY%'",
  }

  test.each(large.filter(({ name }) => name !== "audit"))(
    "$name reads no more than a few pages, whether all match it or none",
    async (resource) => {
      await insertCity()
      await insertCategory()
      await insertMany(rows)
      await env.DB.prepare(insertions[resource.name] as string).run()
      const filtered = queriesOf(resource).filter(({ filters }) => Object.keys(filters).length > 0)
      const counts: Record<string, number> = {}
      for (const query of filtered) {
        const option = Object.values(query.filters).join()
        counts[`${option}, as it is`] = await countRowsRead(resource, query)
        const match = matches[`${resource.name} ${option}`]
        if (match) await withoutDecisionRules(() => env.DB.prepare(match).run())
        if (match) counts[`${option}, of all`] = await countRowsRead(resource, query)
      }
      const over = Object.entries(counts).filter(([, read]) => read > max)
      for (const table of ["profiles", "outbox_emails", "payment_events", "sanctions", "subscriptions"])
        await env.DB.prepare(`DELETE FROM ${table} WHERE id LIKE '01MANY%'`).run()
      await deleteMany()
      expect(over).toEqual([])
    },
    60_000,
  )
})

test("a filter, a search and both of a large list are paged both ways without a gap or a repeat", async () => {
  await insertMany(130)
  await env.DB.prepare("UPDATE users SET banned_at = 1 WHERE id LIKE '01MANY%'").run()
  const audit = large.find(({ name }) => name === "audit") as Resource
  await env.DB.prepare(
    `${numbers(130)} INSERT INTO audit_log (actor_id, action, target_kind, target_id, at)
    SELECT 'somebody', 'faqs.hide', 'faqs', printf('faq-%d', i), i FROM n`,
  ).run()
  const counts: number[] = []
  for (const [resource, change] of [
    [users, { filters: { state: "banned" } }],
    [users, { filters: { state: "banned" }, sort: "-joined" }],
    [users, { q: "many-00000" }],
    [users, { q: "many", filters: { state: "banned" } }],
    [audit, { q: "somebody" }],
  ] as const) {
    const { db } = openDatabase(env.DB, "first-primary")
    const turn = async (place: Place | null, isBackward: boolean) => {
      const page = { ...firstPage, limit: 20, place, isBackward }
      const { rows } = await findSearchedPage(
        db,
        resource,
        queryOf(change),
        selectPage(resource, queryOf(change), page),
      )
      const last = rows.at(-1)
      return { ids: rows.map(({ id }) => id), next: last ? { at: last.place, id: last.id } : null }
    }
    const walk = async (from: Place | null, isBackward: boolean) => {
      const ids: string[] = []
      for (let next = from; ; ) {
        const page = await turn(next, isBackward)
        if (!page.next) return { ids, last: next }
        ids.push(...page.ids)
        next = page.next
      }
    }
    const there = await walk(null, false)
    const back = await walk(there.last, true)
    expect(new Set(there.ids).size).toBe(there.ids.length)
    expect(back.ids.toReversed()).toEqual(there.ids.slice(0, -1))
    counts.push(there.ids.length)
  }
  await deleteMany()
  expect(counts).toEqual([130, 130, 9, 100, 130])
})

describe("a list of 100,000 users", () => {
  const cases = {
    "its first page": queryOf({ sort: "joined" }),
    "another order": queryOf({ sort: "email" }),
    "a search by name": queryOf({ q: "Many 00500" }),
    "a search by address": queryOf({ q: "many-000077@" }),
    "a search by what all names begin with": queryOf({ q: "Many" }),
    "such a search in another order": queryOf({ q: "m", sort: "email" }),
    "such a search with a filter": queryOf({ q: "m", filters: { state: "owner" } }),
    "a filter": queryOf({ filters: { state: "banned" } }),
  }

  async function rowsRead(): Promise<Record<string, number>> {
    const counts: Record<string, number> = {}
    for (const [name, query] of Object.entries(cases)) counts[name] = await countRowsRead(users, query)
    return counts
  }

  test("reads no more rows than one of 1,000, with a search or a filter as well", async () => {
    await insertMany(1_000)
    const few = await rowsRead()
    await insertMany(100_000)
    const many = await rowsRead()
    await deleteMany()
    for (const [name, rows] of Object.entries(many)) {
      expect([name, rows]).toEqual([name, expect.toSatisfy((read: number) => read <= (few[name] ?? 0) + 250)])
    }
  }, 180_000)
})

describe("a search of more records than it reads", () => {
  test("says so in the list, and no longer once enough is typed", async () => {
    await insertMany(150)
    const textOf = async (typed: string) => (await support.open(`/users?q=${typed}`)).text()
    const isNamed = async (typed: string) => (await textOf(typed)).includes(`Many records begin with “${typed}”`)
    const named = [await isNamed("many"), await isNamed("many-0001"), await isNamed("nobody")]
    await deleteMany()
    expect(named).toEqual([true, false, false])
  })
})
