import { runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { describe, expect, test, vi } from "vitest"
import { userChannel } from "~/domain/chat/channel-names"
import { networkOf } from "~/lib/network-address"
import { idleFor, maxSockets, maxStrangers } from "../../../party/user-channel/socket"
import { fetchApp, newAddress, signedIn, withAccess } from "../helpers/app"
import {
  connect,
  connectStranger,
  insertPerson,
  key,
  listen,
  type Person,
  ring,
  type TestSocket,
} from "../helpers/chat"
import { exhaustLimit } from "../helpers/limits"
import { insertUser } from "../helpers/rows"

const channelOf = (userId: string) => env.UserChannel.getByName(userId) as unknown as DurableObjectStub
const errorOf = async (socket: TestSocket, from = 0) => (await socket.next("pusher:error", from)).data.code

/** Runs a member's alarm as if this much time (ms) had passed. */
async function ringLater(userId: string, by: number): Promise<void> {
  const later = Date.now() + by
  const clock = vi.spyOn(Date, "now").mockImplementation(() => later)
  try {
    await ring("UserChannel", userId)
  } finally {
    clock.mockRestore()
  }
}

async function connectAll(count: number, open: () => Promise<TestSocket>): Promise<TestSocket[]> {
  const all = []
  for (let at = 0; at < count; at++) {
    const socket = await open()
    await socket.id()
    all.push(socket)
  }
  return all
}

const closedOf = (all: TestSocket[]) => all.flatMap(({ closed }, at) => (closed ? [at] : []))

async function expectHears(socket: TestSocket, person: Person): Promise<void> {
  await socket.subscribe(person, userChannel(person.id))
  await env.UserChannel.getByName(person.id).publish("test", {}, Date.now())
  await socket.event("test")
}

describe("a socket", () => {
  test("a socket is greeted with its id and its activity timeout", async () => {
    const socket = await (await insertPerson()).connect()
    const hello = await socket.next("pusher:connection_established")
    expect(hello.data).toEqual({ socket_id: expect.stringMatching(/^\d+\.\d+$/), activity_timeout: 30 })
    expect(socket.frames[0]).toEqual(hello)
  })

  test("a browser's socket belongs to the session of its cookie", async () => {
    const user = await insertUser()
    const init = await signedIn(user, { headers: { Upgrade: "websocket" } })
    expect((await fetchApp(`/app/${key}?protocol=7&client=js`, init)).status).toBe(101)
  })

  test("a socket is closed for good if the key is unknown, nobody is signed in, or the page is another site's", async () => {
    const person = await insertPerson()
    expect(await (await connect("/app/other-key", person.headers)).closing()).toBe(4001)
    expect(await (await connect(`/app/${key}`)).closing()).toBe(4009)
    const other = await insertPerson()
    expect(await (await connectStranger(other.id, person.headers)).closing()).toBe(4009)
    const foreign = await connect(`/app/${key}`, { ...person.headers, Origin: "https://evil.example" })
    expect(await foreign.closing()).toBe(4009)
    expect(await errorOf(foreign)).toBe(4009)
  })

  test.each([
    ["protocol=7&client=js&version=8.4.0", null],
    ["client=js", 4008],
    ["protocol=", 4008],
    ["protocol=4", 4007],
    ["protocol=99", 4007],
    ["protocol=abc", 4007],
  ])("a socket that asks for %s gets Pusher's code for its protocol: %s", async (query, code) => {
    const socket = await connect(`/app/${key}?${query}`, (await insertPerson()).headers)
    if (code !== null) expect([await socket.closing(), await errorOf(socket)]).toEqual([code, code])
    else await socket.id()
  })

  test("a plain request to the socket endpoint gets 426 Upgrade Required, over HTTPS from then on", async () => {
    for (const path of [`/app/${key}`, `/realtime/somebody/app/${key}`]) {
      const response = await fetchApp(path, await withAccess())
      expect([response.status, response.headers.get("Upgrade")]).toEqual([426, "websocket"])
      expect(response.headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains")
      expect(response.headers.get("Cache-Control")).toBe("private, no-store")
    }
  })

  test("a socket without subscriptions is closed after thirty seconds so that it reconnects; no other is", async () => {
    const person = await insertPerson()
    const [idle, busy] = [await connectStranger(person.id), await listen(person)]
    await idle.id()
    const alarm = await runInDurableObject(channelOf(person.id), (_, { storage }) => storage.getAlarm())
    expect(Math.abs((alarm ?? 0) - Date.now() - 30_000)).toBeLessThan(5_000)
    await ringLater(person.id, idleFor - 1_000)
    expect(idle.closed).toBeNull()
    await ringLater(person.id, idleFor)
    expect([await idle.closing(), await errorOf(idle)]).toEqual([4102, 4102])
    expect(busy.closed).toBeNull()
  })
})

describe("strangers at a member's address", () => {
  test("strangers at a member's address, in any number, displace none of the member's own sockets", async () => {
    const person = await insertPerson()
    const before = await listen(person)
    const strangers = await connectAll(maxSockets + 2, () => connectStranger(person.id))
    const own = await person.connect()
    await expectHears(own, person)
    expect(before.closed).toBeNull()
    expect(before.events("test")).toHaveLength(1)
    expect(closedOf(strangers)).toHaveLength(maxSockets + 2 - maxStrangers)
  })

  test("strangers at a member's address are five at most: the oldest is closed, and may reconnect", async () => {
    const person = await insertPerson()
    const strangers = await connectAll(maxStrangers + 1, () => connectStranger(person.id))
    expect([maxStrangers, await strangers[0]?.closing()]).toEqual([5, 4101])
    strangers[1]?.send({ event: "pusher:ping", data: {} })
    await strangers[1]?.next("pusher:pong")
    await connectStranger(person.id)
    // A frame authenticates nobody.
    expect(await strangers[1]?.closing()).toBe(4101)
    expect(closedOf(strangers)).toEqual([0, 1])
  })

  test("strangers at a member's address are the member's own once they authenticate", async () => {
    const person = await insertPerson()
    const proven = await connectStranger(person.id)
    await proven.subscribe(person, userChannel(person.id))
    await connectAll(maxStrangers + 1, () => connectStranger(person.id))
    expect(proven.closed).toBeNull()
  })

  test("strangers at a member's address receive the same, whether the member exists or not", async () => {
    const person = await insertPerson()
    const notified = async (userId: string) => {
      const socket = await connectStranger(userId)
      await socket.id()
      socket.send({ event: "pusher:subscribe", data: { channel: userChannel(userId), auth: `${key}:00` } })
      await socket.next("pusher:subscription_error")
      await ringLater(userId, idleFor)
      await socket.closing()
      const frames = socket.frames.map(({ event, data: { socket_id, ...data } }) => [event, data])
      return JSON.stringify([frames, socket.closed]).replaceAll(userId, "ID")
    }
    const nobody = "01JNOBODYATALL000000000000"
    const tables = () =>
      runInDurableObject(channelOf(nobody), async (_, { storage }) => [
        ...storage.sql.exec("SELECT name FROM sqlite_master WHERE name NOT LIKE '\\_%' ESCAPE '\\'"),
        ...(await storage.list()),
      ])
    expect(await notified(nobody)).toBe(await notified(person.id))
    // A connection to an invented address leaves nothing behind.
    expect(await tables()).toEqual([])
    expect(await (await connectStranger("no%20id")).closing()).toBe(4009)
  })
})

describe("the member's own sockets", () => {
  test("a member's own sockets are fifty at most: the newest replaces the longest silent one, which may reconnect", async () => {
    const person = await insertPerson()
    const all = await connectAll(maxSockets, () => person.connect())
    // One sends a ping, which wakes no object, and one sends a frame that does.
    all[0]?.send({ event: "pusher:ping", data: {} })
    await all[0]?.next("pusher:pong")
    all[1]?.send({ event: "pusher:ping" })
    await all[1]?.next("pusher:pong")
    const newcomer = await person.connect()
    expect(await all[2]?.closing()).toBe(4101)
    await expectHears(newcomer, person)
    expect(closedOf(all)).toEqual([2])
  })

  test("a member's own sockets are fifty at most when strangers authenticate as more of them", async () => {
    const person = await insertPerson()
    const all = await connectAll(maxSockets, () => person.connect())
    const late = await connectStranger(person.id)
    await late.id()
    expect(closedOf(all)).toEqual([])
    await expectHears(late, person)
    expect(await all[0]?.closing()).toBe(4101)
    expect(closedOf(all)).toEqual([0])
  })
})

describe("connecting too often", () => {
  test("connecting too often from one network refuses strangers there, for now, and neither members nor other networks", async () => {
    const person = await insertPerson()
    const address = newAddress()
    const network = networkOf(address)
    const from = { "CF-Connecting-IP": address }
    await exhaustLimit("realtime.connect", network)
    const refused = await connectStranger(person.id, from)
    expect([await refused.closing(), await errorOf(refused)]).toEqual([4103, 4103])
    await (await connect(`/app/${key}`, { ...person.headers, ...from })).id()
    await (await connectStranger(person.id)).id()
  })

  test("connecting too often to one member's address refuses that network's strangers there, and no others", async () => {
    const [person, other] = [await insertPerson(), await insertPerson()]
    const address = newAddress()
    const network = networkOf(address)
    const from = { "CF-Connecting-IP": address }
    await exhaustLimit("realtime.stranger", `${person.id}:${network}`)
    expect(await (await connectStranger(person.id, from)).closing()).toBe(4103)
    await (await connectStranger(other.id, from)).id()
    await (await connectStranger(person.id)).id()
  })

  test("connecting too often to one member's address from everywhere refuses strangers, and never the member", async () => {
    const person = await insertPerson()
    await exhaustLimit("realtime.strangers", person.id)
    expect(await (await connectStranger(person.id)).closing()).toBe(4103)
    await (await person.connect()).id()
    await (await connectStranger(person.id, person.headers)).id()
  })

  test("connecting too often as a member closes the socket so that it reconnects", async () => {
    const person = await insertPerson()
    await exhaustLimit("realtime.connect", person.id)
    expect(await (await person.connect()).closing()).toBe(4103)
  })
})
