import { Agent, request } from "node:http"
import { join } from "node:path"
import { introduce, type Person, seedPeople } from "../live/people.ts"
import { emptyDatabase } from "./database.ts"
import type { Chat } from "./delivery.ts"
import { start } from "./serve.ts"
import { openWire, type Wire } from "./wire.ts"

const key = "bench"
const settings = {
  ...{ APP_ENV: "test", MAIL_ADAPTER: "mailbox", ACCESS_KEY: "", LOCALE_DOMAINS: "" },
  ...{ REALTIME_KEY: key, REALTIME_SECRET: "b".repeat(40) },
}

/** Salon over a database with so many members, two and two for a conversation; of `bundle`, as `build.ts` made it. */
export async function startMembers(folder: string, bundle: "dist" | "counted", members: number) {
  const state = await emptyDatabase("live")
  const pairs = seedPeople(state, members / 2)
  const server = await start(folder, { bindings: settings, state: join(state, "v3"), bundle })
  // Whose turn it is moves through all conversations before the other one answers.
  const people = [...pairs.map(({ member }) => member), ...pairs.map(({ owner }) => owner)]
  return { ...server, pairs, people, [Symbol.asyncDispose]: () => server.miniflare.dispose() }
}

/** Salon's members, who say something by the API and hear it on a socket of their own. */
export async function startSalonChat(folder: string, members: number) {
  const { miniflare, origin, cpu, pairs, people } = await startMembers(folder, "dist", members)
  const agent = new Agent({ keepAlive: true })
  const conversations: string[] = []
  for (const pair of pairs) conversations.push(await introduce(origin.origin, pair))
  let hear = (_member: number, _text: string) => {}
  const wires: Wire[] = []
  for (const [at, person] of people.entries()) wires.push(await listen(origin, person, (text) => hear(at, text)))
  const chat: Chat = {
    members,
    listeners: 1,
    async say(at, body) {
      const path = `/api/conversations/${conversations[at % conversations.length]}/messages`
      const status = await post(
        new URL(path, origin),
        people[at] as Person,
        { client_id: crypto.randomUUID(), body },
        agent,
      )
      if (status !== 201) throw new Error(`A message was answered ${status}`)
    },
    onHeard(listener) {
      hear = listener
    },
  }
  return {
    ...{ chat, cpu },
    async [Symbol.asyncDispose]() {
      for (const wire of wires) wire.close()
      agent.destroy()
      await miniflare.dispose()
    },
  }
}

/** A socket that is subscribed to all that is for its member. */
export function listen(origin: URL, person: Person, hear: (text: string) => void): Promise<Wire> {
  const headers = { Authorization: `Bearer ${person.token}` }
  const channel_name = `private-user.${person.id}`
  const url = new URL(`/realtime/${person.id}/app/${key}?protocol=7`, origin)
  return new Promise((resolve, reject) => {
    const opening = openWire(url, headers, (text) => {
      hear(text)
      if (text.includes("pusher_internal:subscription_succeeded")) resolve(opening)
      const socket_id = /\\"socket_id\\":\\"([\d.]+)\\"/.exec(text)?.[1]
      if (socket_id) subscribe(socket_id).catch(reject)
    })
    async function subscribe(socket_id: string): Promise<void> {
      const fields = new URLSearchParams({ socket_id, channel_name })
      const answer = await fetch(new URL("/broadcasting/auth", origin), { method: "POST", headers, body: fields })
      const { auth } = (await answer.json()) as { auth: string }
      const wire = await opening
      wire.send(JSON.stringify({ event: "pusher:subscribe", data: { channel: channel_name, auth } }))
    }
    opening.catch(reject)
  })
}

function post(url: URL, { token }: Person, json: unknown, agent: Agent): Promise<number> {
  const body = JSON.stringify(json)
  const headers = {
    ...{ Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
    "Content-Length": Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      response.resume()
      response.on("error", reject)
      response.on("end", () => resolve(response.statusCode ?? 0))
    })
    sent.on("error", reject)
    sent.end(body)
  })
}

/** The peer, with all members in its one room. */
export async function startBroadcastFirst(folder: string, members: number) {
  const { miniflare, origin, cpu } = await start(folder, {})
  let hear = (_member: number, _text: string) => {}
  const wires: Wire[] = []
  for (let at = 0; at < members; at++) wires.push(await openWire(origin, {}, (text) => hear(at, text)))
  const chat: Chat = {
    members,
    listeners: members - 1,
    async say(at, message) {
      wires[at]?.send(JSON.stringify({ name: `member-${at}`, message }))
    },
    onHeard(listener) {
      hear = listener
    },
  }
  return {
    ...{ chat, cpu },
    async [Symbol.asyncDispose]() {
      for (const wire of wires) wire.close()
      await miniflare.dispose()
    },
  }
}
