import { describe, expect, test, vi } from "vitest"
import { conversationChannel } from "~/domain/chat/channel-names"
import type { Conversation } from "~/domain/chat/schema"
import { memberFrameRate } from "../../../party/user-channel/socket"
import { typingEvery } from "../../../party/user-channel/typing-pace"
import { UserChannel } from "../../../party/user-channel/user-channel"
import {
  connect,
  insertOwner,
  insertPair,
  insertPremium,
  key,
  listen,
  type Person,
  type TestSocket,
} from "../helpers/chat"

/** Sends frames, and waits until all their effects are done. */
async function carriedOut(frames: number, send: () => void): Promise<void> {
  const onMessage = UserChannel.prototype.onMessage
  const done: Promise<void>[] = []
  const spy = vi.spyOn(UserChannel.prototype, "onMessage").mockImplementation(function (
    this: UserChannel,
    ...received
  ) {
    const outcome = onMessage.apply(this, received)
    done.push(outcome)
    return outcome
  })
  send()
  await vi.waitFor(() => expect(done).toHaveLength(frames), 5_000)
  await Promise.all(done)
  spy.mockRestore()
}

/** Inserts two members with a mere request; both listen, and the requester has a socket in it. */
async function insertAsked() {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: Conversation }>()
  return { member, owner, ...(await watched(member, owner, conversation.id)) }
}

async function watched(member: Person, owner: Person, id: string) {
  const here = await enter(member, id)
  const there = await listen(owner)
  return {
    id,
    type: () => carriedOut(1, () => sayTyping(here, id)),
    typingCount: async () => {
      // Published events go the same way, after it.
      const from = there.frames.length
      there.send({ event: "pusher:ping", data: { fence: true } })
      await there.next("pusher:pong", from)
      return there.events("typing").length
    },
  }
}

async function enter(person: Person, id: string): Promise<TestSocket> {
  const socket = await person.connect()
  await socket.subscribe(person, conversationChannel(id))
  return socket
}

const sayTyping = (socket: TestSocket, id: string) =>
  socket.send({ event: "client-typing", channel: conversationChannel(id), data: {} })
const pace = () => new Promise((resolve) => setTimeout(resolve, typingEvery))

describe("typing events", () => {
  test("a typing event is not delivered to an owner before they accept the request, and is afterwards", async () => {
    const { owner, id, type, typingCount } = await insertAsked()
    await type()
    expect(await typingCount()).toBe(0)
    await owner.call("POST", `/conversations/${id}/accept`)
    await pace()
    await type()
    expect(await typingCount()).toBe(1)
  })

  test("a typing event is not delivered to an owner who declined the request", async () => {
    const { owner, id, type, typingCount } = await insertAsked()
    await owner.call("POST", `/conversations/${id}/decline`)
    await type()
    expect(await typingCount()).toBe(0)
  })

  test("a typing event is not delivered to a member who muted or deleted the conversation", async () => {
    for (const [method, path, body] of [
      ["PUT", "/mute", { muted: true }],
      ["DELETE", "", undefined],
    ] as const) {
      const { member, owner, id } = await insertPair()
      const { type, typingCount } = await watched(member, owner, id)
      expect((await owner.call(method, `/conversations/${id}${path}`, body)).status).toBe(204)
      await type()
      expect([path, await typingCount()]).toEqual([path, 0])
    }
  })

  test("typing events are delivered once in two seconds, from however many sockets", async () => {
    const { member, owner, id } = await insertPair()
    const { typingCount } = await watched(member, owner, id)
    const sockets = await Promise.all(Array.from({ length: 10 }, () => enter(member, id)))
    const flood = () =>
      carriedOut(50, () => {
        for (let times = 0; times < 5; times++) for (const socket of sockets) sayTyping(socket, id)
      })
    await flood()
    expect(await typingCount()).toBe(1)
    await pace()
    await flood()
    expect(await typingCount()).toBe(2)
  })
})

test("frames of all sockets of a member are counted together, and those of strangers apart", async () => {
  const { member, id } = await insertPair()
  const stranger = await connect(`/realtime/${member.id}/app/${key}`)
  const sockets = await Promise.all(Array.from({ length: 5 }, () => enter(member, id)))
  const ping = (socket: TestSocket, times: number) => {
    for (let at = 0; at < times; at++) socket.send({ event: "pusher:ping", data: { at } })
  }
  const pongs = (of: TestSocket[]) =>
    of.flatMap(({ frames }) => frames).filter(({ event }) => event === "pusher:pong").length
  await carriedOut(50, () => ping(stranger, 50))
  // Of each one's sixty, its subscription was one.
  await carriedOut(5 * 59, () => sockets.forEach((socket) => void ping(socket, 59)))
  const all = sockets.flatMap(({ frames }) => frames)
  await vi.waitFor(() => expect(pongs(sockets)).toBe(memberFrameRate.max - sockets.length))
  expect(all.length).toBeGreaterThan(0)
  expect(pongs([stranger])).toBe(50)
  expect(sockets.map(({ closed }) => closed)).toEqual(sockets.map(() => null))
})
