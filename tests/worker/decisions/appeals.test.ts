import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import {
  appeals,
  auditLog,
  decisions,
  endedMedia,
  identityActions,
  identityChecks,
  media,
  profileEdits,
  profiles,
  profileTexts,
  reports,
  sanctions,
  sessions,
  users,
} from "~/db/schema"
import { type DecisionKind, decisionKinds, isOfStaff } from "~/domain/decisions/kinds"
import { withAccess } from "../helpers/app"
import { ask, linkIn, mailsTo, receive, runCron } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { caseOf, DAY, db, insertGrant } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"
import { decisionOf, mediaState, type Restriction, read, restrict, type Staff } from "./restrictions"

afterEach(() => void vi.useRealTimers())

const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code
const send = async (restriction: Restriction, body = "It was not me.") =>
  restriction.reader.call("POST", `/decisions/${(await decisionOf(restriction)).reference}/appeal`, { body })
const decideAs = (staff: Staff, reference: string, outcome: string, answer = "We looked again.") =>
  staff.call("POST", `/admin/appeals/${reference}/decision`, { outcome, answer })

/** Sends an appeal with the key of the decision's mail: its member may not be able to log in. */
async function sendByKey(restriction: Restriction, body = "It was not me."): Promise<Response> {
  const path = linkIn(await receive(restriction.reader.user.email))
  const access = await withAccess()
  const headers = new Headers(access.headers)
  headers.set("Content-Type", "application/json")
  return ask(`/api${path}/appeal`, { ...access, method: "POST", headers, body: JSON.stringify({ body }) })
}

describe("an appeal", () => {
  test("is accepted on day 183, and refused on day 184", async () => {
    const [one, other] = [await restrict.member_warned(), await restrict.member_warned()]
    const { createdAt } = await decisionOf(one)
    vi.useFakeTimers({ toFake: ["Date"], now: createdAt + 183 * DAY + DAY / 2 })
    for (const { reader } of [one, other]) await keepSession(reader)
    expect((await send(one)).status).toBe(204)
    vi.setSystemTime(createdAt + 184 * DAY + DAY / 2)
    await keepSession(other.reader)
    const late = await send(other)
    expect([late.status, await codeOf(late)]).toEqual([409, "appeals.ended"])
    expect((await read(other.reader, (await decisionOf(other)).reference)).contest.is_open).toBe(false)
  })

  test("is sent once, by whichever way", async () => {
    const restriction = await restrict.member_warned()
    const together = await Promise.all([send(restriction), send(restriction)])
    expect(together.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await codeOf(await sendByKey(restriction))).toBe("appeals.sent")
    expect(
      await db
        .select()
        .from(appeals)
        .where(eq(appeals.decisionId, (await decisionOf(restriction)).id)),
    ).toHaveLength(1)
  })

  test("of no words, or of more than 2,000 characters, is refused, and nothing is lost", async () => {
    const restriction = await restrict.member_warned()
    for (const body of [" ", "x".repeat(2_001)]) expect((await send(restriction, body)).status).toBe(422)
    expect((await send(restriction, "x".repeat(2_000))).status).toBe(204)
  })

  test("against a decision that another one replaced is refused", async () => {
    const restriction = await restrict.media_hidden()
    const { reference } = await decisionOf(restriction)
    const staff = await insertStaffMember("moderator")
    const [row] = await db.select().from(reports).where(eq(reports.mediaId, restriction.subjectId))
    await staff.call("POST", `/admin/cases/${await caseOf(row?.reference ?? "")}/act`, { reason: "Yes." })
    const refused = await restriction.reader.call("POST", `/decisions/${reference}/appeal`, { body: "No." })
    expect(await codeOf(refused)).toBe("conflict.changed")
  })

  test("against a withdrawn consent is refused: staff never agree for somebody, and the page says who can", async () => {
    const restriction = await restrict.consent_withdrawn()
    const { reference } = await decisionOf(restriction)
    const refused = await send(restriction)
    expect([refused.status, await codeOf(refused)]).toEqual([409, "appeals.of_person"])
    expect(await codeOf(await sendByKey(restriction))).toBe("appeals.of_person")
    const page = await (await restriction.reader.open(`/decisions/${reference}`)).text()
    expect(page).toContain("only the person can agree again")
    expect(page).not.toContain("<textarea")
    const [{ text } = { text: "" }] = [await receive(restriction.reader.user.email)]
    expect([text.includes("only the person can agree again"), text.includes("Read or contest")]).toEqual([true, false])
  })

  test("comes from a closed account, and from a reporter without one, by the link of their mail", async () => {
    for (const kind of ["member_closed", "notice_refused"] as const) {
      const restriction = await restrict[kind]()
      if (kind === "notice_refused") await db.delete(users).where(eq(users.id, restriction.reader.user.id))
      expect((await sendByKey(restriction)).status).toBe(204)
    }
  })
})

/** A session lives for weeks: in half a year its member has logged in again. */
async function keepSession({ session }: Restriction["reader"]): Promise<void> {
  const now = Date.now()
  await db
    .update(sessions)
    .set({ expiresAt: now + DAY, lastUsedAt: now })
    .where(eq(sessions.id, session.id))
}

describe("staff", () => {
  test("see open appeals with the decision, longest waiting first, by permission alone", async () => {
    const restriction = await restrict.member_warned()
    await send(restriction)
    const { reference } = await decisionOf(restriction)
    const staff = await insertStaffMember("moderator")
    const list = await (await staff.call("GET", "/admin/appeals")).json<{ data: { reference: string }[] }>()
    expect(list.data.map((one) => one.reference)).toContain(reference)
    const one = await (await staff.call("GET", `/admin/appeals/${reference}`)).json()
    expect(one).toMatchObject({ body: "It was not me.", may_decide: true, member_id: restriction.reader.user.id })
    for (const role of ["support", "finance"] as const)
      expect((await (await insertStaffMember(role)).call("GET", `/admin/appeals/${reference}`)).status).toBe(404)
    expect((await staff.call("GET", "/admin/appeals/D-00000000")).status).toBe(404)
    expect((await staff.call("GET", "/admin/appeals?cursor=x")).status).toBe(400)
  })

  test("who decided before, as the first or the second person, decide no appeal, and none about themselves", async () => {
    const restriction = await restrict.member_closed()
    await sendByKey(restriction)
    const { reference } = await decisionOf(restriction)
    for (const staff of restriction.deciders)
      expect(await codeOf(await decideAs(staff, reference, "upheld"))).toBe("appeals.same_reviewer")
    const own = await restrict.notice_refused()
    await send(own)
    await insertGrant({ userId: own.reader.user.id, role: "moderator" })
    const { reference: ownReference } = await decisionOf(own)
    expect(await codeOf(await decideAs(own.reader, ownReference, "overturned"))).toBe("appeals.same_reviewer")
    expect((await decideAs(await insertStaffMember("moderator"), reference, "upheld")).status).toBe(204)
  })

  test("overturn a refused identity check as trust leads alone, since that reopens it", async () => {
    const restriction = await restrict.identity_refused()
    await send(restriction)
    const { reference } = await decisionOf(restriction)
    const [moderator, lead] = [await insertStaffMember("moderator"), await insertStaffMember("trust_lead")]
    const seen = async (staff: Staff) => (await staff.call("GET", `/admin/appeals/${reference}`)).json()
    expect(await seen(moderator)).toMatchObject({ may_decide: true, may_overturn: false })
    expect(await seen(lead)).toMatchObject({ may_decide: true, may_overturn: true })
    const refused = await decideAs(moderator, reference, "overturned")
    expect([refused.status, await codeOf(refused)]).toEqual([403, "identity.of_lead"])
    expect((await decisionOf(restriction)).state).toBe("active")
    expect((await decideAs(moderator, reference, "upheld")).status).toBe(204)
  })

  test("decide it once: of two at a time one learns that it has changed", async () => {
    const restriction = await restrict.member_warned()
    await send(restriction)
    const { reference } = await decisionOf(restriction)
    const [one, other] = [await insertStaffMember("moderator"), await insertStaffMember("moderator")]
    const together = await Promise.all([decideAs(one, reference, "upheld"), decideAs(other, reference, "overturned")])
    expect(together.map(({ status }) => status).toSorted()).toEqual([204, 409])
    expect(await codeOf(await decideAs(one, reference, "upheld"))).toBe("conflict.changed")
  })

  test("need reasons and an outcome", async () => {
    const restriction = await restrict.member_warned()
    await send(restriction)
    const { reference } = await decisionOf(restriction)
    const staff = await insertStaffMember("moderator")
    expect((await decideAs(staff, reference, "upheld", " ")).status).toBe(422)
    expect((await decideAs(staff, reference, "perhaps")).status).toBe(422)
  })

  test("who uphold a decision change nothing of it, and say why by mail", async () => {
    const restriction = await restrict.media_removed()
    await send(restriction)
    const { reference } = await decisionOf(restriction)
    const staff = await insertStaffMember("moderator")
    expect((await decideAs(staff, reference, "upheld", "It shows a telephone number.")).status).toBe(204)
    const { text } = await receive(restriction.reader.user.email)
    expect(text).toContain("It shows a telephone number.")
    expect([await mediaState(restriction.subjectId), (await decisionOf(restriction)).state]).toEqual([
      "rejected",
      "active",
    ])
    const entries = await db.select().from(auditLog).where(eq(auditLog.targetId, reference))
    expect(entries.map(({ action }) => action)).toContain("appeal.uphold")
    expect((await read(restriction.reader, reference)).contest.appeal).toMatchObject({
      state: "upheld",
      answer: "It shows a telephone number.",
    })
  })
})

const profileState = async (id: string) => (await db.select().from(profiles).where(eq(profiles.id, id)))[0]?.state
const aboutOf = async ({ user }: Restriction["reader"]) => {
  const [profile] = await db.select().from(profiles).where(eq(profiles.ownerId, user.id))
  return (
    await db
      .select()
      .from(profileTexts)
      .where(eq(profileTexts.profileId, profile?.id ?? ""))
  )[0]?.about
}
const sanctionState = async (id: string) => (await db.select().from(sanctions).where(eq(sanctions.id, id)))[0]?.state

type ContestedKind = Exclude<DecisionKind, "consent_withdrawn">
const contested = decisionKinds.filter((kind): kind is ContestedKind => isOfStaff(kind))

/** Checks that an overturned decision of each kind has no effect left. */
const freed: Record<ContestedKind, (restriction: Restriction) => Promise<unknown>> = {
  media_refused: async ({ subjectId }) => expect(await mediaState(subjectId)).toBe("ready"),
  media_removed: async ({ subjectId }) => {
    expect(await mediaState(subjectId)).toBe("approved")
    expect(await db.select().from(endedMedia).where(eq(endedMedia.mediaId, subjectId))).toEqual([])
    const [row] = await db.select().from(media).where(eq(media.id, subjectId))
    expect(row).toMatchObject({ heldUntil: null, reason: null, comment: null })
  },
  media_hidden: async ({ subjectId }) => expect(await mediaState(subjectId)).toBe("approved"),
  text_refused: async ({ subjectId }) => {
    const [edit] = await db.select().from(profileEdits).where(eq(profileEdits.profileId, subjectId))
    expect(edit).toMatchObject({ state: "pending", reason: null })
  },
  text_hidden: async ({ reader }) => expect(await aboutOf(reader)).not.toBe(""),
  text_removed: async ({ reader }) => expect(await aboutOf(reader)).not.toBe(""),
  profile_returned: async ({ subjectId }) => expect(await profileState(subjectId)).toBe("submitted"),
  profile_refused: async ({ subjectId }) => expect(await profileState(subjectId)).toBe("submitted"),
  profile_suspended: async ({ subjectId }) => expect(await profileState(subjectId)).toBe("published"),
  profile_hidden: async ({ subjectId }) => expect(await profileState(subjectId)).toBe("published"),
  identity_refused: async ({ subjectId, reader }) => {
    const [check] = await db.select().from(identityChecks).where(eq(identityChecks.id, subjectId))
    expect(check).toMatchObject({ status: "expired", personHash: null, over18: null, reason: "staff" })
    const acts = await db.select().from(identityActions).where(eq(identityActions.checkId, subjectId))
    expect(acts).toContainEqual(expect.objectContaining({ kind: "reopen", reason: "We looked again." }))
    expect(await (await reader.call("GET", "/me/identity")).json()).toMatchObject({ can_ask_staff: true })
  },
  member_warned: async ({ subjectId }) => expect(await sanctionState(subjectId)).toBe("lifted"),
  member_limited: async ({ subjectId }) => expect(await sanctionState(subjectId)).toBe("lifted"),
  member_suspended: async ({ subjectId }) => expect(await sanctionState(subjectId)).toBe("lifted"),
  member_closed: async ({ subjectId, reader }) => {
    expect(await sanctionState(subjectId)).toBe("lifted")
    expect((await db.select().from(users).where(eq(users.id, reader.user.id)))[0]?.bannedAt).toBeNull()
  },
  notice_refused: async ({ subjectId }) =>
    expect((await db.select().from(reports).where(eq(reports.id, subjectId)))[0]).toMatchObject({ state: "received" }),
}

describe("an overturned decision", () => {
  test.each(contested)("of the kind %s has no effect any more, and its member reads so", async (kind) => {
    const restriction = await restrict[kind]()
    const { reference } = await decisionOf(restriction)
    expect((await (kind === "member_closed" ? sendByKey(restriction) : send(restriction))).status).toBe(204)
    expect((await decideAs(await insertStaffMember("trust_lead"), reference, "overturned")).status).toBe(204)
    expect((await decisionOf(restriction)).state).toBe("overturned")
    await freed[kind](restriction)
    const templates = (await mailsTo(restriction.reader.user.email)).map(({ template }) => template)
    expect(templates).toContain("appeal")
  })

  test("brings a picture back also where its appeal of the last day was decided later", async () => {
    const restriction = await restrict.media_removed()
    const { reference, createdAt } = await decisionOf(restriction)
    vi.useFakeTimers({ toFake: ["Date"], now: createdAt + 183 * DAY })
    await keepSession(restriction.reader)
    expect((await send(restriction)).status).toBe(204)
    vi.setSystemTime(createdAt + 190 * DAY)
    await runCron("17 3 * * *")
    expect((await decideAs(await insertStaffMember("moderator"), reference, "overturned")).status).toBe(204)
    expect(await mediaState(restriction.subjectId)).toBe("approved")
  })

  test("brings no picture back that its owner has removed meanwhile", async () => {
    const restriction = await restrict.media_removed()
    await send(restriction)
    expect((await restriction.reader.call("DELETE", `/me/profile/media/${restriction.subjectId}`)).status).toBe(204)
    const { reference } = await decisionOf(restriction)
    expect((await decideAs(await insertStaffMember("moderator"), reference, "overturned")).status).toBe(204)
    expect(await mediaState(restriction.subjectId)).not.toBe("approved")
  })

  test("gives a suspended owner their published profile back", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("moderator")]
    await staff.call("POST", `/admin/users/${owner.user.id}/suspension`, { hours: 48, reason: "For two days." })
    const [row] = await db.select().from(decisions).where(eq(decisions.userId, owner.user.id))
    const restriction = { reader: owner, deciders: [staff], subjectId: row?.subjectId ?? "", reporter: null }
    expect(await profileState(owner.profile.id)).toBe("paused")
    expect((await send(restriction)).status).toBe(204)
    await decideAs(await insertStaffMember("moderator"), row?.reference ?? "", "overturned")
    expect(await profileState(owner.profile.id)).toBe("published")
  })
})

test("a member without an appeal finds an empty list", async () => {
  const member = await insertMember()
  expect(await (await member.call("GET", "/me/decisions")).json()).toEqual({ data: [], next_cursor: null })
  expect(await (await member.open("/profile/decisions")).text()).toContain("No decisions")
})
