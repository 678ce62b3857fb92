import { and, eq, sql } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { dormancy, recheckNotice } from "~/db/rechecks"
import { auditLog, billingCustomers, identityChecks, users } from "~/db/schema"
import { fetchApp, json } from "../../helpers/app"
import { runCron, takeJobs } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { withSimulator } from "../../helpers/payments"
import { DAY, db, insertCheck, insertSession, insertUser, password } from "../../helpers/rows"
import { insertOwner, stateOf } from "../../profiles/editing/people"
import { check, checksOf, codeIn, identityOf } from "./checks"

withSimulator("rechecks")

type Owner = Awaited<ReturnType<typeof insertOwner>>

async function insertCustomer({ user }: Pick<Owner, "user">) {
  const now = Date.now()
  const card = { cardBrand: "visa", cardLast4: "4242", cardExpMonth: 3, cardExpYear: 2029 }
  const row = { userId: user.id, stripeCustomer: `cus_${user.id}`, version: 1, credit: 0, createdAt: now }
  await db.insert(billingCustomers).values({ ...row, ...card, updatedAt: now })
}

const change = (
  { user }: Pick<Owner, "user">,
  set: Partial<typeof billingCustomers.$inferInsert>,
  updatedAt = Date.now(),
) =>
  db
    .update(billingCustomers)
    .set({ ...set, updatedAt })
    .where(eq(billingCustomers.userId, user.id))

const changeEmail = ({ user }: Pick<Owner, "user">, updatedAt = Date.now()) =>
  db
    .update(users)
    .set({ email: `other-${updatedAt}-${user.email}`, updatedAt })
    .where(eq(users.id, user.id))

const seenAt = ({ user }: Pick<Owner, "user">, seenAt: number | null, checkedAt = seenAt) =>
  db.update(identityChecks).set({ seenAt, checkedAt }).where(eq(identityChecks.userId, user.id))

const signIn = async ({ user }: Pick<Owner, "user">) => {
  const response = await fetchApp("/api/auth/login", json({ email: user.email, password }))
  expect(response.status).toBe(200)
}

async function inDays(owner: Owner): Promise<[number | null, string | null]> {
  const { due_at, due_reason } = await identityOf(owner)
  return [due_at === null ? null : Math.round((due_at - Date.now()) / DAY), due_reason]
}

describe("a verified owner is checked again within 30 days", () => {
  test("after a change of their e-mail", async () => {
    const owner = await insertOwner()
    await changeEmail(owner)
    expect(await inDays(owner)).toEqual([30, "email"])
    expect(await identityOf(owner)).toMatchObject({ status: "verified", can_start: true })
    const page = await (await owner.open("/profile/escort/identity")).text()
    expect(page).toContain("We ask because your email has changed.")
  })

  test("after a change of the card or the customer that pays, and not of the card's expiry", async () => {
    for (const set of [{ cardLast4: "4444" }, { cardBrand: "amex" }, { stripeCustomer: "cus_of_somebody_else" }]) {
      const owner = await insertOwner()
      await insertCustomer(owner)
      await change(owner, { cardExpYear: 2033, credit: 100, version: 2 })
      expect(await inDays(owner)).toEqual([365, null])
      await change(owner, set)
      expect(await inDays(owner)).toEqual([30, "payer"])
      await db.delete(billingCustomers).where(eq(billingCustomers.userId, owner.user.id))
    }
  })

  test("who signs in after 180 days without a use, and not after 179", async () => {
    for (const [days, expected] of [
      [179, [365, null]],
      [181, [30, "dormancy"]],
    ] as const) {
      const owner = await insertOwner()
      await seenAt(owner, Date.now() - days * DAY)
      await signIn(owner)
      expect([days, ...(await inDays(owner))]).toEqual([days, ...expected])
    }
  })

  test("whose session is used after 180 days, and a check within them counts as a use", async () => {
    const [owner, fresh] = [await insertOwner(), await insertOwner()]
    await seenAt(owner, null, Date.now() - dormancy - DAY)
    await seenAt(fresh, null, Date.now() - dormancy + DAY)
    for (const { user, session } of [owner, fresh])
      await db.run(
        sql`UPDATE sessions SET last_used_at = ${Date.now()} WHERE id = ${session.id} AND user_id = ${user.id}`,
      )
    expect(await inDays(owner)).toEqual([30, "dormancy"])
    expect(await inDays(fresh)).toEqual([365, null])
  })

  test("who used a session by the hour for longer than that is not", async () => {
    const owner = await insertOwner()
    await seenAt(owner, Date.now() - 300 * DAY)
    for (const days of [200, 100]) await insertSession({ userId: owner.user.id, lastUsedAt: Date.now() - days * DAY })
    await signIn(owner)
    expect(await inDays(owner)).toEqual([365, null])
  })

  test("whom staff ask because of another case, with a reason that the audit log has", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    const [{ id } = { id: "" }] = await checksOf(owner.user.id)
    const path = `/admin/identity-checks/${id}/recheck`
    const response = await staff.call("POST", path, { reason: "Linked to R-1" })
    expect(await response.json()).toMatchObject({
      status: "verified",
      due_reason: "staff",
      acts: [{ kind: "recheck", reason: "Linked to R-1" }],
    })
    expect(await inDays(owner)).toEqual([30, "staff"])
    const entries = await db
      .select({ action: auditLog.action, actor: auditLog.actorId, reason: auditLog.reason })
      .from(auditLog)
      .where(and(eq(auditLog.targetKind, "identity_check"), eq(auditLog.targetId, id)))
    expect(entries).toEqual([{ action: "identity.recheck", actor: staff.user.id, reason: "Linked to R-1" }])
    expect(await codeIn(await staff.call("POST", path, { reason: "Again" }))).toBe("conflict.changed")
    expect((await owner.call("POST", path, { reason: "Mine" })).status).toBe(404)
    expect((await staff.call("POST", path, {})).status).toBe(422)
  })
})

describe("a check that is due early", () => {
  test("is not postponed by a second change, and another reason does not replace the first", async () => {
    const owner = await insertOwner()
    await insertCustomer(owner)
    const now = Date.now()
    await changeEmail(owner, now - 10 * DAY)
    expect(await inDays(owner)).toEqual([20, "email"])
    await changeEmail(owner, now)
    await change(owner, { cardLast4: "4444" }, now)
    expect(await inDays(owner)).toEqual([20, "email"])
  })

  test("is announced, pauses the profile, and a new check publishes it and is due in a year", async () => {
    const owner = await insertOwner()
    await changeEmail(owner, Date.now() - 1)
    await runCron("17 3 * * *")
    const news = await (await owner.call("GET", "/notifications")).json<{ data: { state: string }[] }>()
    expect(news.data.map(({ state }) => state)).toContain("identity_due_30")
    await db
      .update(identityChecks)
      .set({ nextCheckAt: Date.now() - 1 })
      .where(eq(identityChecks.userId, owner.user.id))
    await runCron("17 3 * * *")
    takeJobs()
    expect(await stateOf(owner)).toBe("paused")
    await check(owner, "adult")
    expect(await stateOf(owner)).toBe("published")
    const nextYear = new Date()
    nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1)
    expect(await inDays(owner)).toEqual([Math.round((nextYear.getTime() - Date.now()) / DAY), null])
  })

  test("leaves members without a profile, and checks that are not verified, as they are", async () => {
    const member = await insertMember()
    const kept = await insertCheck({ userId: member.user.id })
    await insertCustomer(member)
    await seenAt(member, Date.now() - 300 * DAY)
    await changeEmail(member)
    await change(member, { cardLast4: "4444" })
    await insertSession({ userId: member.user.id })
    expect(await checksOf(member.user.id)).toMatchObject([{ nextCheckAt: kept.nextCheckAt, dueReason: null }])
    const owner = await insertOwner()
    await db.update(identityChecks).set({ status: "expired" }).where(eq(identityChecks.userId, owner.user.id))
    await changeEmail(owner)
    expect(await checksOf(owner.user.id)).toMatchObject([{ dueReason: null }])
  })
})

test("a night of renewals ends although a full page of due checks cannot be moved, and moves those behind it", async () => {
  const [stuck, owner] = [await insertUser(), await insertOwner()]
  const due = { userId: stuck.id, provider: "stuck" }
  for (let row = 0; row < 101; row += 1) await insertCheck({ ...due, nextCheckAt: Date.now() - recheckNotice - row })
  await db
    .update(identityChecks)
    .set({ nextCheckAt: Date.now() - 1 })
    .where(eq(identityChecks.userId, owner.user.id))
  await db.run(sql`CREATE TRIGGER stuck BEFORE UPDATE ON identity_checks WHEN OLD.provider = 'stuck'
    BEGIN SELECT RAISE(IGNORE); END`)
  try {
    await runCron("17 3 * * *")
  } finally {
    await db.run(sql`DROP TRIGGER stuck`)
    await db.delete(identityChecks).where(eq(identityChecks.userId, stuck.id))
    takeJobs()
  }
  expect(await checksOf(owner.user.id)).toMatchObject([{ status: "expired" }])
})
