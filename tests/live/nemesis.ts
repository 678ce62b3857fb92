import { Client, type ReceivedMessage } from "./client.ts"
import type { Fault } from "./faults.ts"
import { call, introduce } from "./people.ts"
import { startProxy, type Weather } from "./proxy.ts"
import { type LiveServer, startLive } from "./server.ts"

const key = "nemesis-key"
const weather: Weather = { drop: 0.15, delay: 0.2, double: 0.2, halfOpen: 0.03 }
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

export interface Plan {
  /** Two make a conversation. */
  writers: number
  kills: number
  /** The rooms' planted fault, if any. */
  fault?: Fault
  /** How long (ms) everyone has to receive everything once it is quiet. */
  patience?: number
  onKill?: (kills: number) => void
}

export interface Report {
  acked: number
  /** Of these, how many by a socket. */
  bySocket: number
  received: number
  kills: number
  /** All violations found. */
  problems: string[]
}

/** How long one member of a pair is unreachable, ms. */
export const outage = 3_000

/**
 * Members write to each other through a bad network while the server is killed repeatedly. Then it is quiet, except for
 * last messages that cannot be delivered at first. Every member must have received every acknowledged message of their
 * conversation: once, in order, and unchanged.
 */
export async function runNemesis({ writers, kills, fault, patience = 60_000, onKill }: Plan): Promise<Report> {
  const vars = { REALTIME_KEY: key, REALTIME_SECRET: "n".repeat(40), ...(fault && { _FAULT: fault }) }
  const server = await startLive({ pairs: writers / 2, vars, isFaulty: true })
  const proxy = await startProxy(server.port, weather)
  try {
    const pairs = await Promise.all(
      server.people.map(async (pair) => {
        const id = await introduce(server.origin, pair)
        return { id, clients: [pair.member, pair.owner].map((person) => new Client(proxy.origin, key, person, id)) }
      }),
    )
    const clients = pairs.flatMap((pair) => pair.clients)
    const listening = clients.map((client) => client.listen())
    let isOver = false
    const writing = pairs.flatMap(({ clients }) =>
      clients.map(async (client) => {
        for (let at = 0; !isOver; at++) {
          await client.send(`${client.person.id} says ${at}`, () => isOver)
          // The limits allow no faster writing.
          await pause(2_000 + Math.random() * 2_000)
        }
      }),
    )
    for (let kill = 1; kill <= kills; kill++) {
      await pause(500 + Math.random() * 2_500)
      await server.crash()
      onKill?.(kill)
    }
    isOver = true
    await Promise.all(writing)
    proxy.calm()
    let isAllReceived = await untilAllReceived(pairs, patience)
    for (const [words, killedAfter] of lastWords) {
      if (!isAllReceived) break
      await sayLastWords(server, pairs, { words, killedAfter })
      isAllReceived = await untilAllReceived(pairs, patience)
    }
    // Duplicates would arrive late.
    if (isAllReceived) await pause(2_000)
    const miscounted = isAllReceived ? await untilCounted(server, pairs) : []
    for (const client of clients) client.stop()
    await Promise.all(listening)
    const acked = clients.reduce((sum, client) => sum + client.acked.size, 0)
    const bySocket = clients.reduce((sum, client) => sum + client.ackedBySocket, 0)
    const received = clients.reduce((sum, client) => sum + client.received.length, 0)
    return { acked, bySocket, received, kills, problems: [...pairs.flatMap(judge), ...miscounted] }
  } finally {
    await proxy.stop()
    await server.stop()
  }
}

/** Last messages, and when the server is killed after each (ms): before the room records what is delivered, and after it. */
const lastWords = [
  ["goodbye", null],
  ["goodbye again", 300],
  ["goodbye at last", 1_800],
] as const

interface Talk {
  id: string
  clients: Client[]
}

/**
 * In each pair one member writes a message while the other member's channel is unreachable, and then nobody writes
 * anything that would make the room retry. `killedAfter`: when the server fails (ms), before the channel is back.
 */
async function sayLastWords(
  server: LiveServer,
  pairs: Talk[],
  { words, killedAfter }: { words: string; killedAfter: number | null },
): Promise<void> {
  await Promise.all(
    pairs.map(async ({ clients: [author, reader] }) => {
      await fetch(`${server.origin}/cut-off?user=${reader?.person.id}&ms=${outage}`)
      await author?.send(`${author.person.id} says ${words}`, () => false)
    }),
  )
  await pause(killedAfter ?? 300)
  if (killedAfter !== null) await server.crash()
}

/** Waits until every client has every message, or the time is up; returns which. */
async function untilAllReceived(pairs: Talk[], patience: number): Promise<boolean> {
  const end = Date.now() + patience
  const isReceived = () => pairs.every((pair) => judge(pair).length === 0)
  while (Date.now() < end && !isReceived()) await pause(250)
  return isReceived()
}

/** How long lists and counts may take to agree with the rooms once everything is received, ms. */
const countedWithin = 2_000

/** Waits until each member's list and counts say what they have received, or the time is up; returns what does not agree. */
async function untilCounted(server: LiveServer, pairs: Talk[]): Promise<string[]> {
  const end = Date.now() + countedWithin
  for (;;) {
    const problems = (
      await Promise.all(pairs.flatMap((pair) => pair.clients.map((one) => judgeInbox(server, one))))
    ).flat()
    if (problems.length === 0 || Date.now() > end) return problems
    await pause(250)
  }
}

/** Compares a member's list, the conversation in it, and their number of unread messages with what they have received. */
async function judgeInbox({ origin }: LiveServer, { person, received }: Client): Promise<string[]> {
  const get = <Answer>(path: string) => call<Answer>(origin, { person, method: "GET", path })
  const [{ data }, { unread_messages_count: unread }] = await Promise.all([
    get<{ data: { last_seq: number; last_message: { body: string } | null; unread_messages_count: number }[] }>(
      "/conversations",
    ),
    get<{ unread_messages_count: number }>("/auth/me"),
  ])
  const last = received.at(-1)
  const lastOwn = received.findLast(({ author_id }) => author_id === person.id)?.seq ?? 0
  // Nobody reads anything here but by writing.
  const expected = received.filter(({ seq, author_id }) => seq > lastOwn && author_id !== person.id).length
  const [listed] = data
  const problems: string[] = []
  const say = (what: string) => problems.push(`${person.id}: ${what}`)
  if (data.length !== 1) say(`lists ${data.length} conversations`)
  if (listed?.last_seq !== last?.seq) say(`lists message ${listed?.last_seq} as the last, not ${last?.seq}`)
  if (listed?.last_message?.body !== last?.body) say(`lists "${listed?.last_message?.body}", not "${last?.body}"`)
  if (listed?.unread_messages_count !== expected) say(`lists ${listed?.unread_messages_count} unread, not ${expected}`)
  if (unread !== expected) say(`counts ${unread} unread, not ${expected}`)
  return problems
}

function judge({ id, clients }: Talk): string[] {
  const problems: string[] = []
  const all = new Map(clients.flatMap((client) => [...client.acked]))
  const word = (received: ReceivedMessage[]) =>
    received.map(({ seq, author_id, body }) => `${seq} ${author_id} ${body}`)
  for (const { person, received, gaps } of clients) {
    const say = (what: string) => problems.push(`${person.id} in ${id}: ${what}`)
    if (gaps > 0) say(`the log had ${gaps} gaps`)
    const counts = new Map<string, number>()
    for (const { body } of received) counts.set(body, (counts.get(body) ?? 0) + 1)
    for (const [body, count] of counts) if (count > 1) say(`received "${body}" ${count} times`)
    for (const [at, { seq }] of received.entries()) if (seq !== at + 1) say(`received ${seq} as number ${at + 1}`)
    for (const [body, seq] of all) {
      const found = received.find((one) => one.body === body)
      if (!found) say(`never received "${body}", which was acknowledged`)
      else if (found.seq !== seq) say(`received "${body}" as ${found.seq}, which was acknowledged as ${seq}`)
    }
  }
  const [one, other] = clients.map(({ received }) => word(received).join("\n"))
  if (one !== other) problems.push(`${id}: the two received different messages`)
  return problems
}
