import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import {
  auditLog,
  billingIssues,
  billingRequests,
  countryChanges,
  deadLetters,
  decisions,
  outboxEmails,
  paymentEvents,
  plans,
  policies,
  policyTexts,
  prices,
  reasonTemplates,
  ticketAnswers,
  transparencyFigures,
} from "~/db/schema"
import { resources } from "~/domain/back-office/records/registry.server"
import {
  type Permission,
  permissions,
  permissionsOf,
  rolesWith,
  type StaffRole,
  staffRoles,
} from "~/domain/core/actor/roles"
import { isSensitive } from "~/domain/core/audit/sensitive"
import { type PathPolicy, pathPolicies } from "~/page-policy"
import { api } from "../../../../worker/api/api"
import { describeApi } from "../../../../worker/api/openapi/document"
import { restrict } from "../../decisions/restrictions"
import { addCookie, fetchApp, form, withAccess } from "../../helpers/app"
import { insertApplicant, picturesOf } from "../../helpers/applicant"
import { insertMember } from "../../helpers/member"
import {
  db,
  insertCase,
  insertCategory,
  insertCity,
  insertColleague,
  insertFaq,
  insertPage,
  insertReport,
  insertService,
  insertSession,
  insertStaff,
  insertUser,
} from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

interface Operation {
  operationId: string
  "x-permission"?: Permission
}

const { paths = {} } = describeApi(api, { name: "Salon", server: "https://salon.example/api" })
const operations = Object.entries(paths)
  .filter(([path]) => path.startsWith("/admin/"))
  .flatMap(([path, item]) =>
    Object.entries(item as Record<string, Operation>).map(([method, one]) => ({
      method: method.toUpperCase(),
      path,
      id: one.operationId,
      permission: one["x-permission"],
    })),
  )

const ownPages = pathPolicies.filter(
  (one): one is PathPolicy & { permission: Permission } => one.permission !== undefined,
)
const pages = [
  ...ownPages.map(({ path, permission }) => ({ path, permission })),
  ...resources.map(({ name, read }) => ({ path: `/dashboard/admin/${name}`, permission: read })),
  ...resources
    .filter(({ isNotExported }) => !isNotExported)
    .map(({ name, read }) => ({ path: `/dashboard/admin/${name}/exports`, permission: read })),
]

const idOf = (insert: () => Promise<{ id: string }>) => async () => ({ id: (await insert()).id })
const someService = async () => insertService({ categoryId: (await insertCategory()).id })
const someQuestion = () => insertFaq({}, { question: "Why?", answer: "Because." })
const somePage = () => insertPage({ slug: `page-${crypto.randomUUID()}` }, { title: "A page", body: "…" })

const someTicket = async () =>
  (await (await insertMember()).call("POST", "/contact", { category: "account", message: "A question" }))
    .json<{ reference: string }>()
    .then(({ reference }) => reference)

async function someMail(): Promise<string> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  const base = { recipient: "somebody@example.org", locale: "en" as const, template: "reset" as const, data: "{}" }
  const times = { nextAttemptAt: at, createdAt: at, updatedAt: at }
  await db.insert(outboxEmails).values({ id, ...base, ...times, state: "dead", attempts: 8 })
  return id
}

async function someAnswer(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  await db.insert(ticketAnswers).values({ id, position: 1, createdAt: at, updatedAt: at })
  return { id }
}

async function someTemplate(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  await db.insert(reasonTemplates).values({ id, use: "restriction", position: 1, createdAt: at, updatedAt: at })
  return { id }
}

async function somePlan(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  await db.insert(plans).values({ id, type: "premium", state: "draft", position: 1, createdAt: at, updatedAt: at })
  return { id }
}

async function somePrice(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  const { id: planId } = await somePlan()
  const price = { amount: 2_900, currency: "eur", interval: "month" as const, intervalCount: 1, trialDays: 0 }
  await db.insert(prices).values({ id, planId, state: "draft", ...price, createdAt: at, updatedAt: at })
  return { id }
}

async function someIssue(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  const { id: userId } = await insertUser()
  const dispute = { kind: "dispute", subject: `dp_${id}`, status: "inquiry", state: "open" } as const
  await db.insert(billingIssues).values({ id, ...dispute, userId, createdAt: at, updatedAt: at })
  return { id }
}

async function someRequest(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  const { id: userId } = await insertUser()
  const gift = { kind: "grant", subject: userId, key: id, amount: 365, reason: "A mishap", state: "refused" } as const
  await db.insert(billingRequests).values({ id, ...gift, userId, expiresAt: at, createdAt: at, updatedAt: at })
  return { id }
}

async function someCountryChange(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  const rules = { visit: "block", list: "allow", pay: "allow", contact: "allow" } as const
  const change = { country: "FR", ...rules, version: 0, reason: "Advice", state: "refused" } as const
  await db.insert(countryChanges).values({ id, ...change, expiresAt: at, createdAt: at, updatedAt: at })
  return { id }
}

async function someEvent(): Promise<{ id: string }> {
  const [id, at] = [`evt_${crypto.randomUUID()}`, Date.now()]
  const event = { type: "invoice.paid", payload: "{}", source: "webhook", state: "processed", attempts: 1 } as const
  await db.insert(paymentEvents).values({ id, ...event, happenedAt: at, createdAt: at, updatedAt: at })
  return { id }
}

async function someFailedJob(): Promise<{ id: string }> {
  const id = crypto.randomUUID()
  await db.insert(deadLetters).values({ id, queue: "jobs", kind: "redact", body: "{}", createdAt: Date.now() })
  return { id }
}

async function someReport(): Promise<{ reference: string }> {
  const { reference } = await insertReport()
  return { reference }
}

async function someCase(): Promise<{ reference: string }> {
  const { reference } = await insertCase()
  return { reference }
}

async function someAppeal(): Promise<{ reference: string }> {
  const { reader } = await restrict.member_warned()
  const [decision] = await db.select().from(decisions).where(eq(decisions.userId, reader.user.id))
  const reference = decision?.reference ?? ""
  await reader.call("POST", `/decisions/${reference}/appeal`, { body: "It was not me." })
  return { reference }
}

async function somePolicy(): Promise<{ id: string }> {
  const id = crypto.randomUUID()
  await db.insert(policies).values({ id, slug: id, severity: 1, position: 1, createdAt: 1, updatedAt: 1 })
  await db.insert(policyTexts).values({ policyId: id, locale: "en", name: "A rule", text: "Its text." })
  return { id }
}

async function someFigures(): Promise<{ id: string }> {
  const [id, at] = [crypto.randomUUID(), Date.now()]
  const none = JSON.stringify({ total: 0, groups: {}, median: null })
  const figures = `{"notices":${none},"set_aside":${none},"decisions":${none},"appeals":${none}}`
  const row = { id, period: "2026-01", state: "superseded", figures, hidden: "{}" } as const
  await db.insert(transparencyFigures).values({ ...row, createdAt: at, updatedAt: at })
  return { id }
}

/** The records that pages with a parameter need, by the end of their path. */
const shownRecords: Record<string, () => Promise<string>> = {
  "/appeals/:id": async () => (await someAppeal()).reference,
  "/applications/:id": async () => (await insertApplicant()).id,
  "/profiles/:id/review": async () => (await insertOwner("submitted")).profile.id,
  "/cases/:id": async () => (await someCase()).reference,
  "/tickets/:id": someTicket,
  "/settings/:slug": async () => "limits",
  "/countries/:id": async () => "FR",
  "/transparency/:id": async () => (await someFigures()).id,
  "/users/:id": async () => (await insertUser()).id,
}

/** Returns the address of a page, with a record where it needs one. */
async function addressOf(path: string): Promise<string> {
  const [, record] = Object.entries(shownRecords).find(([end]) => path.endsWith(end)) ?? []
  const plain = path.replaceAll("\\", "")
  return record ? plain.replace(/:\w+/, await record()) : plain
}

/** Reads that ask for a proof of the last ten minutes, as writes do. */
const provedReads = ["listReportedMessages"]

/** Reads that need a stated reason, which is posted to `access` below them; and by page, where its reason is posted. */
const reasonedReads = ["listHelpRequests", "listIdentityChecks", "listReportedMessages"]
const reasonedPages: Record<string, string> = {
  "/dashboard/admin/help": "/admin/help-requests/access",
  "/dashboard/admin/identity": "/admin/identity-checks/access",
}

/** Rows that reading operations and pages with a parameter need; writes fail before they look for theirs. */
const rows: Record<string, () => Promise<Record<string, string>>> = {
  getApplicationToReview: async () => ({ id: (await insertApplicant()).id }),
  getPictureToReview: async () => {
    const { id } = await insertApplicant()
    return { id, picture: (await picturesOf(id))[0]?.id ?? "" }
  },
  getProfileReview: async () => ({ id: (await insertOwner("submitted")).profile.id }),
  getStaffProfile: async () => ({ id: (await insertOwner("submitted")).profile.id }),
  getStaffCity: idOf(insertCity),
  listStaffCityRevisions: idOf(insertCity),
  getStaffServiceCategory: idOf(insertCategory),
  listStaffServiceCategoryRevisions: idOf(insertCategory),
  getStaffService: idOf(someService),
  listStaffServiceRevisions: idOf(someService),
  getStaffQuestion: idOf(someQuestion),
  listStaffQuestionRevisions: idOf(someQuestion),
  getStaffPage: idOf(somePage),
  listStaffPageRevisions: idOf(somePage),
  getStaffEmail: async () => ({ id: await someMail() }),
  getStaffPlan: somePlan,
  listStaffPlanRevisions: somePlan,
  getStaffPrice: somePrice,
  getStaffPaymentRequest: someRequest,
  getStaffPaymentIssue: someIssue,
  getStaffPaymentEvent: someEvent,
  getStaffFailedJob: someFailedJob,
  getStaffPreparedAnswer: someAnswer,
  listStaffPreparedAnswerRevisions: someAnswer,
  getStaffReasonTemplate: someTemplate,
  listStaffReasonTemplateRevisions: someTemplate,
  getMember: async () => ({ id: (await insertUser()).id }),
  listProfileMedia: async () => ({ id: (await insertOwner("submitted")).profile.id }),
  getDeskTicket: async () => ({ reference: await someTicket() }),
  getCase: someCase,
  getAppeal: someAppeal,
  getTransparencyPeriod: someFigures,
  getStaffPolicy: somePolicy,
  listStaffPolicyRevisions: somePolicy,
  listReportedMessages: someReport,
  getCountry: async () => ({ country: "FR" }),
  listChangesOfCountry: async () => ({ country: "FR" }),
  getStaffCountryChange: someCountryChange,
  getSetting: async () => ({ key: "limits.exports" }),
  getMemberBilling: async () => ({ id: (await insertUser()).id }),
}

const callers = [...staffRoles, "member"] as const
const tokens = new Map<string, string>()
const places = new Map<string, string>()

beforeAll(async () => {
  for (const caller of callers) {
    const user =
      caller === "owner" ? await insertStaff() : await insertColleague(...(caller === "member" ? [] : [caller]))
    // Not proved of late: a write that is permitted asks for it first.
    tokens.set(caller, (await insertSession({ userId: user.id, confirmedAt: null })).token)
  }
  for (const { id, path } of operations) {
    const values = (await rows[id]?.()) ?? {}
    places.set(
      id,
      path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "none"),
    )
  }
})

const mayBe = (caller: (typeof callers)[number], permission: Permission) =>
  caller !== "member" && permissionsOf([caller as StaffRole]).has(permission)

describe("the API of the back office", () => {
  test("declares a permission for each of its operations", () => {
    expect(operations.length).toBeGreaterThan(40)
    const undeclared = operations.filter(({ permission }) => !permission || !permissions.includes(permission))
    expect(undeclared.map(({ id }) => id)).toEqual([])
  })

  test("has a row here for each reading operation that needs an id", () => {
    const unknown = operations.filter(({ method, path, id }) => method === "GET" && path.includes("{") && !rows[id])
    expect(unknown.map(({ id }) => id)).toEqual([])
  })

  test.each(operations)("$id is for the roles with $permission alone", async ({ id, method, permission }) => {
    const path = `/api${places.get(id)}`
    for (const caller of callers) {
      const headers = { Authorization: `Bearer ${tokens.get(caller)}`, "Content-Type": "application/json" }
      const response = await fetchApp(path, {
        method,
        headers,
        ...(["POST", "PUT"].includes(method) && { body: "{}" }),
      })
      const isFound = response.status !== 404
      await response.body?.cancel()
      expect({ caller, isFound, status: response.status }).toEqual({
        caller,
        status: response.status,
        isFound: permission !== undefined && mayBe(caller, permission),
      })
      if (isFound)
        expect(response.status === 200, `${caller}: ${response.status}`).toBe(
          method === "GET" && !provedReads.includes(id) && !reasonedReads.includes(id),
        )
    }
  })
})

/** Lists of the reader's own exports: no data of others. */
const isOwnExports = (path: string) => path.endsWith("/exports")

const isSensitiveRead = ({ path, permission }: { path: string; permission?: Permission | undefined }) =>
  permission !== undefined && isSensitive(permission) && !isOwnExports(path)

/** Signs in somebody who may read with a permission and has read nothing yet; returns what they then left in the audit log. */
async function insertReader(permission: Permission) {
  const role = rolesWith(permission).find((one) => one !== "owner")
  const user = await insertColleague(role ?? "auditor")
  const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  const entries = () => db.select().from(auditLog).where(eq(auditLog.actorId, user.id))
  return { token, entries }
}

async function stateReason(path: string, token: string): Promise<void> {
  const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
  const { status } = await fetchApp(`/api${path}`, { method: "POST", headers, body: '{"reason":"A case"}' })
  if (status !== 204) throw new Error(`No reason recorded: ${status}`)
}

describe("a read of what is about people", () => {
  test.each(operations.filter((one) => one.method === "GET" && isSensitiveRead(one)))(
    "$id leaves one entry in the audit log, and no other for another look within ten minutes",
    async ({ id, permission }) => {
      const { token, entries } = await insertReader(permission as Permission)
      const look = () => fetchApp(`/api${places.get(id)}`, { headers: { Authorization: `Bearer ${token}` } })
      const reasons = reasonedReads.includes(id) ? 1 : 0
      if (reasons > 0) await stateReason(`${places.get(id)}/access`, token)
      expect((await look()).status).toBe(200)
      expect(await entries()).toHaveLength(reasons + 1)
      expect((await look()).status).toBe(200)
      expect((await entries()).length, id).toBe(reasons + (provedReads.includes(id) ? 2 : 1))
    },
  )

  test.each(pages.filter(isSensitiveRead))("$path leaves an entry in the audit log", async ({ path, permission }) => {
    const { token, entries } = await insertReader(permission)
    const access = reasonedPages[path]
    const reasons = access ? 1 : 0
    if (access) await stateReason(access, token)
    const init = addCookie(await withAccess(), `__Host-salon_session=${token}`)
    expect((await fetchApp(await addressOf(path), init)).status).toBe(200)
    expect((await entries()).length).toBeGreaterThan(reasons)
  })

  test("a search and a further page leave an entry each time, without what was typed", async () => {
    const { token, entries } = await insertReader("members.read")
    const look = (path: string) => fetchApp(`/api/admin${path}`, { headers: { Authorization: `Bearer ${token}` } })
    for (const path of ["/users?q=ada@example.org", "/users?q=ada@example.org", "/users"]) await look(path)
    expect((await entries()).map(({ action, details }) => [action, details])).toEqual([
      ...Array(2).fill(["member.list", '{"is_search":true}']),
      ["member.list", '{"is_search":false}'],
    ])
  })

  test("the palette leaves an entry where it finds somebody", async () => {
    const { token, entries } = await insertReader("members.read")
    const { email } = await insertUser()
    const look = (q: string) => fetchApp(`/api/admin/search?q=${q}`, { headers: { Authorization: `Bearer ${token}` } })
    await look("nobody@nowhere.example")
    expect(await entries()).toEqual([])
    for (const _ of [1, 2]) expect((await look(email)).status).toBe(200)
    expect((await entries()).map(({ action }) => action)).toEqual(["records.search"])
  })
})

describe("the pages of the back office", () => {
  const cookieOf = async (caller: string, init: RequestInit = {}) =>
    addCookie(await withAccess(init), `__Host-salon_session=${tokens.get(caller)}`)

  test.each(pages)("$path is for the roles with $permission alone", async ({ path, permission }) => {
    const address = await addressOf(path)
    for (const caller of callers) {
      const response = await fetchApp(address, await cookieOf(caller))
      expect([caller, response.status]).toEqual([caller, mayBe(caller, permission) ? 200 : 404])
    }
  })

  test.each(pages)("the form of $path is refused like the page", async ({ path, permission }) => {
    const address = await addressOf(path)
    for (const caller of callers) {
      const { status } = await fetchApp(address, await cookieOf(caller, form({ intent: "none" })))
      // 405: the page has no form.
      if (status !== 405) expect([caller, status === 404]).toEqual([caller, !mayBe(caller, permission)])
    }
  })

  test.each(["/dashboard/admin/mail/", "/DASHBOARD/admin/mail"])(
    "%s is redirected to its one address, which is for the roles of its policy alone",
    async (path) => {
      for (const caller of callers) {
        const typed = await fetchApp(path, await cookieOf(caller))
        const canonical = typed.headers.get("Location") ?? ""
        expect([caller, typed.status, canonical]).toEqual([caller, 301, "/dashboard/admin/mail"])
        expect(await typed.text()).toBe("")
        const { status } = await fetchApp(canonical, await cookieOf(caller))
        expect([caller, status]).toEqual([caller, mayBe(caller, "mails.read") ? 200 : 404])
      }
    },
  )

  test("/dashboard/admin/%6dail, which the router takes for a page, shows nothing: no policy names it", async () => {
    for (const caller of callers) {
      const { status } = await fetchApp("/dashboard/admin/%6dail", await cookieOf(caller))
      expect([caller, status]).toEqual([caller, 404])
    }
  })
})
