import { and, eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import {
  decisions,
  identityChecks,
  media,
  policies,
  policyTexts,
  profileEdits,
  profiles,
  reports,
  sanctions,
} from "~/db/schema"
import { contestableUntil, type DecisionKind, decisionKinds, isOfStaff } from "~/domain/decisions/kinds"
import type { Case } from "~/domain/safety/cases/schema"
import { addCookie, fr, withAccess } from "../helpers/app"
import { ask, linkIn, mailsTo, receive } from "../helpers/mail"
import { insertMember, insertStaffMember } from "../helpers/member"
import { caseOf, DAY, db, insertCheck, insertMedia, insertReport } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"
import { decisionOf, read, restrict } from "./restrictions"

describe("each restriction", () => {
  test.each(decisionKinds)("%s has one decision, which its member reads with its reasons", async (kind) => {
    const restriction = await restrict[kind]()
    const rows = await db.select().from(decisions).where(eq(decisions.subjectId, restriction.subjectId))
    expect(rows).toMatchObject([{ kind, state: "active", userId: restriction.reader.user.id, template: 1 }])
    const [row] = rows
    const isAutomatic = ["media_hidden", "text_hidden", "profile_hidden", "consent_withdrawn"].includes(kind)
    expect([row?.isAutomatic, row?.staffId ?? null]).toEqual([isAutomatic, restriction.deciders[0]?.user.id ?? null])
    // A closed account has no session: its member has the link of the mail.
    const isClosed = kind === "member_closed"
    const key = isClosed ? linkIn(await receive(restriction.reader.user.email)).split("/")[2] : row?.reference
    const decision = await read(isClosed ? await insertMember() : restriction.reader, key ?? "")
    expect(decision).toMatchObject({ kind, state: "active", contest: { is_open: isOfStaff(kind), appeal: null } })
    for (const text of [
      decision.effect,
      decision.ground.name,
      decision.ground.text,
      ...decision.facts,
      decision.method,
    ])
      expect(text).toMatch(/\S{2}.*\.$|^Our terms of use$/s)
    if (isClosed) return
    const list = await (await restriction.reader.call("GET", "/me/decisions")).json<{ data: { reference: string }[] }>()
    expect(list.data.map(({ reference }) => reference)).toEqual([row?.reference])
  })

  test.each(["media_hidden", "text_hidden", "profile_hidden"] as const)("%s never names who reported", async (kind) => {
    const restriction = await restrict[kind]()
    const { reference } = await decisionOf(restriction)
    const { text } = await receive(restriction.reader.user.email)
    const page = await (await restriction.reader.open(`/decisions/${reference}`)).text()
    for (const shown of [text, page]) expect(shown).not.toContain(restriction.reporter)
  })

  test.each<[string, () => Promise<unknown>]>([
    [
      "picture that awaits review",
      async () => {
        const item = await insertMedia({ profileId: (await insertOwner()).profile.id, state: "ready" })
        return db.update(media).set({ state: "rejected" }).where(eq(media.id, item.id))
      },
    ],
    [
      "public picture",
      async () => {
        const item = await insertMedia({ profileId: (await insertOwner()).profile.id })
        return db.update(media).set({ state: "reported" }).where(eq(media.id, item.id))
      },
    ],
    [
      "profile",
      async () => {
        const { profile } = await insertOwner()
        return db.update(profiles).set({ state: "suspended" }).where(eq(profiles.id, profile.id))
      },
    ],
    [
      "profile in review",
      async () => {
        const { profile } = await insertOwner("in_review")
        return db.update(profiles).set({ state: "rejected" }).where(eq(profiles.id, profile.id))
      },
    ],
    [
      "text",
      async () => {
        const { profile } = await insertOwner()
        const edit = {
          profileId: profile.id,
          field: "headline.en",
          value: '"x"',
          state: "pending",
          version: "1",
        } as const
        await db.insert(profileEdits).values({ ...edit, createdAt: 1, updatedAt: 1 })
        return db.update(profileEdits).set({ state: "returned" }).where(eq(profileEdits.profileId, profile.id))
      },
    ],
    [
      "account",
      async () => {
        const { user } = await insertMember()
        const row = { id: crypto.randomUUID(), userId: user.id, kind: "suspend", state: "active" } as const
        return db.insert(sanctions).values({ ...row, reason: "Because.", createdAt: Date.now() })
      },
    ],
    [
      "member's identity check",
      async () => {
        const { user } = await insertMember()
        const { id } = await insertCheck({ userId: user.id, status: "processing" })
        return db.update(identityChecks).set({ status: "refused_age" }).where(eq(identityChecks.id, id))
      },
    ],
    [
      "notice with an address",
      async () => {
        const report = await insertReport({ email: "ann@example.org" })
        return db.update(reports).set({ state: "no_action" }).where(eq(reports.id, report.id))
      },
    ],
  ])("of a %s is refused by the database without a decision", async (_what, restrictAlone) => {
    await expect(restrictAlone()).rejects.toMatchObject({
      cause: { message: expect.stringContaining("decisions.missing") },
    })
  })

  test("is never edited: the database refuses another text of its reasons", async () => {
    const { id } = await decisionOf(await restrict.member_warned())
    const edit = db.update(decisions).set({ facts: "Something else." }).where(eq(decisions.id, id))
    await expect(edit).rejects.toMatchObject({ cause: { message: expect.stringContaining("decisions.never_edited") } })
  })
})

describe("the statement of reasons", () => {
  const sentences = async (kind: DecisionKind, locale: "en" | "fr") => {
    const { reader, ...rest } = await restrict[kind]()
    const { reference } = await decisionOf({ reader, ...rest })
    const headers = { Authorization: `Bearer ${reader.session.token}`, "Accept-Language": locale }
    const origin = locale === "fr" ? fr : ""
    return (await ask(`${origin}/api/decisions/${reference}`, { headers })).json<{ effect: string; method: string }>()
  }

  test("is in the reader's language", async () => {
    expect((await sentences("media_hidden", "fr")).method).toMatch(/^C’est automatique/)
    expect((await sentences("media_hidden", "en")).method).toMatch(/^It was done automatically/)
  })

  test("cites its rule as it was on the day, whatever staff write later", async () => {
    const policyId = crypto.randomUUID()
    const times = { createdAt: 1, updatedAt: 1 }
    await db.insert(policies).values({ id: policyId, slug: "terms", severity: 1, position: 1, ...times })
    await db.insert(policyTexts).values({ policyId, locale: "en", name: "House rules", text: "As they were." })
    const restriction = await restrict.member_warned()
    await db.update(policyTexts).set({ text: "As they are now." }).where(eq(policyTexts.policyId, policyId))
    const { reference, policyId: cited } = await decisionOf(restriction)
    expect(cited).toBe(policyId)
    expect((await read(restriction.reader, reference)).ground).toEqual({ name: "House rules", text: "As they were." })
    await db.delete(policies).where(eq(policies.id, policyId))
  })

  test("of a mail leads to the decision without an account, and nobody else's reference does", async () => {
    const restriction = await restrict.member_closed()
    const { reference } = await decisionOf(restriction)
    const path = linkIn(await receive(restriction.reader.user.email))
    const opened = await ask(path, await withAccess())
    expect([opened.status, opened.headers.get("Cache-Control")]).toEqual([200, expect.stringContaining("no-store")])
    expect(await opened.text()).toContain("The facts, as staff wrote them.")
    for (const key of [reference, `x${path.split("/")[2]}`, "D-00000000"])
      expect((await ask(`/decisions/${key}`, await withAccess())).status).toBe(404)
    const stranger = await insertMember()
    expect((await stranger.call("GET", `/decisions/${reference}`)).status).toBe(404)
    expect((await stranger.call("POST", `/decisions/${reference}/appeal`, { body: "Let me." })).status).toBe(404)
  })

  test("reaches a suspended member, who reads nothing else", async () => {
    const { reader, ...rest } = await restrict.member_suspended()
    const { reference } = await decisionOf({ reader, ...rest })
    const statuses = ["/profile/decisions", `/decisions/${reference}`, "/profile/favorites"].map(
      async (path) => (await ask(path, addCookie(await withAccess(), reader.cookie))).status,
    )
    expect(await Promise.all(statuses)).toEqual([200, 200, 403])
  })
})

describe("a decision ends", () => {
  test("when what it restricts is free again, and a later one replaces it", async () => {
    const restriction = await restrict.media_hidden()
    const staff = await insertStaffMember("moderator")
    const [row] = await db.select().from(reports).where(eq(reports.mediaId, restriction.subjectId))
    expect(
      (await staff.call("POST", `/admin/cases/${await caseOf(row?.reference ?? "")}/dismiss`, { reason: "No." }))
        .status,
    ).toBe(204)
    expect(await decisionOf(restriction)).toMatchObject({ state: "ended" })
    const other = await restrict.media_hidden()
    const [second] = await db.select().from(reports).where(eq(reports.mediaId, other.subjectId))
    expect(
      (await staff.call("POST", `/admin/cases/${await caseOf(second?.reference ?? "")}/act`, { reason: "Yes." }))
        .status,
    ).toBe(204)
    const states = await db
      .select({ kind: decisions.kind, state: decisions.state, facts: decisions.facts })
      .from(decisions)
      .where(eq(decisions.subjectId, other.subjectId))
      .orderBy(decisions.kind)
    expect(states).toEqual([
      { kind: "media_hidden", state: "superseded", facts: null },
      { kind: "media_removed", state: "active", facts: "Yes." },
    ])
  })

  test("with the profile that a dismissed report of a minor had hidden, which is public again", async () => {
    const restriction = await restrict.profile_hidden()
    const stateOf = async () =>
      (await db.select().from(profiles).where(eq(profiles.id, restriction.subjectId)))[0]?.state
    expect(await stateOf()).toBe("suspended")
    const staff = await insertStaffMember("moderator")
    const [row] = await db.select().from(reports).where(eq(reports.profileId, restriction.subjectId))
    const shown = await (await staff.call("GET", `/admin/cases/${await caseOf(row?.reference ?? "")}`)).json<Case>()
    expect(shown).toMatchObject({ profile_id: restriction.subjectId, is_hidden_by_it: true, may_remove: false })
    expect(
      (await staff.call("POST", `/admin/cases/${await caseOf(row?.reference ?? "")}/dismiss`, { reason: "No." }))
        .status,
    ).toBe(204)
    expect([await stateOf(), (await decisionOf(restriction)).state]).toEqual(["published", "ended"])
  })

  test("when its time is over, and its member can contest it still", async () => {
    const restriction = await restrict.member_suspended()
    const { reference, createdAt } = await decisionOf(restriction)
    vi.useFakeTimers({ toFake: ["Date"], now: createdAt + 3 * DAY })
    await db
      .update(sanctions)
      .set({ state: "expired", endedAt: Date.now() })
      .where(and(eq(sanctions.userId, restriction.reader.user.id)))
    expect((await read(restriction.reader, reference)).contest.is_open).toBe(true)
    expect((await read(restriction.reader, reference)).contest.until).toBe(contestableUntil(createdAt) - 1)
    vi.useRealTimers()
  })
})

test("a review's refusals send one notification and no mail of their own", async () => {
  const { reader } = await restrict.media_refused()
  expect(await mailsTo(reader.user.email)).toEqual([])
})
