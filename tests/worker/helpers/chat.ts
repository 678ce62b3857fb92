import { runDurableObjectAlarm, runInDurableObject } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { expect, vi } from "vitest"
import type { Conversation, Message, Thread } from "~/domain/chat/schema"
import type { Job } from "~/domain/core/jobs"
import type { Room } from "~/domain/core/ports/chat"
import { en, fetchApp, json, newAddress } from "./app"
import { takeChannelJobs } from "./channel-jobs"
import { once } from "./once"
import { DAY, insertCategory, insertCity, insertProfile, insertSession, insertSubscription, insertUser } from "./rows"

export const key = env.REALTIME_KEY

/** Inserts a user with a token, and their acts. */
export async function insertPerson(row: Parameters<typeof insertUser>[0] = {}) {
  return personOf(await insertUser({ createdAt: Date.now() - 30 * DAY, ...row }))
}

/** Signs a user in; returns their acts. `row`: what is special about the session. */
export async function personOf(
  user: Awaited<ReturnType<typeof insertUser>>,
  row: Partial<Parameters<typeof insertSession>[0]> = {},
) {
  const session = await insertSession({ userId: user.id, ...row })
  const headers = { Authorization: `Bearer ${session.token}` }
  const call = (method: string, path: string, body?: unknown) => {
    const init = body === undefined ? { headers: {} } : json(body)
    return fetchApp(`/api${path}`, { ...init, method, headers: { ...init.headers, ...headers } })
  }
  const at = (id: string) => `/conversations/${id}`
  let sent = 0
  return {
    id: user.id,
    user,
    session,
    headers,
    call,
    get: async <Answer>(path: string) => (await call("GET", path)).json<Answer>(),
    ask: (profile: string, body = "May I?", client_id = "first") =>
      call("POST", "/conversations", { profile, client_id, body }),
    send: (id: string, body: string, client_id = `message-${++sent}`) =>
      call("POST", `${at(id)}/messages`, { client_id, body }),
    thread: async (id: string, query = "") => (await call("GET", `${at(id)}/messages${query}`)).json<Thread>(),
    conversation: async (id: string) => (await call("GET", at(id))).json<Conversation>(),
    conversations: async (query = "") =>
      (await (await call("GET", `/conversations${query}`)).json<{ data: Conversation[] }>()).data,
    unread: async () =>
      (await (await call("GET", "/auth/me")).json<{ unread_messages_count: number }>()).unread_messages_count,
    /** Opens a socket that belongs to this user's session. */
    connect: () => connect(`/app/${key}`, headers),
    authorize: (socketId: string, channel: string) =>
      fetchApp("/broadcasting/auth", {
        method: "POST",
        body: new URLSearchParams({ socket_id: socketId, channel_name: channel }),
        headers,
      }),
  }
}

export type Person = Awaited<ReturnType<typeof insertPerson>>

/** Inserts a premium member. */
export async function insertPremium(row: Parameters<typeof insertUser>[0] = {}) {
  const person = await insertPerson(row)
  await insertSubscription({ userId: person.id })
  return person
}

const place = once(async () => ({ cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }))

/** Inserts the owner of a public profile. */
export async function insertOwner(row: Parameters<typeof insertUser>[0] = {}) {
  const owner = await insertPerson(row)
  const profile = await insertProfile({ ownerId: owner.id, ...(await place()) })
  return { ...owner, slug: profile.slug, profile }
}

/** Inserts a member and an owner who may write to each other: the request is message 1. */
export async function insertPair() {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const response = await member.ask(owner.slug)
  const { conversation } = await response.json<{ conversation: Conversation; message: Message }>()
  await owner.call("POST", `/conversations/${conversation.id}/accept`)
  return { member, owner, id: conversation.id }
}

export interface Frame {
  event: string
  channel?: string
  /** Decoded. */
  data: Record<string, unknown>
}

/** A bare client of the protocol: it replies to nothing by itself. */
export class TestSocket {
  readonly frames: Frame[] = []
  closed: { code: number; reason: string } | null = null
  #waiting = new Set<() => void>()

  constructor(readonly socket: WebSocket) {
    socket.accept()
    socket.addEventListener("message", ({ data }) => {
      const { data: inner, ...frame } = JSON.parse(String(data))
      this.frames.push({ ...frame, data: JSON.parse(inner) })
      this.#checkWaiting()
    })
    socket.addEventListener("close", ({ code, reason }) => {
      this.closed = { code, reason }
      this.#checkWaiting()
    })
  }

  #checkWaiting(): void {
    for (const check of this.#waiting) check()
  }

  async until(isSo: () => boolean, what: string, within = 3_000): Promise<void> {
    const end = Date.now() + within
    while (!isSo()) {
      const left = end - Date.now()
      if (left <= 0) throw new Error(`${what} did not happen; the frames were ${JSON.stringify(this.frames)}`)
      await new Promise<void>((resolve) => {
        this.#waiting.add(resolve)
        setTimeout(resolve, Math.min(left, 50))
      })
    }
  }

  /** Waits for the first frame of an event from `from` on. */
  async next(event: string, from = 0): Promise<Frame> {
    await this.until(() => this.frames.slice(from).some((frame) => frame.event === event), event)
    return this.frames.slice(from).find((frame) => frame.event === event) as Frame
  }

  async closing(within?: number): Promise<number> {
    await this.until(() => this.closed !== null, "The close", within)
    return this.closed?.code ?? 0
  }

  send(frame: unknown): void {
    this.socket.send(typeof frame === "string" || frame instanceof ArrayBuffer ? frame : JSON.stringify(frame))
  }

  async id(): Promise<string> {
    return (await this.next("pusher:connection_established")).data.socket_id as string
  }

  /** Subscribes by an authorisation of `person`. */
  async subscribe(person: Person, channel: string): Promise<void> {
    const { auth } = await (await person.authorize(await this.id(), channel)).json<{ auth: string }>()
    const from = this.frames.length
    this.send({ event: "pusher:subscribe", data: { channel, auth } })
    await this.next("pusher_internal:subscription_succeeded", from)
  }

  /** Returns the data of all events of a type so far. */
  events(type: string): Record<string, unknown>[] {
    return this.frames.map(({ data }) => data).filter((data) => data?.type === type)
  }

  async event(type: string): Promise<Record<string, unknown>> {
    await this.until(() => this.events(type).length > 0, type)
    return this.events(type)[0] as Record<string, unknown>
  }
}

/** Connects by protocol 7, unless the path names another. */
export async function connect(path: string, headers: Record<string, string> = {}): Promise<TestSocket> {
  const response = await fetchApp(`${en}${path}${path.includes("?") ? "" : "?protocol=7"}`, {
    headers: { Upgrade: "websocket", "CF-Connecting-IP": newAddress(), ...headers },
  })
  if (!response.webSocket) throw new Error(`There is no socket: ${response.status}`)
  return new TestSocket(response.webSocket)
}

/** Opens a socket of a person that receives all of their events. */
export async function listen(person: Person): Promise<TestSocket> {
  const socket = await person.connect()
  await socket.subscribe(person, `private-user.${person.id}`)
  return socket
}

/** Opens an unauthenticated socket at a member's address. */
export const connectStranger = (userId: string, headers: Record<string, string> = {}) =>
  connect(`/realtime/${userId}/app/${key}`, headers)

/** Runs an object's alarm, if one is set. */
export const ring = (namespace: "ChatRoom" | "UserChannel", name: string) =>
  runDurableObjectAlarm(env[namespace].getByName(name) as unknown as DurableObjectStub)

/** Lets a member's channel do what is due, as its alarm does; returns the jobs that it enqueued. */
export async function runDue(userId: string): Promise<Job[]> {
  takeChannelJobs(userId)
  await ring("UserChannel", userId)
  return takeChannelJobs(userId).flat()
}

/** Waits until a room has delivered everything, and recorded it. */
export async function rested(id: string): Promise<void> {
  const room = env.ChatRoom.getByName(id) as unknown as DurableObjectStub & Pick<Room, "settle">
  const pending = () =>
    runInDurableObject(room, (_, { storage: { sql } }) => [
      ...sql.exec("SELECT 1 FROM room WHERE pushed_seq < (SELECT max(seq) FROM messages)"),
      ...sql.exec("SELECT 1 FROM changes LIMIT 1"),
    ])
  await vi.waitFor(
    async () => {
      await room.settle()
      expect(await pending()).toEqual([])
    },
    { timeout: 5_000 },
  )
}
