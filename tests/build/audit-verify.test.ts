import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { anchorKey, gzip, makeTile, tileKey } from "../../app/domain/core/audit/archive/tile"
import { sealsAfter } from "../../app/domain/core/audit/chain"
import { migrateLocal } from "../../scripts/lib/local-migrations"
import { openLocalStore } from "../../scripts/lib/local-store"
import { finish } from "../../scripts/lib/setup.mjs"
import { openDatabase } from "../../scripts/seed/database"

/** Each query of the command starts wrangler. */
const patience = 90_000
const folder = mkdtempSync(join(tmpdir(), "salon-audit-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function verify(persist = folder) {
  const command = ["scripts/audit-verify.ts", "--persist", persist]
  const { status, output } = await finish(process.execPath, command, { quiet: true, env: { CI: "1" } })
  return { status, output: output.trim() }
}

/** Changes what the database guards, as somebody with write access could. */
function tamper(...statements: string[]): void {
  const db = openDatabase(folder)
  for (const name of ["audit_log_unchanged", "audit_log_undeleted", "audit_seals_unchanged", "audit_seals_undeleted"])
    db.exec(`DROP TRIGGER IF EXISTS ${name}`)
  for (const statement of statements) db.exec(statement)
  db.close()
}

beforeAll(async () => {
  await migrateLocal(folder)
  const db = openDatabase(folder)
  const rows = [1, 2, 3].map((seq) => ({
    seq,
    at: Date.now(),
    actor_id: null,
    action: "faqs.hide",
    target_kind: "faqs",
    target_id: `q${seq}`,
    reason: null,
    details: "{}",
  }))
  const insertRow = db.prepare(
    "INSERT INTO audit_log (at, action, target_kind, target_id, details) VALUES (?, ?, ?, ?, ?)",
  )
  for (const { at, action, target_kind, target_id, details } of rows)
    insertRow.run(at, action, target_kind, target_id, details)
  const insertSeal = db.prepare("INSERT INTO audit_seals (seq, prev_hash, hash) VALUES (?, ?, ?)")
  for (const { seq, prev_hash, hash } of sealsAfter(null, rows)) insertSeal.run(seq, prev_hash, hash)
  db.close()
}, patience)

describe("npm run audit:verify", () => {
  test(
    "ends with 0 and the last seal while nothing was changed, then with 1 and the number of an altered row",
    async () => {
      const intact = await verify()
      expect(intact).toEqual({ status: 0, output: expect.any(String) })
      expect(intact.output).toMatch(/^3 rows, none changed or missing\. Last seal: 3 [0-9a-f]{64}$/)
      tamper("UPDATE audit_log SET reason = 'another' WHERE seq = 2")
      expect(await verify()).toEqual({ status: 1, output: "2: the row was changed after it was sealed" })
      tamper("UPDATE audit_log SET reason = NULL WHERE seq = 2", "DELETE FROM audit_log WHERE seq = 3")
      expect(await verify()).toEqual({ status: 1, output: expect.stringContaining("3: the row is missing") })
    },
    patience,
  )

  test(
    "reads the tiles and the anchors of the bucket too",
    async () => {
      const place = join(folder, "archived")
      await migrateLocal(place)
      const rows = [1, 2, 3].map((seq) => ({
        seq,
        at: 1,
        actor_id: null,
        action: "faqs.hide",
        target_kind: "faqs",
        target_id: `q${seq}`,
        reason: null,
        details: "{}",
      }))
      const { tile, text } = makeTile(rows, sealsAfter(null, rows))
      const db = openDatabase(place)
      db.exec("DROP TRIGGER audit_tiles_continue")
      db.prepare("INSERT INTO audit_tiles VALUES (?, ?, ?, ?, ?, ?, ?)").run(...Object.values(tile))
      db.exec("INSERT INTO sqlite_sequence (name, seq) VALUES ('audit_log', 3)")
      db.close()
      const { env, dispose } = await openLocalStore(place)
      await env.MEDIA.put(tileKey(tile), await gzip(text))
      expect(await verify(place)).toEqual({
        status: 0,
        output: expect.stringContaining("3 rows, 1 tiles, none changed"),
      })
      await env.MEDIA.put(anchorKey(Date.now()), JSON.stringify({ seq: 2, hash: "another" }))
      await env.MEDIA.put(tileKey(tile), await gzip(text.replace("q3", "q4")))
      expect(await verify(place)).toMatchObject({ status: 1, output: "3: the row was changed after it was sealed" })
      await env.MEDIA.put(tileKey(tile), await gzip(text))
      expect(await verify(place)).toMatchObject({
        status: 1,
        output: expect.stringMatching(/^2: the seal is not the one/),
      })
      await env.MEDIA.delete(tileKey(tile))
      await env.MEDIA.delete(anchorKey(Date.now()))
      expect(await verify(place)).toMatchObject({
        status: 1,
        output: "1: the tile that begins with this row is missing",
      })
      await dispose()
    },
    patience,
  )

  test(
    "ends with 2 and a sentence where there is no database",
    async () => {
      const nothing = await verify(join(folder, "empty"))
      expect(nothing.status).toBe(2)
      expect(nothing.output).toContain("The database has no tables yet.")
    },
    patience,
  )
})
