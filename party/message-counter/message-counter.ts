import { DurableObject } from "cloudflare:workers"
import { openDatabase } from "~/db/client.server"
import { writeMessages } from "~/domain/back-office/analytics/queries.server"
import { addDays, dayOf } from "~/domain/core/shared/site-days"
import { describeError } from "~/lib/describe-error"
import { HOUR, MINUTE } from "~/lib/time"

/** The delay before D1 is tried again. */
const retryAfter = MINUTE
/** Reports that come within this time (ms) are written together. */
const writtenAfter = 2 * HOUR
/** Days on which a late report may still come. */
const openDays = 7

interface DayRow extends Record<string, SqlStorageValue> {
  day: string
  messages: number
}

/**
 * Sums what the channels of a share of all members report of their messages, by day: in its own storage, and a few times a
 * day in one row of D1. No message writes to the shared database for it, nor to any object beside its own.
 */
export class MessageCounter extends DurableObject<Env> {
  #isOpen = false

  /** Adds the messages that a member wrote on a day (YYYY-MM-DD). */
  async add(day: string, messages: number): Promise<void> {
    this.#open()
    this.ctx.storage.sql.exec(
      "INSERT INTO days (day, messages) VALUES (?, ?) ON CONFLICT (day) DO UPDATE SET messages = messages + excluded.messages",
      day,
      messages,
    )
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(Date.now() + writtenAfter)
  }

  override async alarm(): Promise<void> {
    await this.flush(Date.now())
  }

  /** Writes the counts of each day to D1. Idempotent: D1 retains the highest count. */
  async flush(now: number): Promise<void> {
    this.#open()
    const { sql } = this.ctx.storage
    const days = sql.exec<DayRow>("SELECT day, messages FROM days ORDER BY day").toArray()
    try {
      if (days.length > 0)
        await writeMessages(openDatabase(this.env.DB, "first-primary").db, this.ctx.id.toString(), days)
      sql.exec("DELETE FROM days WHERE day < ?", addDays(dayOf(now), -openDays))
    } catch (error) {
      console.warn(JSON.stringify({ level: "warn", event: "messages.not_written", ...describeError(error) }))
      return this.ctx.storage.setAlarm(now + retryAfter)
    }
  }

  #open(): void {
    if (this.#isOpen) return
    this.ctx.storage.sql.exec(
      "CREATE TABLE IF NOT EXISTS days (day TEXT PRIMARY KEY, messages INTEGER NOT NULL) WITHOUT ROWID",
    )
    this.#isOpen = true
  }
}
