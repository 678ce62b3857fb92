import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { expect, test, vi } from "vitest"
import { sessions } from "~/db/schema"
import type { Room } from "~/domain/core/ports/chat"
import { DAY } from "~/lib/time"
import { unknownFor } from "../../../../party/user-channel/socket"
import type { UserChannel } from "../../../../party/user-channel/user-channel"
import { brokenDatabase } from "../../helpers/broken"
import { insertPair, insertPerson, listen, rested } from "../../helpers/chat"
import { db } from "../../helpers/rows"

type Namespace = "BackOffice" | "ChatRoom" | "MessageCounter" | "RateLimiter" | "UserChannel" | "ViewCounter"
type Instance = DurableObject & { env: Env; alarm(): Promise<void> }

const stubOf = (namespace: Namespace, name: string) => {
  const { getByName } = env[namespace] as unknown as { getByName: (name: string) => DurableObjectStub }
  return getByName.call(env[namespace], name)
}

/** Runs an object's alarm while its database does not respond; returns when the next one is set. */
async function ringWithoutDatabase(namespace: Namespace, name: string): Promise<number | null> {
  return runInDurableObject(stubOf(namespace, name) as never, async (instance: Instance, { storage }) => {
    const { env: own } = instance
    Object.assign(instance, { env: { ...own, DB: brokenDatabase } })
    await storage.deleteAlarm()
    try {
      await instance.alarm()
      return storage.getAlarm()
    } finally {
      Object.assign(instance, { env: own })
    }
  })
}

/** Gives each object that has an alarm something to do; returns its name. */
const busy: Record<Namespace, () => Promise<string>> = {
  BackOffice: async () => "one",
  ChatRoom: async () => {
    const { id } = await insertPair()
    await rested(id)
    return id
  },
  MessageCounter: async () => {
    await runInDurableObject(stubOf("MessageCounter", "lane") as never, async (one: never) =>
      (one as { add: (n: number, at: number) => Promise<void> }).add(1, Date.now() - 2 * DAY),
    )
    return "lane"
  },
  RateLimiter: async () => "lane",
  UserChannel: async () => {
    const person = await insertPerson()
    await listen(person)
    await expire(person.id, 1_000)
    return person.id
  },
  ViewCounter: async () => "lane",
}

/** Makes the sockets of a member's channel ones whose session ended so long ago by the last lookup. */
async function expire(userId: string, ago: number): Promise<void> {
  await runInDurableObject(stubOf("UserChannel", userId) as never, (one: never) => {
    const { getConnections } = one as {
      getConnections: () => Iterable<{ state: { session: object }; setState: (state: object) => void }>
    }
    for (const socket of getConnections.call(one))
      socket.setState({ ...socket.state, session: { ...socket.state.session, at: Date.now() - ago } })
  })
}

test.each(Object.keys(busy) as Namespace[])(
  "the alarm of %s survives a database that does not respond",
  async (name) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
    await expect(ringWithoutDatabase(name, await busy[name]())).resolves.not.toThrow()
    warn.mockRestore()
  },
)

test("a member's channel whose sessions cannot be looked up asks again within a minute, and keeps the socket meanwhile", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  const person = await insertPerson()
  const socket = await listen(person)
  await expire(person.id, 1_000)
  const next = await ringWithoutDatabase("UserChannel", person.id)
  expect(next).toBeGreaterThan(Date.now())
  expect(next).toBeLessThanOrEqual(Date.now() + 60_000)
  expect(socket.closed).toBeNull()
  warn.mockRestore()
  await db.delete(sessions).where(eq(sessions.id, person.session.id))
  await runDurableObjectAlarm(stubOf("UserChannel", person.id) as never)
  expect(await socket.closing(5_000)).toBe(4100)
})

test("a push that comes due while a member's alarm is at work keeps its time", async () => {
  const { member, id } = await insertPair()
  await rested(id)
  const room = env.ChatRoom.getByName(id) as unknown as Room
  const state = await room.stateOf(member.id)
  if (!state) throw new Error("The room has no such member")
  const next = await runInDurableObject(
    stubOf("UserChannel", member.id) as never,
    async (channel: Instance & Pick<UserChannel, "deliver" | "readNotifications">, { storage }) => {
      await channel.readNotifications(null, Date.now())
      storage.sql.exec("UPDATE events SET created_at = created_at - ?", 2 * DAY)
      const { env: own } = channel
      // The report of the days that are over takes a call, during which the next message arrives.
      const add = () => {
        const { lastSeq, version, otherId } = state
        const last = {
          seq: lastSeq + 1,
          body: "Meanwhile",
          author_id: otherId ?? "",
          created_at: Date.now(),
          is_deleted: false,
        }
        return channel.deliver(
          [],
          { ...state, lastSeq: lastSeq + 1, version: version + 1, last, activeAt: Date.now() },
          Date.now(),
        )
      }
      Object.assign(channel, { env: { ...own, MessageCounter: { getByName: () => ({ add }) } } })
      try {
        await channel.alarm()
        return storage.getAlarm()
      } finally {
        Object.assign(channel, { env: own })
      }
    },
  )
  expect(next).toBeLessThanOrEqual(Date.now() + 5_000)
})

test("a socket whose session ended long ago and cannot be looked up is closed", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => {})
  const person = await insertPerson()
  const socket = await listen(person)
  await expire(person.id, unknownFor)
  await ringWithoutDatabase("UserChannel", person.id)
  expect(await socket.closing(5_000)).toBe(4100)
  warn.mockRestore()
})
