import { env } from "cloudflare:workers"
import { mkdirSync } from "node:fs"
import { expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { dataRequests } from "~/db/schema"
import { tableSources } from "~/db/table-sources"
import { runErasure } from "~/domain/privacy/erasure.server"
import { listErasures, sweepLedger } from "~/domain/privacy/ledger.server"
import { newId } from "~/lib/id"
import { backUp } from "../../../../scripts/backup/back-up"
import { catchUp } from "../../../../scripts/backup/restore"
import { createCtx } from "../../../../worker/context"
import { fetchApp, withAccess } from "../../helpers/app"
import { insertOwner, insertPair, insertPremium, type Person, personOf, rested } from "../../helpers/chat"
import { takeLog } from "../../helpers/log"
import { db } from "../../helpers/rows"
import { ask, beginAnew, caller } from "./copies"

const DAY = 24 * 60 * 60 * 1_000
const ctx = (now = Date.now()) => ({
  ...createCtx(env, openDatabase(env.DB, "first-primary").db, () => {}),
  now: () => now,
})

/** Remembers the database as it is; the function returned puts it back, as Time Travel does: the objects stay as they are. */
async function remember(): Promise<() => Promise<void>> {
  const tables = tableSources.map(({ table }) => table)
  const { results: triggers } = await env.DB.prepare("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all<{
    name: string
    sql: string
  }>()
  const copies = new Map<string, Record<string, unknown>[]>()
  for (const table of tables) copies.set(table, (await env.DB.prepare(`SELECT * FROM "${table}"`).all()).results)
  return async () => {
    const statements = [
      ...triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)),
      ...tables.map((table) => env.DB.prepare(`DELETE FROM "${table}"`)),
    ]
    for (const table of tables.toReversed())
      for (const row of copies.get(table) ?? []) {
        const columns = Object.keys(row)
        const insert = `INSERT INTO "${table}" (${columns.map((one) => `"${one}"`).join(", ")}) VALUES (${columns.map(() => "?").join(", ")})`
        statements.push(env.DB.prepare(insert).bind(...Object.values(row)))
      }
    await env.DB.batch([...statements, ...triggers.map(({ sql }) => env.DB.prepare(sql))])
  }
}

async function erase(person: Person): Promise<void> {
  const now = Date.now()
  const id = newId(now)
  const times = { runAt: now, createdAt: now, updatedAt: now }
  await db.insert(dataRequests).values({ id, userId: person.id, kind: "erasure", state: "requested", ...times })
  await runErasure(ctx(), id)
}

const textsOf = async (person: Person, id: string) =>
  (await person.thread(id)).data.map(({ body }) => body).filter((body) => body !== null)

test("a conversation begun after the moment of a restore is listed again for both, and a new message shows in it", async () => {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const travelBack = await remember()
  const { conversation } = await (await member.ask(owner.slug, "Begun since")).json<{ conversation: { id: string } }>()
  await owner.call("POST", `/conversations/${conversation.id}/accept`)
  await member.send(conversation.id, "Second")
  await rested(conversation.id)
  await travelBack()
  const [one, other] = [await personOf(member.user), await personOf(owner.user)]
  // Their inboxes know it all along; without the database nobody is found by name, and nobody may listen.
  expect(await one.conversations()).toMatchObject([{ id: conversation.id, last_seq: 2 }])
  expect(await one.conversations(`?q=${encodeURIComponent(owner.profile.name)}`)).toEqual([])

  await catchUp(caller(), Date.now() - DAY)
  expect(await one.conversations()).toMatchObject([{ id: conversation.id, state: "accepted", last_seq: 2 }])
  expect(await one.conversations(`?q=${encodeURIComponent(owner.profile.name)}`)).toHaveLength(1)
  expect(await other.conversations()).toMatchObject([
    { id: conversation.id, last_message: { body: "Second" }, unread_messages_count: 2 },
  ])
})

test("a message alone lists a conversation that a restored database has lost, without any command", async () => {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const travelBack = await remember()
  const { conversation } = await (await member.ask(owner.slug)).json<{ conversation: { id: string } }>()
  await rested(conversation.id)
  await travelBack()
  const [one, other] = [await personOf(member.user), await personOf(owner.user)]
  expect((await other.call("POST", `/conversations/${conversation.id}/accept`)).status).toBe(200)
  await one.send(conversation.id, "Are you there?")
  await rested(conversation.id)
  expect(await other.conversations()).toMatchObject([{ id: conversation.id, last_message: { body: "Are you there?" } }])
  expect(await other.unread()).toBe(2)
})

test("a lost conversation is listed beside the one that its pair began meanwhile", async () => {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const travelBack = await remember()
  const lost = await (await member.ask(owner.slug, "The first")).json<{ conversation: { id: string } }>()
  await rested(lost.conversation.id)
  await travelBack()
  const one = await personOf(member.user)
  const second = await (await one.ask(owner.slug, "The second")).json<{ conversation: { id: string } }>()
  await rested(second.conversation.id)
  await catchUp(caller(), Date.now() - DAY)
  const ids = (await one.conversations()).map(({ id }) => id)
  expect(ids.toSorted()).toEqual([lost.conversation.id, second.conversation.id].toSorted())
})

test("a moment that the ledger does not reach back to is refused", async () => {
  await expect(catchUp(caller(), Date.now() - 61 * DAY)).rejects.toThrow("backup.too_old")
})

test("an erasure after a restore leaves no text in rooms that the database does not know", async () => {
  const [member, owner] = [await insertPremium(), await insertOwner()]
  const travelBack = await remember()
  const { conversation } = await (await member.ask(owner.slug, "Secret one")).json<{ conversation: { id: string } }>()
  await owner.call("POST", `/conversations/${conversation.id}/accept`)
  await member.send(conversation.id, "Secret two")
  await owner.send(conversation.id, "Mine stays")
  await rested(conversation.id)
  await travelBack()
  await erase(await personOf(member.user))
  expect(await textsOf(await personOf(owner.user), conversation.id)).toEqual(["Mine stays"])
})

test("an erasure that a restore has undone is carried out again, without a second mail", async () => {
  const { member, owner, id } = await insertPair()
  await member.send(id, "Before the backup")
  await rested(id)
  const travelBack = await remember()
  await erase(member)
  await travelBack()
  const isThere = async () =>
    (await env.DB.prepare("SELECT 1 FROM users WHERE id = ?").bind(member.id).all()).results.length
  // A mail of an earlier erasure may be delivered meanwhile, and its row is deleted.
  const mails = async () =>
    (await env.DB.prepare("SELECT id FROM outbox_emails WHERE template = 'erasure-done'").all()).results.map(
      ({ id }) => id,
    )
  expect(await isThere()).toBe(1)
  const before = await mails()
  await catchUp(caller(), Date.now() - DAY)
  expect(await isThere()).toBe(0)
  expect((await mails()).filter((id) => !before.includes(id))).toEqual([])
  expect(await textsOf(await personOf(owner.user), id)).toEqual([])
  // Once more: nothing is left to do.
  await catchUp(caller(), Date.now() - DAY)
})

test("the ledger of erasures holds a day and an id, for sixty days, and refuses a backup from before them", async () => {
  const { member } = await insertPair()
  await erase(member)
  expect(await listErasures(ctx(), Date.now() - DAY)).toContain(member.id)
  const file = (await env.MEDIA.list({ prefix: "erasures/" })).objects.find(({ key }) => key.endsWith(member.id))
  expect(await (await env.MEDIA.get(file?.key ?? ""))?.text()).toBe("erased")
  await sweepLedger(ctx(Date.now() + 59 * DAY))
  expect(await listErasures(ctx(), 0)).toContain(member.id)
  await sweepLedger(ctx(Date.now() + 62 * DAY))
  expect(await listErasures(ctx(), 0)).toEqual([])
  expect((await ask("catch-up", { since: Date.now() - 61 * DAY })).status).toBe(409)
})

test("a page that was kept under a later epoch is not served after a restore", async () => {
  const { owner } = await insertPair()
  const travelBack = await remember()
  const open = async () => (await fetchApp(`/escorts/${owner.slug}`, await withAccess())).text()
  const rename = (name: string) =>
    env.DB.prepare("UPDATE profiles SET name = ? WHERE owner_id = ?").bind(name, owner.id).run()
  await rename("Later Name")
  expect(await open()).toContain("Later Name")
  await travelBack()
  await catchUp(caller(), Date.now() - DAY)
  await rename("Present Name")
  const { epoch } = (await env.DB.prepare("SELECT epoch FROM content_epoch").first<{ epoch: number }>()) ?? { epoch: 0 }
  expect(epoch).toBeGreaterThan(Date.now() - 60_000)
  expect(await open()).not.toContain("Later Name")
})

test("a nightly backup is stored in parts, whole with its manifest, and deleted after thirty days", async () => {
  const { startNightlyBackup, runBackup } = await import("~/domain/operations/backup/nightly.server")
  const { createBackupStore } = await import("../../../../worker/adapters/backup-store")
  const { firstCursor, Manifest, manifestName } = await import("~/domain/operations/backup/schema")
  const { sealerOf } = await import("~/domain/operations/backup/seal")
  // The database of the tests before still changes: their mails are delivered.
  await beginAnew()
  const pair = await insertPair()
  await pair.member.send(pair.id, "To keep")
  // Unread, it would be pushed while the backup is made: the channel would change.
  await pair.owner.call("POST", `/conversations/${pair.id}/read`, { seq: 2 })
  await rested(pair.id)
  const store = createBackupStore(env.MEDIA)
  const key = "b".repeat(43)
  const jobs: { kind: string; id: string; cursor: never }[] = []
  const at = (now: number) => ({
    ...ctx(now),
    backup: { key, store },
    enqueueJob: (job: object) => jobs.push(job as never),
  })
  const now = Date.now()
  await startNightlyBackup(at(now) as never)
  const [{ id } = { id: "" }] = jobs
  expect(jobs).toMatchObject([{ kind: "backup", cursor: firstCursor }])
  // Time that passes with each look: the job goes on in the next.
  let time = now
  const slow = { ...at(now), now: () => (time += 4_000) }
  for (let job = jobs.shift(); job; job = jobs.shift()) await runBackup(slow as never, job.id, job.cursor)
  const sealed = await store.read(id, manifestName)
  const { open } = await sealerOf(key, id)
  const manifest = Manifest.parse(JSON.parse(await open(manifestName, sealed ?? new Uint8Array())))
  mkdirSync("/tmp/nightly", { recursive: true })
  const pulled = await backUp(caller(), "/tmp/nightly/pulled")
  const without = (sums: { name: string }[]) => sums.filter(({ name }) => name !== "files")
  expect(without(manifest.sums)).toEqual(without(pulled.sums))
  await startNightlyBackup(at(now + 29 * DAY) as never)
  expect(await store.list()).toEqual([id])
  await startNightlyBackup(at(now + 31 * DAY) as never)
  expect(await store.list()).toEqual([])
  expect(takeLog("backup.overdue")).toHaveLength(2)
})
