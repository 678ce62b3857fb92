import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { profileReplySpeeds } from "~/db/schema"
import type { ReplySpeed } from "~/domain/chat/schema"
import { newId } from "~/lib/id"
import { DAY, HOUR, MINUTE } from "~/lib/time"
import { insertOwner, insertPair, insertPremium, type Person, rested } from "../../helpers/chat"
import { ask, runCron, runJobs, takeJobs } from "../../helpers/mail"
import { db, insertUser } from "../../helpers/rows"

beforeEach(() => {
  takeJobs()
})
afterEach(() => {
  vi.useRealTimers()
})

type Own = { reply_speed: { speed: ReplySpeed; replies: number } | null }
const speedOf = async (owner: Person) => (await owner.get<Own>("/me/reply-speed")).reply_speed

/** Inserts conversations whose first replies took these times (ms; null: no reply), requested at `at`. */
async function insertReplies(owner: Person, waits: (number | null)[], at = Date.now() - 2 * HOUR) {
  const { id: asker } = await insertUser()
  for (const wait of waits) {
    const id = newId(at)
    const repliedAt = wait === null ? null : at + wait
    await env.DB.batch([
      env.DB.prepare(
        "INSERT INTO conversations (id, last_seq, state, version, replied_at, created_at, updated_at) VALUES (?, 2, 'accepted', 3, ?, ?, ?)",
      ).bind(id, repliedAt, at, at),
      ...(["owner", "asker"] as const).map((role) =>
        env.DB.prepare(
          "INSERT INTO conversation_members (user_id, conversation_id, role, read_seq, active_at) VALUES (?, ?, ?, 2, ?)",
        ).bind(role === "owner" ? owner.id : asker, id, role, repliedAt ?? at),
      ),
    ])
  }
}

/** Runs the night's steps and jobs until none is left; returns how many parts each step had. */
async function night() {
  const ran = await runCron("17 3 * * *")
  for (let jobs = takeJobs(); jobs.length > 0; jobs = takeJobs()) await runJobs(jobs)
  return ran
}

const times = (count: number, wait: number | null) => Array.from({ length: count }, () => wait)

describe("the reply speed", () => {
  test.each([
    ["hour", HOUR],
    ["hours", HOUR + 1],
    ["hours", 6 * HOUR],
    ["day", 6 * HOUR + 1],
    ["day", DAY],
    ["days", DAY + 1],
  ] as const)("replies are counted as %s when they took %i ms", async (speed, wait) => {
    const owner = await insertOwner()
    await insertReplies(owner, times(10, wait), Date.now() - wait - MINUTE)
    await night()
    expect(await speedOf(owner)).toEqual({ speed, replies: 10 })
  })

  test("three in four replies decide: a quarter of slow ones changes nothing, more do", async () => {
    const [fast, slow] = [await insertOwner(), await insertOwner()]
    const at = Date.now() - 7 * HOUR
    await insertReplies(fast, [...times(9, MINUTE), ...times(3, 6 * HOUR + 1)], at)
    await insertReplies(slow, [...times(8, MINUTE), ...times(4, 6 * HOUR + 1)], at)
    await night()
    expect((await speedOf(fast))?.speed).toBe("hour")
    expect((await speedOf(slow))?.speed).toBe("day")
  })

  test("with fewer than ten replies in ninety days nothing is known, and requests without a reply do not count", async () => {
    const [few, old] = [await insertOwner(), await insertOwner()]
    await insertReplies(few, [...times(9, MINUTE), ...times(5, null)])
    await insertReplies(old, times(9, MINUTE))
    await insertReplies(old, times(5, MINUTE), Date.now() - 91 * DAY)
    await night()
    expect(await speedOf(few)).toBeNull()
    expect(await speedOf(old)).toBeNull()
    await insertReplies(few, [MINUTE])
    await night()
    expect(await speedOf(few)).toEqual({ speed: "hour", replies: 10 })
  })

  test("requests that the owner sent to others do not count", async () => {
    const owner = await insertOwner()
    const other = await insertOwner()
    await insertReplies(other, times(10, MINUTE))
    await env.DB.prepare(
      "UPDATE conversation_members SET user_id = ? WHERE role = 'asker' AND conversation_id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ?)",
    )
      .bind(owner.id, other.id)
      .run()
    // Their own one makes them due.
    await insertReplies(owner, [MINUTE])
    await night()
    expect(await speedOf(owner)).toBeNull()
    expect(await speedOf(other)).not.toBeNull()
  })

  test("a speed disappears within a week once its replies are too old, also without new ones", async () => {
    const owner = await insertOwner()
    await insertReplies(owner, times(10, MINUTE))
    await night()
    expect(await speedOf(owner)).not.toBeNull()
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 92 * DAY })
    await night()
    const rows = db.select().from(profileReplySpeeds).where(eq(profileReplySpeeds.profileId, owner.profile.id))
    expect(await rows).toEqual([])
  })

  test("a night that runs twice computes the same", async () => {
    const owner = await insertOwner()
    await insertReplies(owner, times(10, MINUTE))
    await night()
    await night()
    expect(await speedOf(owner)).toEqual({ speed: "hour", replies: 10 })
  })

  test("more profiles than fit into one batch are computed by further parts", async () => {
    const owners = []
    for (let n = 0; n < 101; n += 1) owners.push(await insertOwner())
    for (const owner of owners) await insertReplies(owner, [MINUTE])
    await insertReplies(owners[100] as Person, times(9, MINUTE))
    await insertReplies(owners[0] as Person, times(9, MINUTE))
    expect(await night()).toMatchObject({ makeReplySpeeds: 2 })
    expect(await speedOf(owners[0] as Person)).not.toBeNull()
    expect(await speedOf(owners[100] as Person)).not.toBeNull()
  })

  test("the owner's first message is their reply; later ones and the requester's change nothing", async () => {
    const { member, owner, id } = await insertPair()
    const repliedAt = () =>
      env.DB.prepare("SELECT replied_at FROM conversations WHERE id = ?").bind(id).first<number | null>("replied_at")
    await member.send(id, "Are you there?")
    await rested(id)
    expect(await repliedAt()).toBeNull()
    const { created_at } = await (await owner.send(id, "I am")).json<{ created_at: number }>()
    await rested(id)
    expect(await repliedAt()).toBe(created_at)
    await owner.send(id, "And I stay")
    await member.send(id, "Good")
    await rested(id)
    expect(await repliedAt()).toBe(created_at)
  })

  test("the column beside a profile and the page of a first message say it in words, without a time", async () => {
    const [owner, member] = [await insertOwner(), await insertPremium()]
    await insertReplies(owner, times(10, MINUTE))
    await night()
    const infos = await (await ask(`/escorts/${owner.slug}/infos`)).text()
    expect(infos).toContain("Usually replies within an hour<")
    const cookie = { headers: { Cookie: `__Host-salon_session=${member.session.token}` } }
    expect(await (await ask(`/profile/chat/new?profile=${owner.slug}`, cookie)).text()).toContain(
      "Usually replies within an hour.",
    )
    expect(await member.get(`/profiles/${owner.slug}`)).toMatchObject({ reply_speed: "hour" })
    expect(await (await ask(`/escorts/${(await insertOwner()).slug}/infos`)).text()).not.toContain(
      "Usually replies within an hour<",
    )
  })
})
