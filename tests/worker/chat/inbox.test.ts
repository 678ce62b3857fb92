import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { and, eq, isNotNull } from "drizzle-orm"
import { afterEach, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { conversationMembers, conversations, notifications } from "~/db/schema"
import { messageLifetime } from "~/domain/chat/policy"
import type { Ctx } from "~/domain/core/context"
import type { Job } from "~/domain/core/jobs"
import type { Live, Room } from "~/domain/core/ports/chat"
import { sendDigest } from "~/domain/notifications/digest.server"
import { countUnreadMessages } from "~/domain/notifications/unread.server"
import { newId } from "~/lib/id"
import { MINUTE } from "~/lib/time"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { createCtx } from "../../../worker/context"
import { takeChannelJobs } from "../helpers/channel-jobs"
import { insertOwner, insertPair, insertPremium, rested, ring, runDue } from "../helpers/chat"
import { takeLog } from "../helpers/log"
import { mailsTo, takeJobs } from "../helpers/mail"
import { db } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeJobs()
})

const ctx = () => createCtx(env, openDatabase(env.DB, null).db, () => {})
const channelOf = (userId: string) =>
  env.UserChannel.getByName(userId) as unknown as Live & DurableObjectStub<UserChannel>
const roomOf = (id: string) => env.ChatRoom.getByName(id) as unknown as Room

/** Inserts a conversation as the database kept it before inboxes: message 3 of the owner is unread. */
async function insertFormer() {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const at = Date.now() - 60 * MINUTE
  const id = newId(at)
  const last = { seq: 3, body: "Words of before", author_id: owner.id, created_at: at, is_deleted: false }
  const pair = [member.id, owner.id].toSorted().join(" ")
  const times = { createdAt: at, updatedAt: at }
  await db.insert(conversations).values({ id, lastSeq: 3, pair, state: "accepted", version: 5, ...times })
  const row = { conversationId: id, last: JSON.stringify(last), activeAt: at }
  await db.insert(conversationMembers).values([
    { ...row, userId: member.id, role: "asker", readSeq: 2, draft: "Half a sentence", mutedAt: at },
    { ...row, userId: owner.id, role: "owner", readSeq: 3 },
  ])
  const news = { type: "message" as const, subject: `conversation:${id}`, state: "new", conversationId: id, mailAt: at }
  await db.insert(notifications).values({ ...news, id: newId(at), userId: member.id, ...times })
  return { member, owner, id }
}

test("a conversation that the database kept is in its member's inbox from the first touch on, once, and its texts leave the database", async () => {
  const { member, owner, id } = await insertFormer()
  const entry = {
    id,
    state: "accepted",
    last_seq: 3,
    last_message: { body: "Words of before" },
    unread_messages_count: 1,
    draft: "Half a sentence",
    is_muted: true,
    with: { id: owner.id },
  }
  expect(await member.unread()).toBe(1)
  expect(await member.conversations()).toMatchObject([entry])
  expect(await member.get("/notifications")).toMatchObject({ data: [{ type: "message", conversation_id: id }] })
  const [row] = await db
    .select()
    .from(conversationMembers)
    .where(and(eq(conversationMembers.userId, member.id), eq(conversationMembers.conversationId, id)))
  expect(row).toMatchObject({ last: null, draft: "", mutedAt: null, role: "asker" })
  const left = and(eq(notifications.userId, member.id), isNotNull(notifications.conversationId))
  expect(await db.$count(notifications, left)).toBe(0)
  await evictDurableObject(env.UserChannel.getByName(member.id))
  expect(await member.conversations()).toMatchObject([entry])
})

test("an inbox of before drafts had replies keeps what it has, and stores them from then on", async () => {
  const { member, id } = await insertPair()
  await member.call("PUT", `/conversations/${id}/draft`, { body: "Half a sentence" })
  await runInDurableObject(channelOf(member.id), (_, { storage }) =>
    storage.sql.exec("ALTER TABLE inbox DROP COLUMN draft_reply_to"),
  )
  await evictDurableObject(env.UserChannel.getByName(member.id))
  expect(await member.conversation(id)).toMatchObject({ draft: "Half a sentence", draft_reply_to: null })
  await member.call("PUT", `/conversations/${id}/draft`, { body: "Half a sentence", reply_to: 1 })
  expect(await member.conversation(id)).toMatchObject({ draft: "Half a sentence", draft_reply_to: 1 })
})

test("an inbox whose database failed while it was read is read at the next touch, with nothing lost", async () => {
  const { member, id } = await insertFormer()
  await runInDurableObject(channelOf(member.id), async (instance) => {
    const own = instance as unknown as { env: { DB: D1Database } }
    const { DB } = own.env
    const broken = vi.spyOn(Object.getPrototypeOf(DB) as D1Database, "withSession").mockImplementation(() => {
      throw new Error("D1 is down")
    })
    await expect((instance as UserChannel).countUnread()).rejects.toThrow("D1 is down")
    broken.mockRestore()
  })
  expect(await member.unread()).toBe(1)
  expect(await member.conversations()).toMatchObject([{ id, draft: "Half a sentence" }])
})

test("a room's state that comes twice or late changes no count", async () => {
  const { member, owner, id } = await insertPair()
  await owner.send(id, "One")
  await rested(id)
  const old = await roomOf(id).stateOf(member.id)
  await owner.send(id, "Two")
  await rested(id)
  const [now, before] = [await roomOf(id).stateOf(member.id), await member.conversation(id)]
  if (!old || !now) throw new Error("The room has no state")
  for (const state of [old, now, old]) await channelOf(member.id).deliver([], state, Date.now())
  expect(await member.conversation(id)).toEqual(before)
  expect([await member.unread(), before.unread_messages_count]).toEqual([2, 2])
})

test("a room that is older than an inbox, as after a restore of its copy, corrects the inbox when it publishes again", async () => {
  const { member, owner, id } = await insertPair()
  await owner.send(id, "One")
  await rested(id)
  const state = await roomOf(id).stateOf(member.id)
  if (!state) throw new Error("The room has no state")
  const ahead = { ...state, version: state.version + 100, lastSeq: 90 }
  await channelOf(member.id).deliver([], ahead, Date.now())
  expect(await member.unread()).toBe(state.lastSeq - state.readSeq + 88)
  await roomOf(id).publishAgain()
  expect(await member.unread()).toBe(1)
  await owner.send(id, "Two")
  await rested(id)
  expect(await member.conversation(id)).toMatchObject({ last_seq: 3, last_message: { body: "Two" } })
})

test("a conversation whose messages are past their lifetime leaves the list and the count", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const { member, owner, id } = await insertPair()
  await owner.send(id, "One")
  await rested(id)
  expect(await member.unread()).toBe(1)
  vi.setSystemTime(Date.now() + messageLifetime + MINUTE)
  await runDue(member.id)
  const channel = channelOf(member.id)
  expect([(await channel.listConversations({ limit: 10 })).entries, await channel.countUnread()]).toEqual([[], 0])
})

test("pushes that are due at once are enqueued no more at once than a queue takes, each once", async () => {
  const member = await insertPremium()
  const channel = channelOf(member.id)
  // An event, so that the channel is not taken for an empty one.
  await channel.publish("test", {}, Date.now())
  await channel.countUnread()
  await runInDurableObject(channel, async (_, { storage }) => {
    for (let at = 0; at < 150; at++)
      storage.sql.exec(
        `INSERT INTO notifications (subject, id, conversation_id, type, state, push_at, created_at, updated_at)
         VALUES (?1, ?1, ?1, 'message', 'new', 1, ?2, ?2)`,
        `id-${at}`,
        Date.now(),
      )
    await storage.setAlarm(Date.now() + MINUTE)
  })
  // The next alarm is due in the past: it rings by itself.
  const batches: Job[][] = []
  await ring("UserChannel", member.id)
  await vi.waitFor(
    () => {
      batches.push(...takeChannelJobs(member.id))
      expect(batches.flat()).toHaveLength(150)
    },
    { timeout: 5_000 },
  )
  expect(batches.every((batch) => batch.length <= 100)).toBe(true)
  const ids = batches.flat().map((job) => (job.kind === "chat_push" ? job.notificationId : ""))
  expect(new Set(ids).size).toBe(150)
})

test("a conversation that could not be delivered yet opens from its room", async () => {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const deliver = vi.spyOn(UserChannel.prototype, "deliver").mockRejectedValue(new Error("out of reach"))
  const asked = await member.ask(owner.slug)
  expect(asked.status).toBe(201)
  const { conversation } = await asked.json<{ conversation: { id: string } }>()
  expect(await owner.conversation(conversation.id)).toMatchObject({ state: "request", last_seq: 1 })
  deliver.mockRestore()
  await rested(conversation.id)
  expect(await owner.conversations()).toMatchObject([{ id: conversation.id, unread_messages_count: 1 }])
  expect(takeLog("room.delivery_failed").length).toBeGreaterThan(0)
})

test.each([
  ["slow", () => new Promise<number>(() => {})],
  ["down", () => Promise.reject(new Error("out of reach"))],
])(
  "the number of unread messages of an inbox that is %s is unknown, not wrong, and the page goes on",
  async (_, counted) => {
    const { member } = await insertPair()
    const asked = { ...ctx(), live: () => ({ countUnread: counted }) as unknown as Live }
    expect(await countUnreadMessages(asked, member.id, 20)).toBeNull()
    takeLog("inbox.not_counted")
  },
)

test("a digest whose job fails after the mail was written is not written again", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const { owner, member, id } = await insertPair()
  await owner.call("PUT", "/me/notification-settings", { rhythm: "soon", quiet_hours: null, time_zone: "UTC" })
  await member.send(id, "Are you there?")
  await rested(id)
  vi.setSystemTime(Date.now() + 31 * MINUTE)
  expect(await runDue(owner.id)).toContainEqual({ kind: "digest", userId: owner.id })
  const failing: Ctx = {
    ...ctx(),
    live: (userId) =>
      new Proxy(channelOf(userId), {
        get: (target, name) =>
          name === "postponeMail"
            ? () => Promise.reject(new Error("out of reach"))
            : (...given: unknown[]) =>
                (target as unknown as Record<PropertyKey, (...all: unknown[]) => unknown>)[name]?.(...given),
      }) as unknown as Live,
  }
  await expect(sendDigest(failing, owner.id)).rejects.toThrow("out of reach")
  expect(await mailsTo(owner.user.email)).toHaveLength(1)
  await sendDigest(ctx(), owner.id)
  await sendDigest(ctx(), owner.id)
  expect(await mailsTo(owner.user.email)).toHaveLength(1)
  vi.setSystemTime(Date.now() + 61 * MINUTE)
  expect(
    (await runDue(owner.id)).filter(({ kind }) => kind === "digest"),
    "none is due any more",
  ).toEqual([])
})

test("a digest that was asked for and never written is asked for again an hour later", async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  const { owner, member, id } = await insertPair()
  await member.send(id, "Are you there?")
  await rested(id)
  const isDigest = ({ kind }: { kind: string }) => kind === "digest"
  vi.setSystemTime(Date.now() + 31 * MINUTE)
  expect((await runDue(owner.id)).filter(isDigest)).toHaveLength(1)
  expect((await runDue(owner.id)).filter(isDigest)).toHaveLength(0)
  vi.setSystemTime(Date.now() + 61 * MINUTE)
  expect((await runDue(owner.id)).filter(isDigest)).toHaveLength(1)
})
