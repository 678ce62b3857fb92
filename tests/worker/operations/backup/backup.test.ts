import { env } from "cloudflare:workers"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import { tableSources } from "~/db/table-sources"
import { type SchemaObject, schemaObjects, selectObjects } from "~/db/triggers"
import { readStep } from "~/domain/operations/backup/backup.server"
import { sealerOf } from "~/domain/operations/backup/seal"
import { sourceNames } from "~/domain/operations/backup/sources"
import { backUp } from "../../../../scripts/backup/back-up"
import { restore } from "../../../../scripts/backup/restore"
import { createCtx } from "../../../../worker/context"
import { fetchApp, fetchWith, withAccess } from "../../helpers/app"
import { insertPair, personOf, rested } from "../../helpers/chat"
import { ask, backupKey, beginAnew, caller, restoring } from "./copies"

const ctx = () => createCtx({ ...env, BACKUP_KEY: backupKey } as Env, openDatabase(env.DB, null).db, () => {})

let folders = 0
function newFolder(): string {
  folders += 1
  mkdirSync("/tmp/backups", { recursive: true })
  return `/tmp/backups/${folders}`
}

const withoutListing = (table: string, rows: Record<string, unknown>[]) =>
  table === "conversations" ? rows.map(({ updated_at: _, ...row }) => row) : rows

/** Sorted: a restored table without an explicit order can list its rows in another one. */
const rowsOf = async (table: string) =>
  (await env.DB.prepare(`SELECT * FROM "${table}"`).all()).results.toSorted((a, b) =>
    JSON.stringify(a).localeCompare(JSON.stringify(b)),
  )

/** Returns the rows of all tables but the epochs, which a restore raises; conversations without when they were listed. */
async function everything(): Promise<Record<string, unknown[]>> {
  const tables = tableSources.map(({ table }) => table).filter((table) => !table.startsWith("content_"))
  const rows = await Promise.all(tables.map(async (table) => withoutListing(table, await rowsOf(table))))
  return Object.fromEntries(tables.map((table, at) => [table, rows[at] ?? []]))
}

const found = async (word: string) =>
  (await (await fetchApp(`/api/profiles?q=${word}`, await withAccess())).json<{ data: { slug: string }[] }>()).data.map(
    ({ slug }) => slug,
  )

/** Two members who write to each other, one of them with a public profile. */
async function fill() {
  const { member, owner, id } = await insertPair()
  for (let at = 1; at <= 3; at++) await member.send(id, `Message ${at} to keep 🌲 "quoted"\n`)
  await owner.send(id, "An answer")
  await member.call("PUT", `/conversations/${id}/draft`, { body: "not sent yet", reply_to: 4 })
  await rested(id)
  return { member, owner, id }
}

describe("the sources of a backup", () => {
  test("every ordinary table of the migrated database is one of them, with its columns and its key", async () => {
    const { results } = await env.DB.prepare(
      `SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'
         AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name <> 'd1_migrations'`,
    ).all<{ name: string }>()
    expect(results.length).toBeGreaterThan(60)
    expect(tableSources.map(({ table }) => table).toSorted()).toEqual(results.map(({ name }) => name).toSorted())
    for (const { table, columns, key } of tableSources) {
      const { results: own } = await env.DB.prepare("SELECT name, pk FROM pragma_table_info(?)")
        .bind(table)
        .all<{ name: string; pk: number }>()
      expect([table, columns.toSorted()]).toEqual([table, own.map(({ name }) => name).toSorted()])
      const primary = own.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
      expect([table, key]).toEqual([table, primary.map(({ name }) => name)])
    }
  })

  test("a table is read before the tables that it refers to", async () => {
    const places = new Map(tableSources.map(({ table }, place) => [table, place]))
    for (const { table } of tableSources) {
      const { results } = await env.DB.prepare(`SELECT "table" AS parent FROM pragma_foreign_key_list(?)`)
        .bind(table)
        .all<{ parent: string }>()
      for (const { parent } of results)
        if (parent !== table) expect(places.get(parent)).toBeGreaterThan(places.get(table) ?? 0)
    }
  })

  test("a page of large rows is cut by its bytes, and no row is read twice or left out", async () => {
    const body = "é".repeat(150_000)
    const page = "INSERT INTO pages (id, slug, version, created_at, updated_at) VALUES (?, ?, 1, 1, 1)"
    const text = "INSERT INTO page_texts (page_id, locale, title, body) VALUES (?, 'en', 'x', ?)"
    for (let at = 0; at < 5; at++) {
      await env.DB.prepare(page).bind(`large-${at}`, `large-${at}`).run()
      await env.DB.prepare(text).bind(`large-${at}`, body).run()
    }
    let cursor = {
      part: 1,
      source: sourceNames.indexOf("page_texts"),
      after: null,
      within: 0,
      rows: 0,
      hash: "",
    } as never
    const pages: number[] = []
    for (;;) {
      const step = await readStep(ctx(), cursor)
      if (step.content.kind === "table") pages.push(step.content.rows.length)
      if (step.sum) break
      cursor = step.next as never
    }
    expect(pages).toEqual([1, 1, 1, 1, 1])
    await env.DB.prepare("DELETE FROM pages WHERE id LIKE 'large-%'").run()
  })
})

/** Each asks for every table several times. */
describe("a backup and its restore", { timeout: 120_000 }, () => {
  test("everything is there again in another database and other objects: rows, messages, search and triggers", async () => {
    const { member, owner, id } = await fill()
    const folder = newFolder()
    const before = {
      rows: await everything(),
      thread: (await member.thread(id)).data,
      events: await owner.get("/events?after=0"),
    }
    const manifest = await backUp(caller(), folder)
    expect(manifest.sums.map(({ name }) => name)).toEqual(sourceNames)
    expect(manifest.sums.find(({ name }) => name === "users")).toMatchObject({ rows: 2 })

    await beginAnew()
    const comparison = await restore(caller(restoring), folder)
    expect(comparison).toEqual({ different: [], leftOut: 0, missingFiles: [] })
    expect(await everything()).toEqual(before.rows)
    const [again, other] = [await personOf(member.user), await personOf(owner.user)]
    expect((await again.thread(id)).data).toEqual(before.thread)
    expect(await other.get("/events?after=0")).toEqual(before.events)
    expect(await found(owner.slug)).toEqual([owner.slug])
    const { results } = await env.DB.prepare(selectObjects).all<SchemaObject>()
    expect(results.map(({ name }) => name).toSorted()).toEqual(schemaObjects.map(({ name }) => name).toSorted())
    // Life goes on: the next message has the next number, and a change of the profile is found.
    expect(await (await again.send(id, "After the restore", "after-restore")).json()).toMatchObject({
      seq: before.thread.length + 1,
    })
    await env.DB.prepare("UPDATE profiles SET name = 'Renamed' WHERE owner_id = ?").bind(owner.id).run()
    expect(await found("renamed")).toEqual([owner.slug])
  })

  test("a backup and a restore that are interrupted go on where they were", async () => {
    const { member, id } = await fill()
    const folder = newFolder()
    const failing = (call: ReturnType<typeof caller>, after: number): ReturnType<typeof caller> => {
      let calls = 0
      return async (operation, body) => {
        calls += 1
        if (calls > after) throw new Error("interrupted")
        return call(operation, body)
      }
    }
    await expect(backUp(failing(caller(), 20), folder)).rejects.toThrow("interrupted")
    const read = vi.fn(caller())
    await backUp(read as never, folder)
    expect(read.mock.calls.length).toBeGreaterThan(10)
    expect(read.mock.calls[0]?.[1]).toMatchObject({ cursor: { part: 21 } })
    const before = await everything()

    await beginAnew()
    for (const after of [30, 70]) {
      await expect(restore(failing(caller(restoring), after), folder)).rejects.toThrow("interrupted")
    }
    expect(await restore(caller(restoring), folder)).toMatchObject({ different: [] })
    expect(await everything()).toEqual(before)
    expect((await (await personOf(member.user)).thread(id)).data).toHaveLength(5)
  })

  test("a row whose parent was deleted while the backup ran is left out and counted, and the others are there", async () => {
    await beginAnew()
    await fill()
    const folder = newFolder()
    const deletingLate = caller()
    await backUp(async (operation, body) => {
      const { cursor } = body as { cursor?: { source: number } }
      const isProfiles = operation === "read" && cursor?.source === sourceNames.indexOf("conversations")
      if (isProfiles) await env.DB.prepare("DELETE FROM conversations").run()
      return deletingLate(operation, body)
    }, folder)
    await beginAnew()
    const { leftOut } = await restore(caller(restoring), folder)
    expect(leftOut).toBeGreaterThan(0)
    expect(await rowsOf("users")).toHaveLength(2)
  })
})

describe("who may read and write a backup", { timeout: 60_000 }, () => {
  const cursor = { part: 1, source: 0, after: null, within: 0, rows: 0, hash: "" }
  const id = "20261120T120000Z-0123456789abcdef"

  test("without the operator's key there is nothing at the address, with or without the setting", async () => {
    expect((await ask("read", { id, cursor }, {}, "c".repeat(43))).status).toBe(404)
    expect((await ask("read", { id, cursor }, { BACKUP_KEY: "" })).status).toBe(404)
    expect((await fetchApp("/backup/read", { method: "POST", body: "{}" })).status).toBe(404)
    expect((await ask("read", { id, cursor })).status).toBe(200)
    expect((await ask("read", { id: "../x", cursor })).status).toBe(400)
  })

  test("a part opens with the key alone, under its own name alone, and unchanged", async () => {
    const { sealed } = await (await ask("read", { id, cursor })).json<{ sealed: string }>()
    const bytes = new Uint8Array(Buffer.from(sealed, "base64"))
    const own = await sealerOf(backupKey, id)
    expect(JSON.parse(await own.open("000001.part", bytes))).toMatchObject({ kind: "table" })
    await expect(own.open("000002.part", bytes)).rejects.toThrow("000002.part does not open")
    await expect((await sealerOf("c".repeat(43), id)).open("000001.part", bytes)).rejects.toThrow("does not open")
    await expect((await sealerOf(backupKey, `${id.slice(0, -1)}0`)).open("000001.part", bytes)).rejects.toThrow(
      "not open",
    )
    bytes[40] = (bytes[40] ?? 0) ^ 1
    await expect(own.open("000001.part", bytes)).rejects.toThrow("does not open")
  })

  test("nothing is written over while the setting is off, nor over a database with members", async () => {
    await beginAnew()
    await insertPair()
    const folder = newFolder()
    await backUp(caller(), folder)
    await expect(restore(caller(), folder)).rejects.toThrow("backup.restore_off")
    await expect(restore(caller(restoring), folder)).rejects.toThrow("backup.not_empty")
  })

  test("no part is loaded before its restore has begun, and none of a table that does not exist", async () => {
    const folder = newFolder()
    await backUp(caller(), folder)
    const sent = new Map<string, { id?: string }>()
    await beginAnew()
    await restore(async (operation, body) => {
      sent.set(operation, body)
      return caller(restoring)(operation, body)
    }, folder)
    await beginAnew()
    const call = caller(restoring)
    await expect(call("restore/load", sent.get("restore/load") ?? {})).rejects.toThrow("backup.not_begun")
    const { id = "" } = sent.get("restore/begin") ?? {}
    await call("restore/begin", sent.get("restore/begin") ?? {})
    const { seal } = await sealerOf(backupKey, id)
    const content = { kind: "table", table: "no_such_table", columns: ["id"], rows: [["1"]] }
    const sealed = Buffer.from(await seal("000001.part", JSON.stringify(content))).toString("base64")
    await expect(call("restore/load", { id, part: 1, sealed })).rejects.toThrow("backup.unknown_table")
  })

  test("a part that was changed on its way is refused before anything is loaded", async () => {
    const folder = newFolder()
    await backUp(caller(), folder)
    const file = `${folder}/000003.part`
    const part = new Uint8Array(readFileSync(file))
    part[30] = (part[30] ?? 0) ^ 1
    writeFileSync(file, part)
    await beginAnew()
    await expect(restore(caller(restoring), folder)).rejects.toThrow("000003.part is not the part that was written")
    expect(await rowsOf("users")).toEqual([])
  })

  test("the site is closed while it is restored, in the reader's language, and so are queues and cron", async () => {
    const page = await fetchWith(restoring, "http://fr.localhost:8787/")
    expect([page.status, page.headers.get("Retry-After")]).toEqual([503, "600"])
    expect(await page.text()).toContain("Nous restaurons nos données")
    const api = await fetchWith(restoring, "/api/profiles")
    expect([api.status, await api.json()]).toMatchObject([503, { code: "site.restoring" }])
    expect((await fetchWith(restoring, "/health")).status).toBe(200)
  })
})
