import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { DatabaseSync } from "node:sqlite"
import { convertV4MiniflareOptions, Miniflare, type V4WorkerOptions } from "miniflare"
import { unstable_getMiniflareWorkerOptions } from "wrangler"
import { run, wranglerCli } from "../lib/setup.mjs"
import { accounts } from "./accounts.ts"
import { type Chat, chats, type Party } from "./content/chats.ts"
import { ulid } from "./ids.ts"
import { random } from "./random.ts"

const hour = 60 * 60 * 1000

/** A conversation whose messages are to be written into its room. */
interface Planned extends Chat {
  id: string
  ids: { asker: string; owner: string }
}

/** The part of a room's interface used here (app/domain/core/ports/chat.ts). */
interface Room {
  open(members: { id: string; asker: string; owner: string }, now: number): Promise<void>
  post(user: string, message: { clientId: string; body: string; replyTo: null }, now: number): Promise<object>
  answer(user: string, state: string, now: number): Promise<object>
  read(user: string, seq: number, isShared: boolean): Promise<object>
  settle(): Promise<void>
}

/**
 * Writes the rows of the demo's conversations; their messages live in rooms, which `fillRooms` fills once the database
 * is closed.
 */
export function insertChats(db: DatabaseSync, { seed, now }: { seed: number; now: number }): Planned[] {
  const people = peopleOf(db)
  const ids = random(seed, "chats")
  const planned = chats.flatMap((chat) => {
    const [asker, owner] = [people.get(chat.asker), people.get(chat.owner)]
    const begun = now - (chat.messages[0]?.hoursAgo ?? 0) * hour
    return asker && owner ? [{ ...chat, id: ulid(begun, ids), ids: { asker, owner }, begun }] : []
  })
  const conversation = db.prepare(
    "INSERT INTO conversations (id, last_seq, pair, state, created_at, updated_at) VALUES (?, 0, ?, 'request', ?, ?)",
  )
  const member = db.prepare(
    "INSERT INTO conversation_members (user_id, conversation_id, role, read_seq) VALUES (?, ?, ?, 0)",
  )
  for (const { id, ids, begun } of planned) {
    conversation.run(id, [ids.asker, ids.owner].sort().join(" "), begun, begun)
    for (const role of ["asker", "owner"] as const) member.run(ids[role], id, role)
  }
  return planned
}

function peopleOf(db: DatabaseSync): Map<Party, string> {
  const people = new Map<Party, string>()
  for (const { email } of accounts) {
    const [name = ""] = email.split("@")
    const row = db.prepare("SELECT id FROM users WHERE email = ?").get(email)
    if (row) people.set(name as Party, String(row.id))
  }
  const others = db
    .prepare(
      "SELECT owner_id FROM profiles WHERE state = 'published' AND owner_id NOT IN (SELECT id FROM users WHERE email LIKE '%@salon.test') ORDER BY id LIMIT 3",
    )
    .all()
  for (const [at, row] of others.entries()) people.set(`profile ${at + 1}` as Party, String(row.owner_id))
  return people
}

/** Deletes what rooms and channels stored of the previous demo. */
export function emptyRooms(persist: string): void {
  for (const name of ["ChatRoom", "UserChannel"])
    rmSync(join(persist, "v3/do", `salon-${name}`), { recursive: true, force: true })
}

/** Posts the demo's messages in the built Worker's own rooms, at their times. */
export async function fillRooms(persist: string, planned: Planned[], now: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "salon-seed-"))
  await run(process.execPath, [wranglerCli, "deploy", "--dry-run", "--outdir", folder], { quiet: true })
  const miniflare = start(folder, join(persist, "v3"))
  try {
    const rooms = await miniflare.getDurableObjectNamespace("ChatRoom")
    for (const chat of planned) {
      const room = rooms.get(rooms.idFromName(chat.id)) as unknown as Room
      await fill(room, chat, now)
      await room.settle()
    }
  } finally {
    await miniflare.dispose()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fill(room: Room, { id, ids, state, messages, read }: Planned, now: number): Promise<void> {
  const at = (hours: number) => Math.round(now - hours * hour)
  await room.open({ id, ...ids }, at(messages[0]?.hoursAgo ?? 0))
  for (const [index, { hoursAgo, from, text }] of messages.entries()) {
    if (index === 1 && state !== "request") await room.answer(ids.owner, state, at(hoursAgo))
    await room.post(ids[from], { clientId: `demo-${index + 1}`, body: text, replyTo: null }, at(hoursAgo))
  }
  for (const role of ["asker", "owner"] as const) await room.read(ids[role], read[role], true)
}

function start(folder: string, state: string): Miniflare {
  const { workerOptions, externalWorkers } = unstable_getMiniflareWorkerOptions("wrangler.toml")
  // Without consumers: what the rooms enqueue waits for the app, which alone has the settings to consume it.
  const { assets: _, modulesRules: __, queueConsumers: ___, ...options } = workerOptions
  const entry = readdirSync(folder).find((file) => file.endsWith(".js")) ?? ""
  const worker = {
    ...options,
    // The name that prefixes the rooms' storage.
    name: "salon",
    modules: [{ type: "ESModule", path: join(folder, entry) }],
    modulesRoot: folder,
  } as V4WorkerOptions
  return new Miniflare(
    convertV4MiniflareOptions({
      workers: [worker, ...externalWorkers],
      cf: false,
      logRequests: false,
      resourcePersistencePath: state,
    }),
  )
}
