import { DurableObject } from "cloudflare:workers"
import { randomInt } from "node:crypto"
import { openDatabase } from "~/db/client.server"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { writeViews } from "~/domain/profiles/statistics/queries.server"
import { describeError } from "~/lib/describe-error"
import { MINUTE } from "~/lib/time"
import { addHash, countHashes, type Sketch } from "./sketch"
import { Visitors } from "./visitors"

/** The object stays in memory as long as it knows today's salt; without requests it would be evicted after a minute. */
const awakeEvery = MINUTE
/** Profiles in one D1 statement. */
const batchSize = 500
/** Beyond this many profiles a day, one object begins no more: a request may name what is no profile. */
const maxSketches = 500_000

interface SketchRow extends Record<string, SqlStorageValue> {
  day: string
  slug: string
  sketch: Sketch
}

/**
 * Counts the views of a share of all profiles: as sketches in its own storage during the day, and once the day is over
 * in D1. The salt of the sketches is in memory only.
 */
export class ViewCounter extends DurableObject<Env> {
  readonly #visitors = new Visitors()
  #isOpen = false
  /** Sketches begun on the visitors' day. */
  #begun = 0
  #timer: ReturnType<typeof setInterval> | null = null

  /** Counts a view at `now` (epoch ms), unless this visitor has seen the profile today. `visitor` is not stored. */
  async see(slug: string, visitor: string, now: number): Promise<void> {
    const day = dayOf(now)
    if (this.#visitors.startDay(day)) this.#begun = 0
    if (this.#visitors.isCrawler(visitor)) return
    this.#open()
    const { sql } = this.ctx.storage
    const former = findSketch(sql, day, slug)
    if (!former && this.#begun >= maxSketches) return
    const sketch = addHash(former ?? new ArrayBuffer(0), this.#visitors.hashView(visitor, slug))
    if (!sketch) return
    this.#visitors.addProfile(visitor)
    if (!former) this.#begun += 1
    storeSketch(sql, { day, slug, sketch })
    // A timer prevents hibernation, which would clear the memory within seconds.
    this.#timer ??= setInterval(() => {}, awakeEvery)
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + awakeEvery)
  }

  override async alarm(): Promise<void> {
    await this.flush(Date.now())
  }

  /** Writes the days that are over to D1, and sets the next alarm. Idempotent: D1 retains the highest count. */
  async flush(now: number): Promise<void> {
    this.#open()
    const today = dayOf(now)
    const hasFailed = !(await this.#writeBefore(today))
    const isToday = this.#rows("day >= ?", today, 1).length > 0
    if (!isToday) this.#sleep()
    if (hasFailed || this.#timer !== null) await this.ctx.storage.setAlarm(now + awakeEvery)
    else if (isToday) await this.ctx.storage.setAlarm(startOfDay(addDays(today, 1)))
  }

  async #writeBefore(today: string): Promise<boolean> {
    const { db } = openDatabase(this.env.DB, "first-primary")
    try {
      for (;;) {
        const rows = this.#rows("day < ?", today, batchSize)
        if (rows.length === 0) return true
        const views = rows.map(({ day, slug, sketch }) => ({ day, slug, views: countHashes(sketch) }))
        await writeViews(db, views)
        for (const { day, slug } of rows)
          this.ctx.storage.sql.exec("DELETE FROM sketches WHERE day = ? AND slug = ?", day, slug)
      }
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "views.not_written", ...describeError(error) }))
      return false
    }
  }

  #rows(condition: string, day: string, limit: number): SketchRow[] {
    return this.ctx.storage.sql
      .exec<SketchRow>(`SELECT * FROM sketches WHERE ${condition} ORDER BY day, slug LIMIT ?`, day, limit)
      .toArray()
  }

  #open(): void {
    if (this.#isOpen) return
    this.ctx.storage.transactionSync(() => openSketches(this.ctx.storage.sql))
    this.#isOpen = true
  }

  #sleep(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#visitors.clear()
  }
}

/** Creates the table, with what an object counted before it had sketches: each of those views is a stranger's. */
function openSketches(sql: SqlStorage): void {
  // Not WITHOUT ROWID: long rows would spill into pages of their own.
  sql.exec(
    "CREATE TABLE IF NOT EXISTS sketches (day TEXT NOT NULL, slug TEXT NOT NULL, sketch BLOB NOT NULL, PRIMARY KEY (day, slug))",
  )
  if (sql.exec("SELECT 1 FROM sqlite_schema WHERE name = 'views'").toArray().length === 0) return
  const counted = sql.exec<{ day: string; slug: string; views: number }>("SELECT * FROM views").toArray()
  for (const { day, slug, views } of counted) {
    // There is one where the Worker before was rolled back to.
    let sketch = findSketch(sql, day, slug) ?? new ArrayBuffer(0)
    for (let stranger = 0; stranger < views; stranger += 1) sketch = addHash(sketch, randomInt(2 ** 32)) ?? sketch
    storeSketch(sql, { day, slug, sketch })
  }
  sql.exec("DROP TABLE views")
}

function findSketch(sql: SqlStorage, day: string, slug: string): Sketch | undefined {
  return sql.exec<SketchRow>("SELECT * FROM sketches WHERE day = ? AND slug = ?", day, slug).toArray()[0]?.sketch
}

function storeSketch(sql: SqlStorage, { day, slug, sketch }: Pick<SketchRow, "day" | "slug" | "sketch">): void {
  sql.exec(
    "INSERT INTO sketches (day, slug, sketch) VALUES (?, ?, ?) ON CONFLICT (day, slug) DO UPDATE SET sketch = excluded.sketch",
    day,
    slug,
    sketch,
  )
}
