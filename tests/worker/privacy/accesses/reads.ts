import { eq } from "drizzle-orm"
import {
  applications,
  billingCustomers,
  billingIssues,
  billingRequests,
  decisions,
  outboxEmails,
  paymentEvents,
  reportMessages,
} from "~/db/schema"
import { getRecord } from "~/domain/back-office/records/records/records.server"
import { resources } from "~/domain/back-office/records/registry.server"
import type { personalReads } from "~/domain/core/audit/personal-reads"
import { insertSupport } from "../../back-office/staff/impersonated"
import { insertApplicant, staffCtx } from "../../helpers/applicant"
import { runJobs, takeJobs } from "../../helpers/mail"
import { insertStaffMember } from "../../helpers/member"
import { db, insertMedia, insertReport } from "../../helpers/rows"
import type { insertOwner } from "../../profiles/editing/people"

export type Owner = Awaited<ReturnType<typeof insertOwner>>
type Staff = Awaited<ReturnType<typeof insertStaffMember>>

async function ask(staff: Staff, path: string, body?: object): Promise<Response> {
  const response = await staff.call(body ? "POST" : "GET", path, body)
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  return response
}

/** Reads a record of the kit by its own function: its page may be another. */
async function readRecord(name: string, id: string): Promise<void> {
  const resource = resources.find((one) => one.name === name)
  if (!resource) throw new Error(`No such resource: ${name}`)
  await getRecord((await staffCtx()).ctx, resource, id)
}

/** Exports a list, to its last row. */
async function exportList(staff: Staff, name: string): Promise<void> {
  const { id } = await (await ask(staff, `/admin/${name}/exports`, {})).json<{ id: string }>()
  takeJobs()
  for (let jobs = [{ kind: "resource_export" as const, exportId: id }]; jobs.length > 0; ) {
    await runJobs(jobs)
    jobs = takeJobs().flatMap((job) => (job.kind === "resource_export" ? job : []))
  }
}

const row = () => ({ id: crypto.randomUUID(), createdAt: Date.now(), updatedAt: Date.now() })

async function mailTo({ user }: Owner): Promise<string> {
  const { id, ...times } = row()
  const mail = {
    recipient: user.email,
    locale: "en",
    template: "reset",
    data: "{}",
    state: "dead",
    attempts: 8,
  } as const
  await db.insert(outboxEmails).values({ id, ...mail, nextAttemptAt: 1, ...times })
  return id
}

async function eventOf({ user: { id: userId } }: Owner): Promise<string> {
  const { id, ...times } = row()
  const event = { type: "invoice.paid", payload: "{}", source: "webhook", state: "processed", attempts: 1 } as const
  const stripeCustomer = `cus_${id}`
  await db.insert(billingCustomers).values({ userId, stripeCustomer, version: 1, credit: 0, ...times })
  await db.insert(paymentEvents).values({ id, ...event, stripeCustomer, happenedAt: 1, ...times })
  return id
}

async function issueOf({ user: { id: userId } }: Owner): Promise<string> {
  const { id, ...times } = row()
  const dispute = { kind: "dispute", subject: `dp_${id}`, status: "inquiry", state: "open" } as const
  await db.insert(billingIssues).values({ id, ...dispute, userId, ...times })
  return id
}

async function requestOf({ user: { id: userId } }: Owner): Promise<string> {
  const { id, ...times } = row()
  const gift = { kind: "grant", subject: userId, key: id, amount: 365, reason: "A mishap", state: "refused" } as const
  await db.insert(billingRequests).values({ id, ...gift, userId, expiresAt: 1, ...times })
  return id
}

/** Has staff read the messages of a report, of which the owner wrote one; returns the report. */
export async function readMessages(owner: Owner, report: Parameters<typeof insertReport>[0], staff?: Staff) {
  const reader = staff ?? (await insertStaffMember("moderator"))
  const inserted = await insertReport(report)
  const message = {
    reportId: inserted.id,
    seq: 1,
    authorId: owner.user.id,
    body: "Words",
    isChosen: true,
    createdAt: 1,
  }
  await db.insert(reportMessages).values(message)
  const path = `/admin/reports/${inserted.reference}/messages`
  await ask(reader, `${path}/access`, { reason: "The reader's own words" })
  await ask(reader, path)
  return inserted
}

const finance = () => insertStaffMember("finance")
const moderator = () => insertStaffMember("moderator")
const support = () => insertStaffMember("support")

/** How staff come to read each kind of record, by the action that the audit log has of it. */
export const reads: Record<keyof typeof personalReads, (owner: Owner) => Promise<unknown>> = {
  "member.read": async ({ user }) => ask(await support(), `/admin/users/${user.id}`),
  "users.read": ({ user }) => readRecord("users", user.id),
  "billing.read": async ({ user }) => ask(await finance(), `/admin/users/${user.id}/billing`),
  "impersonation.start": async ({ user }) => (await insertSupport()).start(user.id, "The reader's own words"),
  "payment-events.read": async (owner) => ask(await finance(), `/admin/payment-events/${await eventOf(owner)}`),
  "payment-events.export": async (owner) => {
    await eventOf(owner)
    await exportList(await finance(), "payment-events")
  },
  "billing-issues.read": async (owner) => ask(await finance(), `/admin/billing-issues/${await issueOf(owner)}`),
  "billing-issues.export": async (owner) => {
    await issueOf(owner)
    await exportList(await finance(), "billing-issues")
  },
  "billing-requests.read": async (owner) => ask(await finance(), `/admin/billing-requests/${await requestOf(owner)}`),
  "billing-requests.export": async (owner) => {
    await requestOf(owner)
    await exportList(await finance(), "billing-requests")
  },
  "profile.read": async ({ profile }) => ask(await moderator(), `/admin/profiles/${profile.id}/review`),
  "profiles.read": ({ profile }) => readRecord("profiles", profile.id),
  "profiles.export": async () => exportList(await moderator(), "profiles"),
  "profile.read_media": async ({ profile }) => ask(await moderator(), `/admin/profiles/${profile.id}/media`),
  "media.read": async ({ profile }) => {
    const { id } = await insertMedia({ profileId: profile.id, state: "ready", visibility: "private" })
    await ask(await moderator(), `/media/${id}/ticket`, {})
  },
  "identity.list": async ({ user }) => {
    const verifier = await insertStaffMember("verifier")
    await ask(verifier, "/admin/identity-checks/access", { reason: "The reader's own words" })
    await ask(verifier, `/admin/identity-checks?list=verified&q=${user.id}`)
  },
  "application.read": async ({ user }) => {
    const { id } = await insertApplicant()
    await db.update(applications).set({ userId: user.id }).where(eq(applications.id, id))
    await ask(await moderator(), `/admin/applications/${id}`)
  },
  "ticket.read": async ({ call }) => {
    const sent = await call("POST", "/contact", { category: "account", message: "A question" })
    const { reference } = await sent.json<{ reference: string }>()
    await ask(await support(), `/admin/tickets/${reference}`)
  },
  "case.read": async ({ user }) => {
    const { caseReference } = await insertReport({ email: user.email })
    await ask(await moderator(), `/admin/cases/${caseReference}`)
  },
  "report.read_messages": async (owner) => readMessages(owner, { email: owner.user.email }),
  "appeal.read": async ({ user, call }) => {
    await ask(await moderator(), `/admin/users/${user.id}/warnings`, { reason: "The reader's own words" })
    const [made] = await db.select().from(decisions).where(eq(decisions.userId, user.id))
    const sent = await call("POST", `/decisions/${made?.reference}/appeal`, { body: "It was not me." })
    if (!sent.ok) throw new Error(`The appeal was not accepted: ${sent.status}`)
    await ask(await moderator(), `/admin/appeals/${made?.reference}`)
  },
  "mail.read": async (owner) => ask(await support(), `/admin/mail/${await mailTo(owner)}`),
  "mail.export": async (owner) => {
    await mailTo(owner)
    await exportList(await support(), "mail")
  },
}
