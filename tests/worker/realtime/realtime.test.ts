import { evictDurableObject, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test, vi } from "vitest"
import { conversationChannel, userChannel } from "~/domain/chat/channel-names"
import { signChannel } from "~/domain/chat/channels"
import { maxFrameBytes } from "../../../party/user-channel/protocol"
import { realtimeApp } from "../../../party/user-channel/settings"
import { frameRate, type SocketState } from "../../../party/user-channel/socket"
import type { UserChannel } from "../../../party/user-channel/user-channel"
import { fetchApp, fetchWith, signedIn, withAccess } from "../helpers/app"
import { connectStranger, insertPair, insertPerson, key, listen, type TestSocket } from "../helpers/chat"

const app = realtimeApp(env)
const errorOf = async (socket: TestSocket, from = 0) => (await socket.next("pusher:error", from)).data.code

describe("an authorisation", () => {
  test("an authorisation signs a channel for a socket, by form and JSON, GET and POST, cookie and Bearer, at both addresses", async () => {
    const person = await insertPerson()
    const fields = { socket_id: "123.456", channel_name: userChannel(person.id) }
    const expected = { auth: signChannel(app, "123.456", userChannel(person.id)) }
    const asJson = { ...person.headers, "Content-Type": "application/json" }
    const origin = { Origin: "http://en.localhost:8787" }
    const init = await signedIn(person, { method: "POST", body: new URLSearchParams(fields), headers: origin })
    for (const path of ["/broadcasting/auth", "/api/broadcasting/auth"]) {
      const responses = [
        await fetchApp(path, { method: "POST", body: new URLSearchParams(fields), headers: person.headers }),
        await fetchApp(path, { method: "POST", body: JSON.stringify(fields), headers: asJson }),
        await fetchApp(`${path}?${new URLSearchParams(fields)}`, { headers: person.headers }),
        await fetchApp(path, init),
      ]
      for (const response of responses) {
        expect(response.status).toBe(200)
        expect(await response.json()).toEqual(expected)
      }
    }
  })

  test("an authorisation is 401 without a user, and 403 for a channel that is another's, unknown, or not named", async () => {
    const { member, owner, id } = await insertPair()
    const stranger = await insertPerson()
    const nobody = await fetchApp(
      "/broadcasting/auth",
      await withAccess({ method: "POST", body: "socket_id=1.1&channel_name=x" }),
    )
    expect(nobody.status).toBe(401)
    const refused: [typeof stranger, string][] = [
      [stranger, userChannel(owner.id)],
      [stranger, conversationChannel(id)],
      [member, userChannel(owner.id)],
      [member, "private-conversation.nowhere"],
      [member, "presence-room"],
      [member, "public"],
      [member, ""],
      [member, `${userChannel(member.id)}:x`],
    ]
    for (const [person, channel] of refused) {
      expect([channel, (await person.authorize("1.1", channel)).status]).toEqual([channel, 403])
    }
    for (const socketId of ["", "1", "1.1:x", "a.b"]) {
      expect((await member.authorize(socketId, userChannel(member.id))).status).toBe(403)
    }
    for (const body of ["", "{", "[]", "null", '{"channel_name":[1]}']) {
      const headers = { ...member.headers, "Content-Type": "application/json" }
      expect((await fetchApp("/broadcasting/auth", { method: "POST", body, headers })).status).toBe(403)
    }
  })

  test("an authorisation lets a socket sign in, and nobody else's", async () => {
    const person = await insertPerson()
    const socket = await person.connect()
    const socketId = await socket.id()
    const response = await fetchApp("/broadcasting/user-auth", {
      method: "POST",
      body: new URLSearchParams({ socket_id: socketId }),
      headers: person.headers,
    })
    const { auth, user_data } = await response.json<{ auth: string; user_data: string }>()
    expect(JSON.parse(user_data)).toEqual({ id: person.id })
    socket.send({ event: "pusher:signin", data: { auth, user_data: JSON.stringify({ id: "other" }) } })
    expect(await errorOf(socket)).toBe(4009)
    socket.send({ event: "pusher:signin", data: { auth, user_data } })
    expect((await socket.next("pusher:signin_success")).data).toEqual({ user_data })
    socket.send({ event: "pusher:subscribe", data: { auth: "", channel: `#server-to-user-${person.id}` } })
    await socket.next("pusher_internal:subscription_succeeded")
    const nobody = await fetchApp(
      "/broadcasting/user-auth",
      await withAccess({ method: "POST", body: "socket_id=1.1" }),
    )
    expect(nobody.status).toBe(403)
  })

  test("a forged, foreign or invented authorisation subscribes to nothing", async () => {
    const { member, owner, id } = await insertPair()
    const [socket, other] = [await connectStranger(member.id), await connectStranger(member.id)]
    const [socketId, otherId] = [await socket.id(), await other.id()]
    const channel = userChannel(member.id)
    await member.authorize(otherId, channel)
    const tries = [
      { channel, auth: signChannel(app, otherId, channel) },
      { channel, auth: `${key}:${"0".repeat(64)}` },
      { channel, auth: "" },
      { channel: userChannel(owner.id), auth: signChannel(app, socketId, userChannel(owner.id)) },
      { channel: conversationChannel(id), auth: signChannel(app, socketId, conversationChannel(id)) },
      { channel: "presence-x", auth: signChannel(app, socketId, "presence-x") },
      { channel: "public", auth: "" },
      { channel: `#server-to-user-${member.id}`, auth: "" },
    ]
    for (const data of tries) {
      const from = socket.frames.length
      socket.send({ event: "pusher:subscribe", data })
      expect(await errorOf(socket, from)).toBe(4009)
    }
    expect(socket.closed).toBeNull()
    await socket.subscribe(member, channel)
  })
})

test("a socket that was authorised for sixty channels is refused the next one's signature, until it leaves one", async () => {
  const { member, id } = await insertPair()
  const socket = await listen(member)
  const socketId = await socket.id()
  const channels = Array.from({ length: 59 }, (_, at) => [conversationChannel(`other-${at}`), { isOn: true }])
  await runInDurableObject(env.UserChannel.getByName(member.id), (channel: UserChannel) => {
    const connection = channel.getConnection<SocketState>(socketId)
    const state = connection?.state as SocketState
    connection?.setState({ ...state, channels: { ...state.channels, ...Object.fromEntries(channels) } })
  })
  const asked = () => member.authorize(socketId, conversationChannel(id))
  expect((await asked()).status).toBe(403)
  expect((await member.authorize(socketId, userChannel(member.id))).status).toBe(200)
  socket.send({ event: "pusher:unsubscribe", data: { channel: conversationChannel("other-7") } })
  await vi.waitFor(async () => expect((await asked()).status).toBe(200))
  await socket.subscribe(member, conversationChannel(id))
})

describe("a ping", () => {
  test.each([
    ["as pusher-js sends it", '{"event":"pusher:ping","data":{}}'],
    ["without data, as the Java client sends it", '{"event":"pusher:ping"}'],
    ["as Swift's client may order it", '{"data":{},"event":"pusher:ping"}'],
  ])("a ping %s is replied to with a pong and no error", async (_, frame) => {
    const socket = await (await insertPerson()).connect()
    await socket.id()
    socket.send(frame)
    await socket.next("pusher:pong")
    expect(socket.frames.map(({ event }) => event)).toEqual(["pusher:connection_established", "pusher:pong"])
  })
})

describe("bad frames", () => {
  test("bad frames get an error of the protocol, and the socket stays open", async () => {
    const person = await insertPerson()
    const socket = await listen(person)
    const frames = [
      "not JSON",
      "[]",
      "null",
      "{}",
      '{"event":7}',
      '{"event":"pusher:subscribe"}',
      '{"event":"pusher:signin","data":{}}',
      '{"event":"unknown","data":{}}',
      '{"event":"client-typing","data":{}}',
      '{"event":"pusher:subscribe","data":{"channel":{"$ne":1}}}',
      JSON.stringify({ event: "pusher:ping", data: "x".repeat(maxFrameBytes) }),
      new Uint8Array([0xff, 0]).buffer,
    ]
    for (const frame of frames) {
      const from = socket.frames.length
      socket.send(frame)
      expect([frame, await errorOf(socket, from)]).toEqual([frame, 4200])
    }
    expect(JSON.stringify(socket.frames)).not.toMatch(/stack|\.ts:|Error:/)
    await person.call("PUT", "/me/chat-settings", { typing: true, read_receipts: true })
    socket.send({ event: "pusher:ping", data: {} })
    await socket.next("pusher:pong")
  })

  test("too many bad frames get 4301 and then close the socket for a while, and the member's others live on", async () => {
    const person = await insertPerson()
    const [flood, calm] = [await listen(person), await listen(person)]
    for (let at = 0; at < 1_000; at++) flood.send({ event: "client-x", channel: "private-y", data: at })
    expect(await flood.closing(15_000)).toBe(4103)
    const codes = flood.frames.filter(({ event }) => event === "pusher:error").map(({ data }) => data.code)
    expect(codes.filter((code) => code !== 4301)).toEqual([4103])
    expect(codes.length).toBeLessThanOrEqual(frameRate.max + frameRate.patience + 2)
    expect(calm.closed).toBeNull()
    calm.send({ event: "pusher:ping", data: {} })
    await calm.next("pusher:pong")
  })
})

describe("client events", () => {
  test("a typing event reaches the other member, unless one of the two turned it off", async () => {
    const { member, owner, id } = await insertPair()
    const [here, there] = [await listen(member), await listen(owner)]
    const channel = conversationChannel(id)
    await here.subscribe(member, channel)
    await there.subscribe(owner, channel)
    here.send({ event: "client-typing", channel, data: { forged: "data" } })
    const typing = await there.next("client-typing")
    expect(typing).toEqual({ event: "client-typing", channel, data: { user_id: member.id } })
    expect(await there.event("typing")).toEqual({ type: "typing", conversation_id: id, user_id: member.id })
    await member.call("PUT", "/me/chat-settings", { typing: false, read_receipts: true })
    const before = there.frames.length
    here.send({ event: "client-typing", channel, data: {} })
    await member.send(id, "Done typing")
    await there.event("message")
    expect(there.frames.slice(before).some(({ event }) => event === "client-typing")).toBe(false)
  })

  test("a read event moves the cursor, and shows it to the other member unless its reader does not share it", async () => {
    const { member, owner, id } = await insertPair()
    const [here, there] = [await listen(owner), await listen(member)]
    const channel = conversationChannel(id)
    await here.subscribe(owner, channel)
    for (const body of ["One", "Two"]) await member.send(id, body)
    here.send({ event: "client-read", channel, data: { seq: 2 } })
    expect(await there.event("read")).toMatchObject({ conversation_id: id, user_id: owner.id, read_seq: 2 })
    expect((await member.conversation(id)).others_read_seq).toBe(2)
    await owner.call("PUT", "/me/chat-settings", { typing: true, read_receipts: false })
    await owner.call("POST", `/conversations/${id}/read`, { seq: 3 })
    expect((await member.conversation(id)).others_read_seq).toBeNull()
    expect(await owner.unread()).toBe(0)
    expect(there.events("read")).toHaveLength(1)
    expect(here.events("read").length).toBeGreaterThanOrEqual(1)
  })

  test("client events are refused without a subscription, for other events, and on the member's own channel", async () => {
    const { member, id } = await insertPair()
    const socket = await listen(member)
    const tries = [
      { event: "client-typing", channel: conversationChannel(id), data: {} },
      { event: "client-typing", channel: userChannel(member.id), data: {} },
    ]
    for (const frame of tries) {
      const from = socket.frames.length
      socket.send(frame)
      expect(await errorOf(socket, from)).toBe(4301)
    }
    await socket.subscribe(member, conversationChannel(id))
    for (const frame of [
      { event: "client-other", channel: conversationChannel(id), data: {} },
      { event: "client-read", channel: conversationChannel(id), data: { seq: "x" } },
    ]) {
      const from = socket.frames.length
      socket.send(frame)
      expect(await errorOf(socket, from)).toBe(4301)
    }
  })
})

describe("a channel's events", () => {
  test("a channel's events can be fetched from any number on, and outlive hibernation with its sockets", async () => {
    const { member, owner, id } = await insertPair()
    const socket = await listen(owner)
    const { last_seq: start } = await owner.get<{ last_seq: number }>("/events")
    await evictDurableObject(env.UserChannel.getByName(owner.id))
    await evictDurableObject(env.ChatRoom.getByName(id))
    for (const body of ["One", "Two", "Three"]) await member.send(id, body)
    await socket.until(() => socket.events("message").length === 3, "Three messages")
    await evictDurableObject(env.UserChannel.getByName(owner.id))
    const page = await owner.get<{ data: { seq: number; type: string; payload: object }[]; is_complete: boolean }>(
      `/events?after=${start}`,
    )
    expect(page.is_complete).toBe(true)
    expect(page.data.map(({ seq, type, payload }) => ({ seq, type, ...payload }))).toEqual(socket.events("message"))
    expect(await owner.get(`/events?after=${start + 99}`)).toMatchObject({ data: [], is_complete: false })
    socket.send({ event: "pusher:ping", data: {} })
    await socket.next("pusher:pong")
  })

  test("a channel's events are for its member alone", async () => {
    expect((await fetchWith({}, "/api/events?after=0", await withAccess())).status).toBe(401)
    expect((await (await insertPerson()).get<{ data: [] }>("/events?after=0")).data).toEqual([])
  })
})
