import { env } from "cloudflare:workers"
import { describe, expect, test, vi } from "vitest"
import { answeredEvent, conversationChannel, userChannel } from "~/domain/chat/channel-names"
import type { Message } from "~/domain/chat/schema"
import { ChatRoom } from "../../../party/chat-room/chat-room"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { insertOwner, insertPair, insertPremium, listen, type Person, type TestSocket } from "../helpers/chat"
import { takeLog } from "../helpers/log"

/** Opens a socket in its member's conversation; returns how it sends and the replies to it. */
async function enter(person: Person, id: string) {
  const socket = await listen(person)
  const channel = conversationChannel(id)
  await socket.subscribe(person, channel)
  const say = (data: unknown) => socket.send({ event: "client-message", channel, data })
  const send = async (body: string, client_id: string = crypto.randomUUID()) => {
    const from = socket.frames.length
    say({ client_id, body })
    const { data, ...frame } = await socket.next(answeredEvent, from)
    expect([frame.channel, data.client_id]).toEqual([channel, client_id])
    return data.message as Message | null
  }
  return { socket, say, send }
}

const errorOf = async (socket: TestSocket, from: number) => (await socket.next("pusher:error", from)).data.code
const bodiesOf = async (person: Person, id: string) => (await person.thread(id)).data.map(({ body }) => body)

describe("a message that comes by a socket", () => {
  test("a message by a socket is stored when it is acknowledged, and reaches the other member as any message does", async () => {
    const { member, owner, id } = await insertPair()
    const there = await listen(owner)
    const sent = await (await enter(member, id)).send("  Hello 👋  ", "mine")
    expect(sent).toMatchObject({ seq: 2, client_id: "mine", author_id: member.id, body: "Hello 👋" })
    expect((await member.thread(id)).data.at(-1)).toEqual(sent)
    const { message } = await there.event("message")
    expect({ client_id: "mine", ...(message as object) }).toEqual(sent)
  })

  test("a message by a socket is stored once, however often and by whichever way it is sent", async () => {
    const { member, id } = await insertPair()
    const [one, two] = [await enter(member, id), await enter(member, id)]
    const both = await Promise.all([one.send("Once", "same"), two.send("Once", "same")])
    const again = await member.send(id, "Once", "same")
    expect(again.status).toBe(200)
    expect([...both, await one.send("Once", "same")].map((message) => message?.seq)).toEqual([2, 2, 2])
    expect(await bodiesOf(member, id)).toEqual(["May I?", "Once"])
  })

  test("messages by a socket are numbered in the order in which it sends them", async () => {
    const { member, id } = await insertPair()
    const { socket, say } = await enter(member, id)
    for (let at = 0; at < 10; at++) say({ client_id: `at-${at}`, body: `${at}` })
    await socket.until(() => socket.frames.filter(({ event }) => event === answeredEvent).length === 10, "All answers")
    expect((await bodiesOf(member, id)).slice(1)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"])
  })

  test("a message by a socket is left to the API, and not stored, when a rule is against it", async () => {
    const { member, owner, id } = await insertPair()
    const { send } = await enter(member, id)
    expect(await send("Look: https://example.org/me")).toBeNull()
    for (let at = 0; at < 19; at++) expect(await send(`Message ${at}`)).not.toBeNull()
    expect(await send("The twenty-first of a minute")).toBeNull()
    expect((await member.thread(id)).data).toHaveLength(20)

    const asking = await insertPremium()
    const { slug, ...asked } = await insertOwner()
    const { conversation } = await (await asking.ask(slug)).json<{ conversation: { id: string } }>()
    const pending = await enter(asking, conversation.id)
    expect(await pending.send("And another")).toBeNull()
    await asked.call("POST", `/conversations/${conversation.id}/decline`)
    expect(await pending.send("But")).toBeNull()
    expect(await bodiesOf(asked, conversation.id)).toEqual(["May I?"])
    expect(await bodiesOf(owner, id)).not.toContain("Look: https://example.org/me")
  })

  test("a message by a socket is refused without a subscription to its conversation, for another's, and when it is invalid", async () => {
    const [{ member, id }, other] = [await insertPair(), await insertPair()]
    const socket = await listen(member)
    const data = { client_id: "x", body: "Let me in" }
    for (const channel of [conversationChannel(id), conversationChannel(other.id), userChannel(member.id)]) {
      const from = socket.frames.length
      socket.send({ event: "client-message", channel, data })
      expect([channel, await errorOf(socket, from)]).toEqual([channel, 4301])
    }
    const { socket: inside, say } = await enter(member, id)
    const bad = [null, 7, {}, { body: "no id" }, { ...data, client_id: "a b" }, { ...data, body: " " }]
    for (const wrong of [...bad, { ...data, body: "x".repeat(4_001) }, { ...data, body: { $ne: 1 } }]) {
      const from = inside.frames.length
      say(wrong)
      expect([wrong, await errorOf(inside, from)]).toEqual([wrong, 4301])
    }
    for (const pair of [{ member, id }, other]) expect(await bodiesOf(pair.member, pair.id)).toEqual(["May I?"])
  })

  test("a message by a socket of a blocked member is refused, even before the socket receives the block", async () => {
    const { member, owner, id } = await insertPair()
    const { send } = await enter(member, id)
    const spy = vi.spyOn(UserChannel.prototype, "leave").mockResolvedValue()
    expect((await owner.call("PUT", `/blocks/${member.id}`)).status).toBe(204)
    expect(await send("Still here?")).toBeNull()
    spy.mockRestore()
    expect(await bodiesOf(owner, id)).toEqual(["May I?"])
  })

  test("a message by a socket is stored, without a failure, when the socket ends before the reply", async () => {
    const { member, id } = await insertPair()
    const { socket, say } = await enter(member, id)
    const post = ChatRoom.prototype.post
    const spy = vi.spyOn(ChatRoom.prototype, "post").mockImplementationOnce(async function (this: ChatRoom, ...sent) {
      const posted = await post.apply(this, sent)
      await env.UserChannel.getByName(member.id).endSockets({})
      return posted
    })
    const onMessage = UserChannel.prototype.onMessage
    const answered: Promise<void>[] = []
    const watched = vi.spyOn(UserChannel.prototype, "onMessage").mockImplementation(function (
      this: UserChannel,
      ...received
    ) {
      answered.push(onMessage.apply(this, received))
      return Promise.resolve()
    })
    say({ client_id: "last", body: "One more thing" })
    expect(await socket.closing(2_000)).toBe(4100)
    expect(await Promise.allSettled(answered)).toEqual([{ status: "fulfilled", value: undefined }])
    watched.mockRestore()
    spy.mockRestore()
    expect(await bodiesOf(member, id)).toEqual(["May I?", "One more thing"])
  })

  test("a message by a socket is left to the API when its room is unreachable", async () => {
    const { member, id } = await insertPair()
    const { send } = await enter(member, id)
    const spy = vi.spyOn(ChatRoom.prototype, "post").mockRejectedValueOnce(new Error("out of reach"))
    expect(await send("Hello?", "mine")).toBeNull()
    spy.mockRestore()
    expect(takeLog("channel.not_posted")).toHaveLength(1)
    expect((await member.send(id, "Hello?", "mine")).status).toBe(201)
  })
})
