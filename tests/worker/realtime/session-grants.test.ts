import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test, vi } from "vitest"
import { sessions } from "~/db/schema"
import { backOfficeChannel, conversationChannel, userChannel } from "~/domain/chat/channel-names"
import { ChatRoom } from "../../../party/chat-room/chat-room"
import { UserChannel } from "../../../party/user-channel/user-channel"
import { brokenDatabase } from "../helpers/broken"
import {
  connect,
  connectStranger,
  insertOwner,
  insertPair,
  insertPremium,
  key,
  rested,
  type TestSocket,
} from "../helpers/chat"
import { takeLog } from "../helpers/log"
import { db, insertSession, insertStaff } from "../helpers/rows"

/** Subscribes without a signature. Returns true, or the status of the refusal. */
async function subscribe(socket: TestSocket, channel: string): Promise<unknown> {
  await socket.id()
  const from = socket.frames.length
  const answers = ["pusher_internal:subscription_succeeded", "pusher:subscription_error"]
  const answer = () =>
    socket.frames.slice(from).find(({ event, channel: of }) => answers.includes(event) && of === channel)
  socket.send({ event: "pusher:subscribe", data: { channel, auth: "" } })
  await socket.until(() => answer() !== undefined, "An answer")
  return answer()?.event === answers[0] ? true : answer()?.data.status
}

/** Lets the database fail for a member's channel. */
const breakDatabase = (userId: string) =>
  runInDurableObject(env.UserChannel.getByName(userId), (channel: UserChannel) => {
    const own = channel as unknown as { env: Env }
    own.env = { ...own.env, DB: brokenDatabase as unknown as D1Database }
  })

describe("a socket that connects with its session", () => {
  test("receives its member's events without a signature, again after it left the channel", async () => {
    const { member, owner, id } = await insertPair()
    const socket = await member.connect()
    expect(await subscribe(socket, userChannel(member.id))).toBe(true)
    await owner.send(id, "Good evening")
    expect(await socket.event("message")).toMatchObject({ message: { body: "Good evening" } })
    socket.send({ event: "pusher:unsubscribe", data: { channel: userChannel(member.id) } })
    expect(await subscribe(socket, userChannel(member.id))).toBe(true)
  })

  test("joins its conversations without a signature and without the database, also one that is not delivered yet", async () => {
    const { member, owner, id } = await insertPair()
    await rested(id)
    const [asker, asked] = [await insertPremium(), await insertOwner()]
    const [own, other] = [await member.connect(), await asked.connect()]
    await Promise.all([own.id(), other.id()])
    takeLog("request")
    expect(await subscribe(own, conversationChannel(id))).toBe(true)
    expect(takeLog("request")).toEqual([])
    const deliver = vi.spyOn(UserChannel.prototype, "deliver").mockRejectedValue(new Error("out of reach"))
    const { conversation } = await (await asker.ask(asked.slug)).json<{ conversation: { id: string } }>()
    expect(await subscribe(other, conversationChannel(conversation.id))).toBe(true)
    deliver.mockRestore()
    own.send({
      event: "client-message",
      channel: conversationChannel(id),
      data: { client_id: "by-session", body: "By the socket" },
    })
    expect((await own.next("message.answered")).data).toMatchObject({ message: { body: "By the socket" } })
    expect((await owner.thread(id)).data.at(-1)?.body).toBe("By the socket")
  })

  test("is refused every channel that is not its member's, and those of the back office without a signature", async () => {
    const { member, owner, id } = await insertPair()
    await rested(id)
    const stranger = await insertPremium()
    const socket = await stranger.connect()
    const others = [
      userChannel(owner.id),
      conversationChannel(id),
      conversationChannel("nowhere"),
      backOfficeChannel,
      "private-record.users.1",
      "presence-x",
      "public",
    ]
    for (const channel of others) expect([channel, await subscribe(socket, channel)]).toEqual([channel, 403])
    const staff = await insertStaff()
    const { token } = await insertSession({ userId: staff.id, confirmedAt: Date.now(), isStrong: true })
    const ofStaff = await connect(`/app/${key}`, { Authorization: `Bearer ${token}` })
    expect(await subscribe(ofStaff, backOfficeChannel)).toBe(403)
    const unproven = await connectStranger(member.id)
    expect(await subscribe(unproven, userChannel(member.id))).toBe(403)
  })

  test.each(["blocks the other", "is blocked"])("is refused the conversation if its member %s", async (which) => {
    const { member, owner, id } = await insertPair()
    const [by, of] = which === "is blocked" ? [owner, member] : [member, owner]
    const socket = await member.connect()
    expect(await subscribe(socket, conversationChannel(id))).toBe(true)
    await by.call("PUT", `/blocks/${of.id}`)
    expect(await socket.closing(2_000)).toBe(4100)
    await rested(id)
    expect(await subscribe(await member.connect(), conversationChannel(id))).toBe(403)
    await by.call("DELETE", `/blocks/${of.id}`)
    await rested(id)
    expect(await subscribe(await member.connect(), conversationChannel(id))).toBe(true)
  })

  test("ends with its session, also if that ended while it connected", async () => {
    const person = await insertPremium()
    const socket = await person.connect()
    expect(await subscribe(socket, userChannel(person.id))).toBe(true)
    await person.call("POST", "/auth/logout")
    expect(await socket.closing(2_000)).toBe(4100)

    const other = await insertPremium()
    const onConnect = UserChannel.prototype.onConnect
    const spy = vi.spyOn(UserChannel.prototype, "onConnect").mockImplementationOnce(async function (
      this: UserChannel,
      ...given
    ) {
      await db.delete(sessions).where(eq(sessions.id, other.session.id))
      return onConnect.apply(this, given)
    })
    const late = await other.connect()
    expect(await late.closing(2_000)).toBe(4100)
    expect(late.frames.map(({ event }) => event)).toEqual(["pusher:error"])
    spy.mockRestore()
  })

  test("is told to come back while its session cannot be looked up, or its conversations", async () => {
    const { member, id } = await insertPair()
    const socket = await member.connect()
    await socket.id()
    const state = vi.spyOn(ChatRoom.prototype, "stateOf").mockRejectedValueOnce(new Error("out of reach"))
    expect(await subscribe(socket, conversationChannel("unknown"))).toBe(503)
    state.mockRestore()
    expect(takeLog("channel.not_granted")).toHaveLength(1)
    expect(await subscribe(socket, conversationChannel(id))).toBe(true)
    await breakDatabase(member.id)
    const turned = await member.connect()
    expect(await turned.closing(2_000)).toBe(4104)
  })
})
