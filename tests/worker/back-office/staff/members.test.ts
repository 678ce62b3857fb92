import { env } from "cloudflare:workers"
import { expect, test } from "vitest"
import { userGroups } from "~/db/schema"
import { fetchApp, json } from "../../helpers/app"
import {
  db,
  insertCategory,
  insertCity,
  insertColleague,
  insertGroup,
  insertProfile,
  insertSession,
  insertStaff,
  insertUser,
} from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

const callsOf = async (user: { id: string }) => {
  const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  const headers = { Authorization: `Bearer ${token}` }
  return {
    get: async <Body>(path: string) => (await fetchApp(`/api/admin${path}`, { headers })).json<Body>(),
    post: (path: string, body: object) => fetchApp(`/api/admin${path}`, json(body, headers)),
  }
}

test("staff see a member's account, sanctions and counts, and billing with the permission alone", async () => {
  const owner = await insertOwner("published")
  const { id } = owner.user
  const group = await insertGroup({ name: "friends of the site" })
  await db.insert(userGroups).values({ userId: id, groupId: group.id })
  const [lead, support] = [
    await callsOf(await insertColleague("trust_lead")),
    await callsOf(await insertColleague("support")),
  ]
  await lead.post(`/users/${id}/suspension`, { hours: 2, reason: "Links to another site." })
  const seen = await lead.get<{ suspended_until: number }>(`/users/${id}`)
  expect(seen).toMatchObject({
    id,
    email: owner.user.email,
    ban: null,
    groups: ["friends of the site"],
    roles: [],
    sessions: 1,
    cases: { all: 0, open: 0, latest: [] },
    profile: { id: owner.profile.id, state: "paused" },
    tickets: { all: 0, open: 0 },
    erasure_due_at: null,
    billing: null,
    sanctions: [{ kind: "suspend", state: "active", reason: "Links to another site." }],
  })
  expect(seen.suspended_until).toBeGreaterThan(Date.now())
  expect(await support.get(`/users/${id}`)).toMatchObject({ billing: { entitlements: expect.any(Array) } })
  const colleague = await insertColleague("verifier", "editor")
  expect(await lead.get(`/users/${colleague.id}`)).toMatchObject({ roles: ["editor", "verifier"] })
  const { results } = await env.DB.prepare("SELECT action FROM audit_log WHERE target_id = ? ORDER BY seq")
    .bind(id)
    .all()
  expect(results.map(({ action }) => action)).toEqual(["member.suspend", "member.read", "member.read", "billing.read"])
})

test("members are found by id, by the beginning of their e-mail, by words of their name, and page by page", async () => {
  const staff = await callsOf(await insertStaff())
  const made = []
  for (const [n, name] of ["Zoé Marchand", "Zoé Martin", "Zacharie Blot"].entries())
    made.push(await insertUser({ name, email: `zz${n}@find.example.org` }))
  const find = async (q: string) =>
    (await staff.get<{ data: { name: string }[] }>(`/users?q=${encodeURIComponent(q)}`)).data.map(({ name }) => name)
  expect(await find("zoé mar")).toEqual(["Zoé Marchand", "Zoé Martin"])
  expect(await find("Zoé Marti")).toEqual(["Zoé Martin"])
  expect(await find("marchand")).toEqual(["Zoé Marchand"])
  expect(await find("BLOT zach")).toEqual(["Zacharie Blot"])
  expect(await find("zoe")).toEqual(["Zoé Marchand", "Zoé Martin"])
  expect(await find("ZZ2@")).toEqual(["Zacharie Blot"])
  expect(await find(made[1]?.id ?? "")).toEqual(["Zoé Martin"])
  expect(await find("%' OR 1=1 --")).toEqual([])
  for (let n = 0; n < 50; n += 1) await insertUser()
  interface Page {
    data: { id: string }[]
    next_cursor: string | null
  }
  const first = await staff.get<Page>("/users")
  const second = await staff.get<Page>(`/users?cursor=${first.next_cursor}`)
  const ids = [...first.data, ...second.data].map(({ id }) => id)
  expect([first.data.length, new Set(ids).size, ids]).toEqual([50, ids.length, ids.toSorted().toReversed()])
})

test.each([
  [
    "SELECT id FROM users AS u WHERE u.email >= 'a' AND u.email < 'b' ORDER BY u.email LIMIT 51",
    /SEARCH u USING (COVERING )?INDEX/,
  ],
  [
    "SELECT id FROM users AS u WHERE u.rowid IN (SELECT rowid FROM search_users WHERE search_users MATCH 'a*' LIMIT 51) LIMIT 51",
    /SEARCH u USING INTEGER PRIMARY KEY/,
  ],
  ["SELECT id FROM users AS u WHERE u.id < 'z' ORDER BY u.id DESC LIMIT 51", /SEARCH u USING/],
])("%s needs no scan and no sort", async (statement, index) => {
  const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${statement}`).all<{ detail: string }>()
  const plan = results.map(({ detail }) => detail).join()
  expect(plan).toMatch(index)
  expect(plan).not.toMatch(/SCAN (?!search_users VIRTUAL TABLE INDEX \d+:M)|TEMP B-TREE/)
})

test("profiles are found under their page's name, too, by staff who review them", async () => {
  const staff = await insertStaff()
  const place = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
  const profile = await insertProfile({ ...place, name: "Zoé Valmont" })
  const { token } = await insertSession({ userId: staff.id, confirmedAt: Date.now() })
  const { token: ofMember } = await insertSession({ userId: (await insertUser()).id })
  const ask = (path: string, bearer = token) =>
    fetchApp(`/api/admin/profiles${path}`, { headers: { Authorization: `Bearer ${bearer}` } })
  const found = await (await ask("?q=valmont")).json<{ data: { id: string }[] }>()
  expect(found.data.map(({ id }) => id)).toEqual([profile.id])
  expect(await (await ask(`/${profile.id}`)).json()).toMatchObject({ id: profile.id })
  expect((await ask("/reviews")).status).toBe(200)
  expect((await ask("?q=valmont", ofMember)).status).toBe(404)
})

test("an operation's former name redirects staff, with the method and the query, and nobody else", async () => {
  const staff = await insertStaff()
  const member = await insertUser()
  const headersOf = async (user: { id: string }) => ({
    Authorization: `Bearer ${(await insertSession({ userId: user.id, confirmedAt: Date.now() })).token}`,
  })
  const headers = await headersOf(staff)
  const ask = (path: string, init: RequestInit) => fetchApp(`/api/admin${path}`, { ...init, redirect: "manual" })
  for (const [former, present, method] of [
    ["/members?q=ada", "/users?q=ada", "GET"],
    [`/members/${member.id}/warnings`, `/users/${member.id}/warnings`, "POST"],
    ["/queue?kind=photos", "/review?kind=photos", "GET"],
  ] as const) {
    const body = method === "POST" ? json({ reason: "Links." }).body : undefined
    const sent = { ...headers, ...(body ? { "Content-Type": "application/json" } : {}) }
    const { status, headers: answer } = await ask(former, { method, headers: sent, body })
    expect([status, answer.get("Location")]).toEqual([308, `/api/admin${present}`])
  }
  expect((await ask("/constructor", { headers })).status).toBe(404)
  expect((await ask("/members?q=ada", { headers: await headersOf(member) })).status).toBe(404)
})
