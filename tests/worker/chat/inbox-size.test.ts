import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { conversationMembers, conversations } from "~/db/schema"
import { newId } from "~/lib/id"
import { insertPair, type Person, rested } from "../helpers/chat"
import { db } from "../helpers/rows"

const many = 300

/** Inserts that many more conversations of a member, of which the half is unread, before their channel is touched. */
async function insertConversations(userId: string): Promise<void> {
  const at = Date.now() - 60_000
  for (let n = 0; n < many; n += 1) {
    const id = newId(at + n)
    const last = { seq: 3, body: "Words of before", author_id: "gone", created_at: at, is_deleted: false }
    const times = { createdAt: at, updatedAt: at }
    const row = { conversationId: id, last: JSON.stringify(last), activeAt: at + n }
    await db.batch([
      db.insert(conversations).values({ id, lastSeq: 3, state: "accepted", version: 5, ...times }),
      db.insert(conversationMembers).values({ ...row, userId, role: "owner", readSeq: 3 - (n % 2) }),
    ])
  }
}

/** Counts the rows that a member's channel reads meanwhile. */
async function countReads({ id }: Person, act: () => Promise<unknown>): Promise<number> {
  const stub = env.UserChannel.getByName(id) as unknown as DurableObjectStub
  const cursors: { rowsRead: number }[] = []
  const run = await runInDurableObject(stub, (_, { storage }) => {
    const exec = storage.sql.exec.bind(storage.sql)
    return vi.spyOn(storage.sql, "exec").mockImplementation((...query) => {
      const cursor = exec(...query)
      cursors.push(cursor)
      return cursor as never
    })
  })
  await act()
  run.mockRestore()
  return cursors.reduce((sum, { rowsRead }) => sum + rowsRead, 0)
}

test("a member's list and number of unread messages read as many rows with hundreds of conversations as with one", async () => {
  const { member, owner, id } = await insertPair()
  await rested(id)
  // The channel reads what the database kept at its first touch.
  await runInDurableObject(
    env.UserChannel.getByName(member.id) as unknown as DurableObjectStub,
    async (_, { storage }) => {
      await storage.deleteAll()
    },
  )
  await insertConversations(member.id)
  await evictDurableObject(env.UserChannel.getByName(member.id))
  expect(await member.unread()).toBe(many / 2)
  expect(await countReads(member, () => member.unread())).toBeLessThan(5)
  // 31 entries, each by the index and by itself.
  expect(await countReads(member, () => member.conversations())).toBeLessThan(70)

  await owner.send(id, "One more")
  await rested(id)
  expect(await countReads(member, async () => expect(await member.unread()).toBe(many / 2 + 1))).toBeLessThan(5)
  await member.call("POST", `/conversations/${id}/read`, { seq: 2 })
  await rested(id)
  expect(await countReads(member, async () => expect(await member.unread()).toBe(many / 2))).toBeLessThan(5)
  await evictDurableObject(env.UserChannel.getByName(member.id))
  expect(await member.unread()).toBe(many / 2)
})
