import Echo from "laravel-echo"
import Pusher, { type Options } from "pusher-js"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { answeredEvent, eventName } from "~/domain/chat/channel-names"
import { call, introduce, type Pair, type Person } from "./people.ts"
import { type LiveServer, startLive } from "./server.ts"

const key = "contract-key"

let server: LiveServer
let pair: Pair
let conversationId: string
const open: Pusher[] = []

beforeAll(async () => {
  server = await startLive({ pairs: 1, vars: { REALTIME_KEY: key, REALTIME_SECRET: "s".repeat(40) } })
  pair = server.people[0] as Pair
  conversationId = await introduce(server.origin, pair)
})

afterAll(() => server?.stop())
afterEach(() => {
  for (const pusher of open.splice(0)) pusher.disconnect()
})

const bearer = ({ token }: Person) => ({ Authorization: `Bearer ${token}` })

/** Returns the options of a client without cookies. */
function optionsOf(person: Person, more: Partial<Options> = {}): Options {
  const headers = bearer(person)
  return {
    cluster: "",
    wsHost: "127.0.0.1",
    wsPort: server.port,
    wsPath: `/realtime/${person.id}`,
    forceTLS: false,
    enabledTransports: ["ws"],
    disableStats: true,
    channelAuthorization: { transport: "ajax", endpoint: `${server.origin}/broadcasting/auth`, headers },
    userAuthentication: { transport: "ajax", endpoint: `${server.origin}/broadcasting/user-auth`, headers },
    ...more,
  }
}

function connect(person: Person, more: Partial<Options> = {}, appKey = key): Pusher {
  const pusher = new Pusher(appKey, optionsOf(person, more))
  open.push(pusher)
  return pusher
}

interface Emitter {
  bind: (event: string, callback: (data: never) => void) => unknown
}

function once<Data = Record<string, unknown>>(emitter: Emitter, event: string, within = 10_000): Promise<Data> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${event} did not come`)), within)
    emitter.bind(event, (data: Data) => {
      clearTimeout(timer)
      resolve(data)
    })
  })
}

const send = (person: Person, body: string, client_id: string = crypto.randomUUID()) =>
  call(server.origin, {
    person,
    method: "POST",
    path: `/conversations/${conversationId}/messages`,
    body: { client_id, body },
  })

describe("pusher-js, as it is published", () => {
  test("pusher-js connects, by its states in order", async () => {
    const pusher = connect(pair.member)
    const states: string[] = []
    pusher.connection.bind("state_change", ({ current }: { current: string }) => states.push(current))
    await once(pusher.connection, "connected")
    expect(states).toEqual(expect.arrayContaining(["connected"]))
    expect(pusher.connection.socket_id).toMatch(/^\d+\.\d+$/)
    pusher.disconnect()
    expect(pusher.connection.state).toBe("disconnected")
  })

  test.each(["form", "json"])(
    "pusher-js subscribes to its private channel with a %s, and receives a message",
    async (kind) => {
      const custom: Partial<Options> =
        kind === "form"
          ? {}
          : {
              channelAuthorization: {
                transport: "ajax",
                endpoint: "",
                customHandler: async ({ socketId, channelName }, callback) => {
                  const response = await fetch(`${server.origin}/api/broadcasting/auth`, {
                    method: "POST",
                    headers: { ...bearer(pair.owner), "Content-Type": "application/json" },
                    body: JSON.stringify({ socket_id: socketId, channel_name: channelName }),
                  })
                  callback(null, await response.json())
                },
              },
            }
      const channel = connect(pair.owner, custom).subscribe(`private-user.${pair.owner.id}`)
      await once(channel, "pusher:subscription_succeeded")
      const received = once(channel, eventName)
      await send(pair.member, `By ${kind}`)
      expect(await received).toMatchObject({
        type: "message",
        seq: expect.any(Number),
        message: { conversation_id: conversationId, author_id: pair.member.id, body: `By ${kind}` },
      })
    },
  )

  test("pusher-js signs in, and receives its user's events", async () => {
    const pusher = connect(pair.owner)
    pusher.signin()
    await pusher.user.signinDonePromise
    expect(pusher.user.user_data).toEqual({ id: pair.owner.id })
    const channel = pusher.user.serverToUserChannel
    if (!channel.subscribed) await once(channel, "pusher:subscription_succeeded")
    const received = once(pusher.user, eventName)
    await send(pair.member, "To the user")
    expect(await received).toMatchObject({ type: "message", message: { body: "To the user" } })
  })

  test("pusher-js triggers client events that reach the other member", async () => {
    const name = `private-conversation.${conversationId}`
    const [here, there] = [connect(pair.member).subscribe(name), connect(pair.owner).subscribe(name)]
    await Promise.all([once(here, "pusher:subscription_succeeded"), once(there, "pusher:subscription_succeeded")])
    const typing = once(there, "client-typing")
    expect(here.trigger("client-typing", {})).toBe(true)
    expect(await typing).toEqual({ user_id: pair.member.id })
  })

  test("pusher-js sends a message, receives its acknowledgement, and the other member receives it", async () => {
    const name = `private-conversation.${conversationId}`
    const there = connect(pair.owner).subscribe(`private-user.${pair.owner.id}`)
    const here = connect(pair.member).subscribe(name)
    await Promise.all([once(here, "pusher:subscription_succeeded"), once(there, "pusher:subscription_succeeded")])
    const [answer, received] = [once(here, answeredEvent), once(there, eventName)]
    expect(here.trigger("client-message", { client_id: "by-pusher-js", body: "By the socket" })).toBe(true)
    const stored = { conversation_id: conversationId, author_id: pair.member.id, body: "By the socket" }
    expect(await answer).toMatchObject({ client_id: "by-pusher-js", message: stored })
    expect(await received).toMatchObject({ type: "message", message: stored })
  })

  test("pusher-js is refused another member's channel, and stays connected", async () => {
    const pusher = connect(pair.member)
    const error = once(pusher.subscribe(`private-user.${pair.owner.id}`), "pusher:subscription_error")
    expect(await error).toMatchObject({ type: "AuthError", status: 403 })
    expect(pusher.connection.state).toBe("connected")
    const own = pusher.subscribe(`private-user.${pair.member.id}`)
    await once(own, "pusher:subscription_succeeded")
  })

  test("pusher-js is informed when its signature is forged", async () => {
    const forged: Partial<Options> = {
      channelAuthorization: {
        transport: "ajax",
        endpoint: "",
        customHandler: (_, callback) => callback(null, { auth: `${key}:${"0".repeat(64)}` }),
      },
    }
    const channel = connect(pair.member, forged).subscribe(`private-user.${pair.member.id}`)
    expect(await once(channel, "pusher:subscription_error")).toMatchObject({ type: "AuthError", status: 403 })
  })

  test("pusher-js does not reconnect after it was refused: an unknown key, no member", async () => {
    const tries: [Partial<Options>, string][] = [
      [{}, "other-key"],
      [{ wsPath: "" }, key],
    ]
    for (const [options, appKey] of tries) {
      const pusher = connect(pair.member, options, appKey)
      const states: string[] = []
      pusher.connection.bind("state_change", ({ current }: { current: string }) => states.push(current))
      const { error } = await once<{ error: { data: { code: number } } }>(pusher.connection, "error")
      expect([4001, 4009]).toContain(error.data.code)
      if (pusher.connection.state !== "disconnected") await once(pusher.connection, "disconnected")
      expect(states.at(-1)).toBe("disconnected")
    }
  })

  test("pusher-js reconnects by itself after strangers displaced its socket before it was authenticated", async () => {
    const pusher = connect(pair.member)
    await once(pusher.connection, "connected")
    const back = once(pusher.connection, "connected", 20_000)
    const before = pusher.connection.socket_id
    const strangers = Array.from({ length: 5 }, () => connect(pair.member))
    await Promise.all(strangers.map((stranger) => once(stranger.connection, "connected")))
    for (const stranger of strangers) stranger.disconnect()
    await back
    expect(pusher.connection.socket_id).not.toBe(before)
    await once(pusher.subscribe(`private-user.${pair.member.id}`), "pusher:subscription_succeeded")
  })

  test("pusher-js subscribes and signs in again after the server was down, and catches up", async () => {
    const pusher = connect(pair.owner)
    const channel = pusher.subscribe(`private-user.${pair.owner.id}`)
    await once(channel, "pusher:subscription_succeeded")
    pusher.signin()
    await pusher.user.signinDonePromise
    const before = pusher.connection.socket_id
    const { last_seq } = await call<{ last_seq: number }>(server.origin, {
      person: pair.owner,
      method: "GET",
      path: "/events",
    })
    const again = once(channel, "pusher:subscription_succeeded", 30_000)
    await server.crash()
    await send(pair.member, "While nobody listened")
    await again
    await pusher.user.signinDonePromise
    expect(pusher.connection.socket_id).not.toBe(before)
    const received = once(channel, eventName)
    await send(pair.member, "Back again")
    expect(await received).toMatchObject({ message: { body: expect.stringMatching(/While|Back/) } })
    const page = await call<{ data: { payload: { message?: { body: string } } }[]; is_complete: boolean }>(
      server.origin,
      { person: pair.owner, method: "GET", path: `/events?after=${last_seq}` },
    )
    expect(page.is_complete).toBe(true)
    expect(page.data.map(({ payload }) => payload.message?.body)).toEqual(["While nobody listened", "Back again"])
  })
})

describe("laravel-echo, as it is published", () => {
  test("laravel-echo receives notifications and whispers on private channels, and leaves them", async () => {
    const echoOf = (person: Person) => {
      const client = connect(person)
      return new Echo({ broadcaster: "pusher", key, client, ...optionsOf(person) } as never) as Echo<"pusher">
    }
    const [member, owner] = [echoOf(pair.member), echoOf(pair.owner)]
    const subscribed = new Promise<void>((resolve) => {
      owner.private(`user.${pair.owner.id}`).subscribed(resolve)
    })
    const received = new Promise<Record<string, unknown>>((resolve) => {
      owner.private(`user.${pair.owner.id}`).notification(resolve)
    })
    await subscribed
    await send(pair.member, "Through Echo")
    expect(await received).toMatchObject({ type: "message", message: { body: "Through Echo" } })

    const name = `conversation.${conversationId}`
    const typing = new Promise((resolve) => owner.private(name).listenForWhisper("typing", resolve))
    await Promise.all(
      [member, owner].map((echo) => new Promise<void>((resolve) => echo.private(name).subscribed(resolve))),
    )
    member.private(name).whisper("typing", {})
    expect(await typing).toEqual({ user_id: pair.member.id })
    owner.leave(name)
    expect(Object.keys(owner.connector.channels)).toEqual([`private-user.${pair.owner.id}`])
  })
})
