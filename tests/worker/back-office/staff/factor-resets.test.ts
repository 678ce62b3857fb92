import { and, eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import {
  auditLog,
  emailTokens,
  factorResets,
  outboxEmails,
  passkeys,
  recoveryCodes,
  sessions,
  staffGrants,
  twoFactor,
  userGroups,
} from "~/db/schema"
import { newId } from "~/lib/id"
import { fetchWith, json } from "../../helpers/app"
import { callInterrupted } from "../../helpers/interrupted"
import { receive, runStep } from "../../helpers/mail"
import { insertMember, insertStaffMember } from "../../helpers/member"
import { textOf } from "../../helpers/page"
import { db, insertSession } from "../../helpers/rows"
import { insertStaffCode } from "../../helpers/second-factor"

type Staff = Awaited<ReturnType<typeof insertStaffMember>>

const guarded = { STAFF_SECOND_FACTOR: "required" }
const reason = "Robin called, and we met on video."
const answerOf = async (response: Response) => [
  response.status,
  response.status === 204 ? null : (await response.json<{ code: string }>()).code,
]

const propose = (by: Staff, { user }: Staff) => by.call("POST", `/admin/staff/${user.id}/reset`, { reason })
/** Returns when the reset that is stored was proposed, epoch ms; 0 without one. */
async function proposedAt({ user }: Staff): Promise<number> {
  const [row] = await db.select().from(factorResets).where(eq(factorResets.userId, user.id))
  return row?.createdAt ?? 0
}

/** Confirms the reset that is stored, or the one that was proposed at `seen`. */
const confirm = async (by: Staff, lost: Staff, seen?: number) =>
  by.call("POST", `/admin/staff/${lost.user.id}/reset/confirmation`, { proposed_at: seen ?? (await proposedAt(lost)) })
const withdraw = (by: Staff, { user }: Staff) => by.call("DELETE", `/admin/staff/${user.id}/reset`)

/** Gives somebody an authenticator app, a passkey and a recovery code. */
async function enrol({ user, session }: Staff): Promise<void> {
  const now = Date.now()
  const times = { createdAt: now, updatedAt: now }
  await db.insert(twoFactor).values({ userId: user.id, secret: "x", enrolledAt: now, ...times })
  const key = { id: newId(now), userId: user.id, name: "Key", publicKey: "x", counter: 0, transports: "[]", ...times }
  await db.insert(passkeys).values(key)
  await db.insert(recoveryCodes).values({ id: newId(now), userId: user.id, codeHash: newId(now), createdAt: now })
  await db.update(sessions).set({ isStrong: true }).where(eq(sessions.id, session.id))
}

/** Inserts two owners, and a moderator with a second factor. */
async function insertTeam() {
  const [one, other] = [await insertStaffMember("owner"), await insertStaffMember("owner")]
  const lost = await insertStaffMember("moderator")
  await enrol(lost)
  return { one, other, lost }
}

async function factorsOf({ user }: Staff): Promise<number[]> {
  const rows = await db.batch([
    db.select().from(twoFactor).where(eq(twoFactor.userId, user.id)),
    db.select().from(passkeys).where(eq(passkeys.userId, user.id)),
    db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, user.id)),
    db.select().from(sessions).where(eq(sessions.userId, user.id)),
  ])
  return rows.map(({ length }) => length)
}

async function mailsTo({ user }: Staff) {
  const rows = await db
    .select({ id: outboxEmails.id, data: outboxEmails.data })
    .from(outboxEmails)
    .where(and(eq(outboxEmails.recipient, user.email), eq(outboxEmails.template, "factor-reset")))
    .orderBy(outboxEmails.id)
  return rows.map(({ data }) => (JSON.parse(data) as { kind: string }).kind)
}

async function entriesOf({ user }: Staff) {
  const rows = await db.select().from(auditLog).where(eq(auditLog.targetId, user.id)).orderBy(auditLog.seq)
  return rows.filter(({ action }) => action.startsWith("staff.")).map((row) => [row.action, row.actorId, row.reason])
}

describe("the reset of a lost second factor", () => {
  test("takes two people: then app, passkeys, codes and sessions end, and its subject is mailed at both steps", async () => {
    const { one, other, lost } = await insertTeam()
    await insertStaffCode(lost.user.id)
    expect((await propose(one, lost)).status).toBe(204)
    expect([await factorsOf(lost), await mailsTo(lost)]).toEqual([[1, 1, 1, 1], ["proposed"]])
    const { data } = await (await other.call("GET", "/admin/staff")).json<{ data: { id: string; reset: object }[] }>()
    expect(data.find(({ id }) => id === lost.user.id)?.reset).toMatchObject({
      proposed_by: one.user.name,
      reason,
      is_yours: false,
    })
    expect((await confirm(other, lost)).status).toBe(204)
    expect([await factorsOf(lost), await mailsTo(lost)]).toEqual([
      [0, 0, 0, 0],
      ["proposed", "done"],
    ])
    expect(await db.select().from(emailTokens).where(eq(emailTokens.subjectId, lost.user.id))).toEqual([])
    expect(await entriesOf(lost)).toEqual([
      ["staff.propose_reset", one.user.id, reason],
      ["staff.reset_factor", other.user.id, reason],
    ])
    expect(await factorsOf(one)).toEqual([0, 0, 0, 1])
  })

  test("leads the next login to enrolment with the operator's code, and the new factor is held for a day", async () => {
    const { one, other, lost } = await insertTeam()
    await propose(one, lost)
    await confirm(other, lost)
    const { token } = await insertSession({ userId: lost.user.id, confirmedAt: Date.now() })
    const call = (path: string, body: object = {}) =>
      fetchWith(guarded, `/api${path}`, json(body, { Authorization: `Bearer ${token}` }))
    const queue = await fetchWith(guarded, "/api/admin/review", { headers: { Authorization: `Bearer ${token}` } })
    expect(await answerOf(queue)).toEqual([403, "auth.second_factor_required"])
    const refused = await call("/auth/second-factor/app/confirm", { code: "000000" })
    expect(Object.keys((await refused.json<{ errors: object }>()).errors)).toEqual(["staff_code"])
    const now = Date.now()
    await db
      .insert(twoFactor)
      .values({ userId: lost.user.id, secret: "x", enrolledAt: now, createdAt: now, updatedAt: now })
    await db.update(sessions).set({ isStrong: true }).where(eq(sessions.userId, lost.user.id))
    expect(await answerOf(await call("/me/exports"))).toEqual([403, "auth.factor_too_new"])
  })

  test("is confirmed neither by who proposed it, nor by its subject, nor without the permission", async () => {
    const { one, other, lost } = await insertTeam()
    const [lead, owner] = [await insertStaffMember("trust_lead"), await insertStaffMember("owner")]
    await enrol(owner)
    await propose(one, lost)
    expect(await answerOf(await confirm(one, lost))).toEqual([409, "staff.second_person"])
    expect(await answerOf(await confirm(lead, lost))).toEqual([404, "request.not_found"])
    expect(await answerOf(await confirm(lost, lost))).toEqual([404, "request.not_found"])
    await propose(one, owner)
    expect(await answerOf(await confirm(owner, owner))).toEqual([409, "staff.own_account"])
    expect(await answerOf(await propose(other, other))).toEqual([409, "staff.own_account"])
    expect([await factorsOf(lost), await factorsOf(owner)]).toEqual([
      [1, 1, 1, 1],
      [1, 1, 1, 1],
    ])
  })

  test("is done once by two who confirm at a time, and not again by a replay", async () => {
    const { one, other, lost } = await insertTeam()
    const third = await insertStaffMember("owner")
    await propose(one, lost)
    const answers = await Promise.all([confirm(other, lost), confirm(third, lost)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409])
    await enrol({ ...lost, session: (await insertSession({ userId: lost.user.id })) as Staff["session"] })
    expect(await answerOf(await confirm(other, lost))).toEqual([409, "conflict.changed"])
    expect((await factorsOf(lost)).slice(0, 3)).toEqual([1, 1, 1])
    expect(await mailsTo(lost)).toEqual(["proposed", "done"])
  })

  test.each([
    [
      "after seven days",
      async ({ lost }: Awaited<ReturnType<typeof insertTeam>>) => {
        await db.update(factorResets).set({ expiresAt: Date.now() }).where(eq(factorResets.userId, lost.user.id))
      },
    ],
    [
      "once its subject is no longer staff",
      async ({ lost }: Awaited<ReturnType<typeof insertTeam>>) => {
        await db.update(staffGrants).set({ revokedAt: 1 }).where(eq(staffGrants.userId, lost.user.id))
      },
    ],
    [
      "once who proposed it may no longer",
      async ({ one }: Awaited<ReturnType<typeof insertTeam>>) => {
        await db.delete(userGroups).where(eq(userGroups.userId, one.user.id))
      },
    ],
  ] as const)("lapses %s", async (_, change) => {
    const team = await insertTeam()
    await propose(team.one, team.lost)
    await change(team)
    expect(await answerOf(await confirm(team.other, team.lost))).toEqual([409, "conflict.changed"])
    expect(await factorsOf(team.lost)).toEqual([1, 1, 1, 1])
  })

  test("waits seven days, one at a time, and a lapsed one is replaced", async () => {
    const { one, other, lost } = await insertTeam()
    const before = Date.now()
    await propose(one, lost)
    const [row] = await db.select().from(factorResets).where(eq(factorResets.userId, lost.user.id))
    expect((row?.expiresAt ?? 0) - before).toBeGreaterThanOrEqual(7 * 86_400_000)
    expect(await answerOf(await propose(other, lost))).toEqual([409, "staff.reset_pending"])
    await db
      .update(factorResets)
      .set({ expiresAt: before - 1 })
      .where(eq(factorResets.userId, lost.user.id))
    expect((await propose(other, lost)).status).toBe(204)
    expect((await confirm(one, lost)).status).toBe(204)
  })

  test("is confirmed as it was read: one that was withdrawn and proposed again since is another", async () => {
    const { one, other, lost } = await insertTeam()
    await propose(one, lost)
    const seen = await proposedAt(lost)
    await withdraw(one, lost)
    await propose(one, lost)
    expect(await answerOf(await confirm(other, lost, seen))).toEqual([409, "conflict.changed"])
    const form = { intent: "confirm_reset", user: lost.user.id, proposed_at: String(seen) }
    expect((await other.submit("/dashboard/admin/staff", form)).status).toBe(409)
    expect((await other.call("POST", `/admin/staff/${lost.user.id}/reset/confirmation`, {})).status).toBe(422)
    const path = `/admin/staff/${lost.user.id}/reset/confirmation`
    const change = async () => {
      await withdraw(one, lost)
      await propose(one, lost)
    }
    const body = { proposed_at: await proposedAt(lost) }
    const late = await callInterrupted(other, path, body, { pattern: /delete from "factor_resets"/, change })
    expect(await answerOf(late)).toEqual([409, "conflict.changed"])
    expect([await factorsOf(lost), await mailsTo(lost)]).toEqual([
      [1, 1, 1, 1],
      ["proposed", "proposed", "proposed"],
    ])
    expect((await confirm(other, lost)).status).toBe(204)
  })

  test("is swept once it has expired, and not before", async () => {
    const [lapsed, open] = [await insertTeam(), await insertTeam()]
    for (const { one, lost } of [lapsed, open]) await propose(one, lost)
    await db.update(factorResets).set({ expiresAt: 1 }).where(eq(factorResets.userId, lapsed.lost.user.id))
    await runStep("sweepExpired")
    expect([await proposedAt(lapsed.lost), (await proposedAt(open.lost)) > 0]).toEqual([0, true])
  })

  test("is for staff with a second factor alone, with a reason", async () => {
    const { one, other, lost } = await insertTeam()
    const member = await insertMember()
    await enrol(member)
    for (const somebody of [member, other]) {
      expect(await answerOf(await propose(one, somebody))).toEqual([404, "request.not_found"])
    }
    expect((await one.call("POST", `/admin/staff/${lost.user.id}/reset`, { reason: " " })).status).toBe(422)
    expect(await mailsTo(member)).toEqual([])
  })

  test("is withdrawn by its subject with the factor, by who may reset, and by nobody else", async () => {
    const { one, other, lost } = await insertTeam()
    await propose(one, lost)
    expect((await withdraw(await insertStaffMember("trust_lead"), lost)).status).toBe(404)
    const stranger = await insertMember()
    expect((await stranger.call("DELETE", "/auth/second-factor/reset")).status).toBe(409)
    const weak = await insertSession({ userId: lost.user.id, confirmedAt: Date.now() })
    const headers = { Authorization: `Bearer ${weak.token}` }
    const refused = await fetchWith(guarded, "/api/auth/second-factor/reset", { method: "DELETE", headers })
    expect(await answerOf(refused)).toEqual([403, "auth.confirm_required"])
    expect((await lost.call("DELETE", "/auth/second-factor/reset")).status).toBe(204)
    expect(await answerOf(await confirm(other, lost))).toEqual([409, "conflict.changed"])
    await propose(one, lost)
    expect((await withdraw(other, lost)).status).toBe(204)
    expect(await answerOf(await withdraw(one, lost))).toEqual([409, "conflict.changed"])
    expect((await factorsOf(lost)).slice(0, 3)).toEqual([1, 1, 1])
    expect((await entriesOf(lost)).map(([action, by]) => [action, by])).toEqual([
      ["staff.propose_reset", one.user.id],
      ["staff.withdraw_reset", lost.user.id],
      ["staff.propose_reset", one.user.id],
      ["staff.withdraw_reset", other.user.id],
    ])
  })

  test("is proposed, confirmed and withdrawn on the pages of staff and of two-step login", async () => {
    const { one, other, lost } = await insertTeam()
    const page = "/dashboard/admin/staff"
    expect(await (await one.open(page)).text()).toContain('value="propose_reset"')
    const empty = await one.submit(page, { intent: "propose_reset", user: lost.user.id, reason: "" })
    expect(empty.status).toBe(422)
    expect((await one.submit(page, { intent: "propose_reset", user: lost.user.id, reason })).status).toBe(200)
    /** The cell of the table that names the person. */
    const cellFor = async (reader: Staff) => {
      const html = await (await reader.open(page)).text()
      return html.slice(html.indexOf(lost.user.email)).split("</th>")[0] ?? ""
    }
    const own = await cellFor(one)
    expect(own).toContain('value="withdraw_reset"')
    expect(own).not.toContain('value="confirm_reset"')
    const seen = await cellFor(other)
    expect(textOf(seen)).toContain(reason)
    expect(seen).toContain('value="confirm_reset"')
    const proposed_at = String(await proposedAt(lost))
    expect(seen).toContain(`name="proposed_at" value="${proposed_at}"`)
    const confirmation = { intent: "confirm_reset", user: lost.user.id, proposed_at }
    expect(await (await lost.open("/profile/settings/two-factor")).text()).toContain('value="withdraw-reset"')
    expect((await other.submit(page, confirmation)).status).toBe(200)
    expect(await factorsOf(lost)).toEqual([0, 0, 0, 0])
  })
})

describe("the mail about a reset", () => {
  test("names who proposed it and where it is withdrawn, and is not sent once it is over", async () => {
    const { one, lost } = await insertTeam()
    await propose(one, lost)
    const mail = await receive(lost.user.email)
    expect(mail.text).toContain(one.user.name)
    expect(mail.text).toContain("/profile/settings/two-factor")
  })
})
