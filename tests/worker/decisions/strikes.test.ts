import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import { openDatabase, read } from "~/db/client.server"
import { decisions, policies, policyTexts } from "~/db/schema"
import { decisionKinds, type PolicySlug, policySlugs } from "~/domain/decisions/kinds"
import { selectStrikes } from "~/domain/decisions/queries.server"
import { nextStep, type RuleStrikes, type Severity, strikeKinds, strikeLifetime } from "~/domain/decisions/strikes"
import { newId } from "~/lib/id"
import { insertOwner } from "../helpers/media/photos"
import { insertMember, insertStaffMember } from "../helpers/member"
import { db, insertReport } from "../helpers/rows"
import { decisionOf, restrict } from "./restrictions"

const severities: Partial<Record<PolicySlug, Severity>> = { quality: 0, conduct: 2 }

beforeAll(async () => {
  for (const [position, slug] of policySlugs.entries()) {
    const row = { id: newId(Date.now()), slug, position, createdAt: 1, updatedAt: 1 }
    await db.insert(policies).values({ ...row, severity: severities[slug] ?? 1 })
    for (const locale of ["en", "fr"] as const)
      await db.insert(policyTexts).values({ policyId: row.id, locale, name: `${slug}, ${locale}`, text: "…" })
  }
})

/** Returns the rules with strikes, as staff read them on a member's page. */
async function strikesOf(userId: string): Promise<RuleStrikes[]> {
  const staff = await insertStaffMember("moderator")
  const { rules } = await (await staff.call("GET", `/admin/users/${userId}`)).json<{ rules: RuleStrikes[] }>()
  return rules.filter(({ strikes }) => strikes > 0)
}

async function warn(userId: string, policy: string): Promise<void> {
  const staff = await insertStaffMember("moderator")
  const { status } = await staff.call("POST", `/admin/users/${userId}/warnings`, { reason: "Please do not.", policy })
  if (status !== 204) throw new Error(`Answered ${status}`)
}

describe("a strike", () => {
  test.each(decisionKinds)("is a decision of the kind %s only if it is one of those that count", async (kind) => {
    const restriction = await restrict[kind]()
    const { userId } = await decisionOf(restriction)
    const counts = (strikeKinds as readonly string[]).includes(kind)
    expect((await strikesOf(userId ?? "")).reduce((sum, { strikes }) => sum + strikes, 0)).toBe(counts ? 1 : 0)
  })

  test("counts under its rule, and suggests the rule's next step", async () => {
    const { user } = await insertMember()
    await warn(user.id, "contact-details")
    await warn(user.id, "contact-details")
    await warn(user.id, "conduct")
    const found = await strikesOf(user.id)
    expect(found.map(({ policy, strikes, next }) => ({ policy, strikes, next }))).toEqual([
      { policy: "contact-details", strikes: 2, next: nextStep(1, 2) },
      { policy: "conduct", strikes: 1, next: nextStep(2, 1) },
    ])
    expect(found[0]?.name).toBe("contact-details, en")
  })

  test("is one for what a case took down and the sanction that it ended with", async () => {
    const { user, profile } = await insertOwner()
    const staff = await insertStaffMember("moderator")
    const subject = { subjectKind: "profile", subjectId: profile.id, userId: user.id, profileId: profile.id } as const
    const { caseReference } = await insertReport({ category: "terms" }, subject)
    const body = { reason: "Please do not.", removes: true, sanction: "warn", policy: "conduct" }
    expect((await staff.call("POST", `/admin/cases/${caseReference}/act`, body)).status).toBe(204)
    const made = await db.select().from(decisions).where(eq(decisions.userId, user.id))
    expect(made.map(({ kind }) => kind).sort()).toEqual(["member_warned", "profile_suspended"])
    expect((await strikesOf(user.id)).map(({ policy, strikes }) => ({ policy, strikes }))).toEqual([
      { policy: "conduct", strikes: 1 },
    ])
  })

  test("counts for twelve months to the millisecond", async () => {
    const { user } = await insertMember()
    await warn(user.id, "conduct")
    const [made] = await db.select().from(decisions).where(eq(decisions.userId, user.id))
    const until = (made?.createdAt ?? 0) + strikeLifetime
    expect((await strikesOf(user.id))[0]?.counts_until).toBe(until)
    const countAt = async (now: number) => {
      const [rows] = await read(openDatabase(env.DB, null).db, selectStrikes(user.id, "en", now))
      return rows.reduce((sum, { strikes }) => sum + strikes, 0)
    }
    expect(await countAt(until - 1)).toBe(1)
    expect(await countAt(until)).toBe(0)
  })

  test("that an appeal overturned does not count", async () => {
    const restriction = await restrict.member_warned()
    const { reference, userId } = await decisionOf(restriction)
    expect(await strikesOf(userId ?? "")).toHaveLength(1)
    await restriction.reader.call("POST", `/decisions/${reference}/appeal`, { body: "It was not me." })
    const other = await insertStaffMember("trust_lead")
    const body = { outcome: "overturned", answer: "It was not." }
    expect((await other.call("POST", `/admin/appeals/${reference}/decision`, body)).status).toBe(204)
    expect(await strikesOf(userId ?? "")).toEqual([])
  })

  test("under a rule whose breach is none does not count", async () => {
    const { user } = await insertMember()
    await warn(user.id, "quality")
    expect(await strikesOf(user.id)).toEqual([])
  })
})
