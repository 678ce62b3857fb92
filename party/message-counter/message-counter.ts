import { DurableObject } from "cloudflare:workers"
import { openDatabase } from "~/db/client.server"
import { writeMessages } from "~/domain/back-office/analytics/queries.server"
import { addDays, dayOf, startOfDay } from "~/domain/core/shared/site-days"
import { describeError } from "~/lib/describe-error"
import { MINUTE } from "~/lib/time"

/** The delay before D1 is tried again. */
const retryAfter = MINUTE

interface DayRow extends Record<string, SqlStorageValue> {
  day: string
  messages: number
}

/**
 * Counts the messages of a share of all rooms by day: in its own storage, and once the day is over in one row of D1. No
 * message writes to the shared database for it.
 */
export class MessageCounter extends DurableObject<Env> {
  #isOpen = false

  /** Adds messages that were stored at `now` (epoch ms). */
  async add(messages: number, now: number): Promise<void> {
    this.#open()
    this.ctx.storage.sql.exec(
      "INSERT INTO days (day, messages) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET messages = messages + excluded.messages",
      dayOf(now),
      messages,
    )
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(nextDay(now))
  }

  override async alarm(): Promise<void> {
    await this.flush(Date.now())
  }

  /** Writes the days that are over to D1. Idempotent: D1 retains the highest count. */
  async flush(now: number): Promise<void> {
    this.#open()
    const today = dayOf(now)
    const { sql } = this.ctx.storage
    const days = sql.exec<DayRow>("SELECT day, messages FROM days WHERE day < ? ORDER BY day", today).toArray()
    try {
      if (days.length > 0)
        await writeMessages(openDatabase(this.env.DB, "first-primary").db, this.ctx.id.toString(), days)
      sql.exec("DELETE FROM days WHERE day < ?", today)
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "messages.not_written", ...describeError(error) }))
      return this.ctx.storage.setAlarm(now + retryAfter)
    }
    const isCounting = sql.exec("SELECT 1 FROM days LIMIT 1").toArray().length > 0
    if (isCounting) await this.ctx.storage.setAlarm(nextDay(now))
  }

  #open(): void {
    if (this.#isOpen) return
    this.ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS days (day TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID",
    )
    this.#isOpen = true
  }
}

const nextDay = (now: number) => startOfDay(addDays(dayOf(now), 1))
