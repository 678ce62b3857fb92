import { env } from "cloudflare:workers"
import { beforeEach, describe, expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { auditLog, auditTiles } from "~/db/schema"
import { anchorAuditLog } from "~/domain/core/audit/archive/anchors.server"
import { archiveAuditLog } from "~/domain/core/audit/archive/archive.server"
import { logOf } from "~/domain/core/audit/archive/log-source.server"
import { anchorKey, gunzip, gzip, makeTile, tileFolder, tileKey } from "~/domain/core/audit/archive/tile"
import { verifyLog } from "~/domain/core/audit/archive/verify"
import { sealsAfter } from "~/domain/core/audit/chain"
import { sealAuditLog, sweepAuditLog } from "~/domain/core/audit/log.server"
import { createFiles } from "../../../../worker/adapters/r2-files"
import { takeLog, watchLog } from "../../helpers/log"
import { insertStaffMember } from "../../helpers/member"
import { DAY, db } from "../../helpers/rows"

watchLog()

const raw = (sql: string) => env.DB.prepare(sql).run()
const old = () => Date.now() - 100 * DAY

/** Changes what the database guards, as somebody with the database in hand could. */
async function tamper(...statements: string[]): Promise<void> {
  const { results } = await env.DB.prepare(
    "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE 'audit_%'",
  ).all<{ name: string; sql: string }>()
  for (const { name } of results) await raw(`DROP TRIGGER ${name}`)
  for (const statement of statements) await raw(statement)
  for (const { sql } of results) await raw(sql)
}

const ctx = {
  db: openDatabase(env.DB, "first-primary").db,
  now: () => Date.now(),
  files: createFiles(env.MEDIA),
  logError: (event: string, error: unknown, fields: object) =>
    console.error(JSON.stringify({ level: "error", event, error: String(error), ...fields })),
}

const verified = async () => verifyLog(logOf(ctx), Date.now())
const faultsOf = async () => (await verified()).faults
const keys = async () => (await env.MEDIA.list({ prefix: tileFolder })).objects.map(({ key }) => key)
const rowsLeft = async () =>
  (await env.DB.prepare("SELECT seq FROM audit_log ORDER BY seq").all<{ seq: number }>()).results.map(({ seq }) => seq)

/** Runs rounds of the step until there is nothing left to move. */
async function archive(length = 10): Promise<void> {
  for (let rounds = 0; (await archiveAuditLog(ctx, null, length)) !== null; rounds += 1)
    if (rounds > 50) throw new Error("The step does not end")
}

async function write(count: number, at: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await db.insert(auditLog).values({
      at: at + n,
      actorId: n % 2 ? "a" : "b",
      action: "member.warn",
      targetKind: "member",
      targetId: `m${n % 3}`,
      reason: n % 5 ? null : "Words with “é” and\na line",
    })
  while ((await sealAuditLog(ctx)) !== null);
}

/** Empties log and archive, and writes 25 old entries and three new ones. */
beforeEach(async () => {
  const stored = (await env.MEDIA.list({ prefix: "audit/" })).objects.map(({ key }) => key)
  await env.MEDIA.delete(stored)
  await tamper(
    "DELETE FROM audit_tiles",
    "DELETE FROM audit_seals",
    "DELETE FROM audit_log",
    "DELETE FROM sqlite_sequence WHERE name = 'audit_log'",
  )
  await write(25, old())
  await write(3, Date.now())
})

describe("the archive of the audit log", () => {
  test("takes whole tiles of old entries, oldest first; log and tiles together are one chain", async () => {
    const before = await verified()
    expect(before).toMatchObject({ faults: [], rows: 28, tiles: 0 })
    await archive()
    expect(await rowsLeft()).toEqual([21, 22, 23, 24, 25, 26, 27, 28])
    expect(await keys()).toHaveLength(2)
    expect(await verified()).toEqual({ ...before, tiles: 2 })
    await write(2, Date.now())
    expect(await verified()).toMatchObject({ faults: [], rows: 30, tiles: 2 })
  })

  test("takes nothing that is younger than 90 days, not sealed, the last entry, or less than a tile", async () => {
    await archive(26)
    expect(await keys()).toEqual([])
    await tamper("DELETE FROM audit_log WHERE seq > 20", "DELETE FROM audit_seals WHERE seq > 15")
    await archive(16)
    await tamper("DELETE FROM audit_log WHERE seq > 10", "DELETE FROM audit_seals WHERE seq > 10")
    await archive(10)
    expect(await keys()).toEqual([])
    expect(await rowsLeft()).toHaveLength(10)
  })

  test("is the same when a round is repeated, and when two run at once", async () => {
    await Promise.all([archiveAuditLog(ctx, null, 10), archiveAuditLog(ctx, null, 10), archiveAuditLog(ctx, null, 10)])
    await archive()
    await archive()
    expect(await keys()).toHaveLength(2)
    expect(await db.select().from(auditTiles)).toHaveLength(2)
    expect(await faultsOf()).toEqual([])
  })

  test.each(["file", "row"])("goes on when it was stopped after the %s of a tile was written", async (what) => {
    const step = what === "file" ? "INSERT ON audit_tiles" : "DELETE ON audit_log"
    await raw(`CREATE TRIGGER killed BEFORE ${step} BEGIN SELECT RAISE(ABORT, 'killed'); END`)
    await expect(archiveAuditLog(ctx, null, 10)).rejects.toThrow()
    await raw("DROP TRIGGER killed")
    expect(await keys()).toHaveLength(1)
    expect(await rowsLeft()).toHaveLength(28)
    expect(await db.select().from(auditTiles)).toHaveLength(what === "file" ? 0 : 1)
    expect(await faultsOf()).toEqual([])
    await archive()
    expect(await keys()).toHaveLength(2)
    expect(await verified()).toMatchObject({ faults: [], rows: 28, tiles: 2 })
  })

  test("writes no file twice: a locked bucket would refuse it", async () => {
    await raw("CREATE TRIGGER killed BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'killed'); END")
    await expect(archiveAuditLog(ctx, null, 10)).rejects.toThrow("killed")
    await raw("DROP TRIGGER killed")
    await tamper("DELETE FROM audit_tiles")
    const [key = ""] = await keys()
    const first = await env.MEDIA.head(key)
    await archiveAuditLog(ctx, null, 10)
    expect((await env.MEDIA.head(key))?.uploaded).toEqual(first?.uploaded)
  })

  test("deletes no row whose tile was lost or changed since", async () => {
    await raw("CREATE TRIGGER killed BEFORE DELETE ON audit_log BEGIN SELECT RAISE(ABORT, 'killed'); END")
    await expect(archiveAuditLog(ctx, null, 10)).rejects.toThrow("killed")
    await raw("DROP TRIGGER killed")
    const [key = ""] = await keys()
    await env.MEDIA.put(key, "nothing")
    expect(await archiveAuditLog(ctx, null, 10)).toBeNull()
    await env.MEDIA.delete(key)
    expect(await archiveAuditLog(ctx, null, 10)).toBeNull()
    expect(takeLog("audit.archive_refused")).toHaveLength(2)
    expect(await rowsLeft()).toHaveLength(28)
  })

  test("takes no entry that was altered after it was sealed", async () => {
    await tamper("UPDATE audit_log SET reason = 'another' WHERE seq = 4")
    expect(await archiveAuditLog(ctx, null, 10)).toBeNull()
    expect(takeLog("audit.archive_refused")).toMatchObject([{ seq: 4 }])
    expect(await keys()).toEqual([])
  })
})

describe("a fault of the archive is named", () => {
  beforeEach(() => archive())

  /** Changes the text of the first tile. */
  async function change(edit: (text: string) => string): Promise<void> {
    const [key = ""] = await keys()
    const text = (await gunzip((await env.MEDIA.get(key))?.body as ReadableStream)) ?? ""
    await env.MEDIA.put(key, await gzip(edit(text)))
  }

  test("a missing tile", async () => {
    await env.MEDIA.delete((await keys())[0] ?? "")
    expect(await faultsOf()).toEqual([{ seq: 1, kind: "tile_missing" }])
  })

  test("an altered row of a tile, by its number", async () => {
    await change((text) => text.replace("[4,", "[4,").replace(/^(\[4,.*)"member.warn"/m, '$1"member.ban"'))
    expect(await faultsOf()).toEqual([{ seq: 4, kind: "row_altered" }])
  })

  test("a tile that lacks its last rows, and one that is no tile", async () => {
    await change((text) => text.split("\n").slice(0, 7).join("\n"))
    expect(await faultsOf()).toEqual([{ seq: 1, kind: "tile_altered" }])
    await change(() => "not a tile")
    expect(await faultsOf()).toEqual([{ seq: 1, kind: "tile_altered" }])
  })

  test("a tile whose description was replaced, and one that was taken out with its description", async () => {
    await tamper("UPDATE audit_tiles SET last_hash = 'x' WHERE first_seq = 11")
    expect((await faultsOf()).map(({ seq }) => seq)).toEqual([11, 21])
    await tamper("DELETE FROM audit_tiles WHERE first_seq = 11")
    expect((await faultsOf())[0]).toEqual({ seq: 11, kind: "row_missing" })
  })

  test("a tile that is missing between two others, and one that was made again without those before it", async () => {
    await tamper("DELETE FROM audit_tiles", "DELETE FROM audit_seals", "DELETE FROM audit_log")
    await write(35, old())
    await write(1, Date.now())
    await archive()
    const [, second, third] = await db.select().from(auditTiles)
    expect([third?.firstSeq, await faultsOf()]).toEqual([(second?.lastSeq ?? 0) + 1, []])
    const seq = second?.firstSeq ?? 0
    const forged = Array.from({ length: 10 }, (_, n) => ({
      seq: seq + n,
      at: old(),
      actor_id: null,
      action: "member.warn",
      target_kind: "member",
      target_id: "forged",
      reason: null,
      details: "{}",
    }))
    const { tile, text } = makeTile(forged, sealsAfter(null, forged))
    await tamper(
      `UPDATE audit_tiles SET prev_hash = '', last_hash = '${tile.last_hash}', sha256 = '${tile.sha256}' WHERE first_seq = ${seq}`,
    )
    await env.MEDIA.put(tileKey(tile), await gzip(text))
    expect(await faultsOf()).toEqual([
      { seq, kind: "tile_altered" },
      { seq: third?.firstSeq, kind: "tile_altered" },
    ])
    await tamper(`DELETE FROM audit_tiles WHERE first_seq = ${seq}`)
    expect(await faultsOf()).toEqual([{ seq, kind: "tile_missing" }])
  })

  test.each([
    "UPDATE audit_tiles SET sha256 = 'x'",
    "DELETE FROM audit_tiles WHERE first_seq = 1",
    "DELETE FROM audit_log WHERE seq = 21",
    "DELETE FROM audit_seals WHERE seq = 21",
  ])("%s is refused by the database", async (statement) => {
    await expect(raw(statement)).rejects.toThrow(/append_only/)
  })

  test("the database takes no tile of entries that are young, unsealed, not the oldest, or of another chain", async () => {
    const tile = (values: string) =>
      raw(`INSERT INTO audit_tiles (first_seq, last_seq, first_at, last_at, prev_hash, last_hash, sha256)
        SELECT ${values} FROM audit_seals AS f, audit_seals AS l WHERE f.seq = 21 AND l.seq = 24`)
    const at = `${old()}, ${old()}`
    for (const values of [
      `21, 28, ${at}, f.prev_hash, (SELECT hash FROM audit_seals WHERE seq = 28), 'x'`,
      `22, 24, ${at}, f.hash, l.hash, 'x'`,
      `21, 24, ${at}, 'another', l.hash, 'x'`,
      `21, 24, ${at}, f.prev_hash, 'another', 'x'`,
      `21, 24, ${at}, f.prev_hash, NULL, 'x'`,
    ])
      await expect(tile(values), values).rejects.toThrow(/tiles_continue|NOT NULL/)
    await tile(`21, 24, ${at}, f.prev_hash, l.hash, 'x'`)
  })
})

describe("the list of the audit log", () => {
  beforeEach(() => archive())

  test("goes on into the tiles, page by page and filtered, and each entry is listed once", async () => {
    const auditor = await insertStaffMember("auditor")
    const list = async (query: string) =>
      (await auditor.call("GET", `/admin/audit?${query}`)).json<{
        data: { seq: number }[]
        next_cursor: string | null
      }>()
    const seqs = async (query: string) => (await list(query)).data.map(({ seq }) => seq)
    expect(await seqs(`target_id=m1&to=${Date.now() - 95 * DAY}`)).toEqual([23, 20, 17, 14, 11, 8, 5, 2])
    expect(await seqs(`actor=a&target_id=m1&to=${Date.now() - 95 * DAY}`)).toEqual([20, 14, 8, 2])
    expect(await seqs(`to=${old() - 10 * DAY}`)).toEqual([])
    await write(40, Date.now())
    const first = await list("action=member.warn")
    expect(first.data).toHaveLength(50)
    const second = await list(`action=member.warn&cursor=${encodeURIComponent(first.next_cursor ?? "")}`)
    expect([...first.data, ...second.data].map(({ seq }) => seq).toSorted((a, b) => a - b)).toEqual(
      expect.arrayContaining(Array.from({ length: 25 }, (_, n) => n + 1)),
    )
    expect(new Set([...first.data, ...second.data].map(({ seq }) => seq)).size).toBe(68)
    expect(second.next_cursor).toBeNull()
  })

  test("reads four tiles of a page at most, and says where it goes on", async () => {
    await tamper("DELETE FROM audit_tiles", "DELETE FROM audit_seals", "DELETE FROM audit_log")
    await write(65, old())
    await write(1, Date.now())
    await archive()
    const auditor = await insertStaffMember("auditor")
    const pageOf = async (cursor: string | null) =>
      (
        await auditor.call("GET", `/admin/audit?target_id=m0${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ""}`)
      ).json<{
        data: { seq: number }[]
        next_cursor: string | null
      }>()
    const first = await pageOf(null)
    expect(first.next_cursor).not.toBeNull()
    const second = await pageOf(first.next_cursor)
    expect(second.next_cursor).toBeNull()
    expect([
      first.data.length,
      second.data.length,
      new Set([...first.data, ...second.data].map(({ seq }) => seq)).size,
    ]).toEqual([16, 7, 23])
  })

  test("fails where a tile is missing: what is not listed was not there", async () => {
    await env.MEDIA.delete(await keys())
    const auditor = await insertStaffMember("auditor")
    expect((await auditor.call("GET", "/admin/audit?target_id=m1")).status).toBe(500)
    expect(takeLog("request.failed")).toHaveLength(1)
  })
})

describe("after six years", () => {
  test("the oldest tile goes, file and row, and what is left is whole", async () => {
    await archive()
    const past = Date.now() - 6 * 366 * DAY - 2 * DAY
    await expect(raw("DELETE FROM audit_tiles WHERE first_seq = 1")).rejects.toThrow(/append_only/)
    await tamper(`UPDATE audit_tiles SET first_at = ${past}, last_at = ${past} WHERE first_seq = 1`)
    await sweepAuditLog(ctx)
    expect((await db.select().from(auditTiles)).map(({ firstSeq }) => firstSeq)).toEqual([11])
    expect(await keys()).toHaveLength(1)
    expect(await faultsOf()).toEqual([])
  })
})

describe("an anchor", () => {
  test("is written once a day, and a chain that was computed again differs from it", async () => {
    await anchorAuditLog(ctx)
    const stored = await (await env.MEDIA.get(anchorKey(Date.now())))?.json<{ seq: number; hash: string }>()
    expect(stored).toEqual({ seq: 28, hash: (await verified()).head?.hash })
    await write(1, Date.now())
    await anchorAuditLog(ctx)
    expect(await (await env.MEDIA.get(anchorKey(Date.now())))?.json()).toEqual(stored)
    await tamper("UPDATE audit_log SET reason = 'another' WHERE seq = 27", "DELETE FROM audit_seals")
    while ((await sealAuditLog(ctx)) !== null);
    expect(await faultsOf()).toEqual([{ seq: 28, kind: "anchor_differs" }])
    await anchorAuditLog(ctx)
    expect(takeLog("audit.anchor_differs")).toHaveLength(1)
  })

  test("is held against the tiles once its entry is in one", async () => {
    await env.MEDIA.put(anchorKey(Date.now()), JSON.stringify({ seq: 7, hash: "another" }))
    await archive()
    expect(await faultsOf()).toEqual([{ seq: 7, kind: "anchor_differs" }])
  })
})
