import { DurableObject } from "cloudflare:workers"
import { openDatabase } from "~/db/client.server"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { writeViews } from "~/domain/profiles/statistics/queries.server"
import { describeError } from "~/lib/describe-error"
import { MINUTE } from "~/lib/time"
import { Visitors } from "./visitors"

/** The object stays in memory as long as it knows today's visitors; without requests it would be evicted after a minute. */
const awakeEvery = MINUTE
/** Profiles in one D1 statement. */
const batchSize = 500

interface ViewsRow extends Record<string, SqlStorageValue> {
  day: string
  slug: string
  views: number
}

/**
 * Counts the views of a share of all profiles: in its own storage during the day, and once the day is over in one D1
 * row per profile. Who has been counted is in memory only.
 */
export class ViewCounter extends DurableObject<Env> {
  readonly #visitors = new Visitors()
  #isOpen = false
  #timer: ReturnType<typeof setInterval> | null = null

  /** Counts a view at `now` (epoch ms), unless this visitor has seen the profile today. `visitor` is not stored. */
  async see(slug: string, visitor: string, now: number): Promise<void> {
    const day = dayOf(now)
    if (!this.#visitors.isFirst(day, visitor, slug)) return
    this.#open()
    this.ctx.storage.sql.exec(
      "INSERT INTO views (day, slug, views) VALUES (?, ?, 1) ON CONFLICT (day, slug) DO UPDATE SET views = views + 1",
      day,
      slug,
    )
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
        await writeViews(db, rows)
        for (const { day, slug } of rows)
          this.ctx.storage.sql.exec("DELETE FROM views WHERE day = ? AND slug = ?", day, slug)
      }
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "views.not_written", ...describeError(error) }))
      return false
    }
  }

  #rows(condition: string, day: string, limit: number): ViewsRow[] {
    return this.ctx.storage.sql
      .exec<ViewsRow>(`SELECT day, slug, views FROM views WHERE ${condition} ORDER BY day, slug LIMIT ?`, day, limit)
      .toArray()
  }

  #open(): void {
    if (this.#isOpen) return
    this.ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS views (day TEXT NOT NULL, slug TEXT NOT NULL, views INTEGER NOT NULL, PRIMARY KEY (day, slug)) WITHOUT ROWID",
    )
    this.#isOpen = true
  }

  #sleep(): void {
    if (this.#timer !== null) clearInterval(this.#timer)
    this.#timer = null
    this.#visitors.clear()
  }
}
