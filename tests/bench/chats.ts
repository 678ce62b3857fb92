import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { answeredEvent, clientEvents, conversationChannel, userChannel } from "../../app/domain/chat/channel-names.ts"
import { introduce, type Person, seedPeople } from "../live/people.ts"
import { emptyDatabase } from "./database.ts"
import type { Chat } from "./delivery.ts"
import { memory } from "./run.ts"
import { start } from "./serve.ts"
import { openWire, type Wire } from "./wire.ts"

const key = "bench"
const answerStart = `{"event":"${answeredEvent}"`
const settings = {
  APP_ENV: "test",
  MAIL_ADAPTER: "mailbox",
  ACCESS_KEY: "",
  LOCALE_DOMAINS: "",
  REALTIME_KEY: key,
  REALTIME_SECRET: "b".repeat(40),
}

/**
 * Starts Salon over a new database in `under` with that many members, two for each conversation; from `bundle`, as
 * `build.ts` made it.
 */
export async function startMembers(folder: string, bundle: "dist" | "counted", members: number, under: string) {
  const state = await emptyDatabase("chat", under)
  const pairs = seedPeople(state, members / 2)
  const server = await start(folder, { bindings: settings, state: join(state, "v3"), bundle })
  // Each member writes in turn, through all conversations, before the other member replies.
  const people = [...pairs.map(({ member }) => member), ...pairs.map(({ owner }) => owner)]
  return {
    ...server,
    pairs,
    people,
    async [Symbol.asyncDispose]() {
      await server.miniflare.dispose()
      rmSync(state, { recursive: true })
    },
  }
}

/** Starts Salon's members, each with a socket that sends and receives messages. */
export async function startSalonChat(folder: string, members: number) {
  const server = await startMembers(folder, "dist", members, memory)
  const { origin, cpu, pairs, people } = server
  const conversations: string[] = []
  for (const pair of pairs) conversations.push(await introduce(origin.origin, pair))
  const channelOf = (at: number) => conversationChannel(conversations[at % conversations.length] ?? "")
  let onMessage = (_member: number, _text: string) => {}
  const unanswered = new Map<string, (answer: string) => void>()
  const wires: Wire[] = []
  for (const [at, person] of people.entries()) {
    const onText = (text: string) => {
      if (text.startsWith(answerStart)) unanswered.get(/\\"client_id\\":\\"([^"\\]+)/.exec(text)?.[1] ?? "")?.(text)
      else onMessage(at, text)
    }
    wires.push(await listen(origin, person, onText, [channelOf(at)]))
  }
  const chat: Chat = {
    members,
    listeners: 1,
    async say(at, body) {
      const client_id = crypto.randomUUID()
      const answer = new Promise<string>((resolve) => unanswered.set(client_id, resolve))
      const data = { client_id, body }
      wires[at]?.send(JSON.stringify({ event: clientEvents.message, channel: channelOf(at), data }))
      const text = await answer
      unanswered.delete(client_id)
      if (!text.includes('\\"seq\\":')) throw new Error(`The reply to a message was ${text}`)
    },
    onReceived(listener) {
      onMessage = listener
    },
  }
  return {
    chat,
    cpu,
    async [Symbol.asyncDispose]() {
      for (const wire of wires) wire.close()
      await server[Symbol.asyncDispose]()
    },
  }
}

/** Opens a socket that is subscribed to its member's channel and to further ones. */
export function listen(
  origin: URL,
  person: Person,
  onMessage: (text: string) => void,
  others: string[] = [],
): Promise<Wire> {
  const headers = { Authorization: `Bearer ${person.token}` }
  const channels = [userChannel(person.id), ...others]
  let left = channels.length
  const url = new URL(`/realtime/${person.id}/app/${key}?protocol=7`, origin)
  return new Promise((resolve, reject) => {
    const opening = openWire(url, headers, (text) => {
      onMessage(text)
      if (text.includes("pusher_internal:subscription_succeeded") && --left === 0) resolve(opening)
      const socket_id = /\\"socket_id\\":\\"([\d.]+)\\"/.exec(text)?.[1]
      if (socket_id) for (const channel of channels) subscribe(socket_id, channel).catch(reject)
    })
    async function subscribe(socket_id: string, channel_name: string): Promise<void> {
      const fields = new URLSearchParams({ socket_id, channel_name })
      const response = await fetch(new URL("/broadcasting/auth", origin), { method: "POST", headers, body: fields })
      const { auth } = (await response.json()) as { auth: string }
      const wire = await opening
      wire.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: channel_name, auth } }))
    }
    opening.catch(reject)
  })
}

/** Starts the peer, with its members in one room, or as many in each of several. */
export async function startBroadcastFirst(folder: string, members: number, rooms = 1) {
  const state = mkdtempSync(`${memory}-`)
  const { miniflare, origin, cpu } = await start(folder, { state })
  let onMessage = (_member: number, _text: string) => {}
  const wires: Wire[] = []
  for (let at = 0; at < members; at++) {
    const room = new URL(`/${at % rooms}`, origin)
    wires.push(await openWire(room, {}, (text) => onMessage(at, text)))
  }
  const chat: Chat = {
    members,
    listeners: members / rooms - 1,
    async say(at, message) {
      wires[at]?.send(JSON.stringify({ name: `member-${at}`, message }))
    },
    onReceived(listener) {
      onMessage = listener
    },
  }
  return {
    chat,
    cpu,
    async [Symbol.asyncDispose]() {
      for (const wire of wires) wire.close()
      await miniflare.dispose()
      rmSync(state, { recursive: true })
    },
  }
}
