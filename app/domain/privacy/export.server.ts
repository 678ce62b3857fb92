import { and, eq, sql } from "drizzle-orm"
import { read } from "~/db/client.server"
import { dataRequests, users } from "~/db/schema"
import { translator } from "~/i18n/i18n.server"
import { AppError, isAppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { requireRecentProof, requireUser } from "../actor/guards"
import { ownMessages } from "../chat/privacy.server"
import type { Ctx } from "../context"
import { findTokenSubject } from "../mail/email-tokens.server"
import { newMail } from "../mail/outbox.server"
import type { StoredFile } from "../ports/files"
import { exportFolder, findOwnFiles } from "./files.server"
import * as queries from "./queries.server"
import { nameOf, type PersonalTable, personalTables } from "./registry"
import { type DataExport, type Erasure, recordLifetime } from "./schema"
import { createZip } from "./zip.server"

const DAY = 24 * 60 * 60 * 1_000
/** How long the file can be fetched. */
export const fileLifetime = 7 * DAY
/** As long as a queue lets a message be worked on: nobody is at it any more after that. */
export const lease = 15 * 60_000
const shown = 10

/** The actor's exports, newest first, and the erasure they asked for. */
export async function getDataRequests(ctx: Ctx): Promise<{ exports: DataExport[]; erasure: Erasure | null }> {
  const { exports, erasure } = await queries.findRequests(ctx.db, requireUser(ctx).id, shown)
  return { exports: exports.map(toExport), erasure: erasure && toErasure(erasure) }
}

/**
 * Asks for a file with everything that the house knows of the actor. Throws `auth.confirm_required`, `privacy.export_open` while another
 * is being made, and `privacy.export_limit`.
 */
export async function requestExport(ctx: Ctx): Promise<DataExport> {
  const { user } = requireRecentProof(ctx)
  const { exports } = await queries.findRequests(ctx.db, user.id, 1)
  if (exports.some(isUnderWay)) throw new AppError("privacy.export_open")
  await ctx.limit("privacy.export", user.id).catch(explainLimit)
  const now = ctx.now()
  const id = newId(now)
  const { meta } = await queries.insertRequest(ctx.db, { id, userId: user.id, kind: "export", runAt: now }, now)
  if (meta.changes === 0) throw new AppError("privacy.export_open")
  ctx.startJob({ kind: "export", requestId: id })
  return { id, state: "requested", progress: 0, steps: 0, size: null, created_at: now, expires_at: null }
}

/** In days: the common sentence counts seconds. */
function explainLimit(error: unknown): never {
  if (!isAppError(error) || error.code !== "rate.limited") throw error
  throw new AppError("privacy.export_limit", { retryAfter: error.retryAfter })
}

/** One of the actor's exports. Throws `request.not_found` for any other's. */
export async function getExport(ctx: Ctx, id: string): Promise<DataExport> {
  const found = await queries.findExport(ctx.db, requireUser(ctx).id, id)
  if (!found) throw new AppError("request.not_found")
  return toExport(found)
}

/** The file of one of the actor's exports, and its name. Throws `request.not_found` for any other's, and once the file is gone. */
export async function openExportFile(ctx: Ctx, id: string): Promise<{ file: StoredFile; name: string }> {
  const request = await queries.findExport(ctx.db, requireUser(ctx).id, id)
  const isThere = request?.fileKey && request.state === "done" && (request.expiresAt ?? 0) > ctx.now()
  const file = isThere ? await ctx.files.read(request.fileKey as string) : null
  if (!request || !file) throw new AppError("request.not_found")
  return { file, name: `${slugOf(ctx.site.name)}-${new Date(request.createdAt).toISOString().slice(0, 10)}.zip` }
}

/** The export that the link of a mail stands for, if it is the actor's and the file is there still; else null. */
export async function findExportByToken(ctx: Ctx, token: string): Promise<DataExport | null> {
  const { id: userId } = requireUser(ctx)
  const id = await findTokenSubject(ctx, "export", token)
  const request = id ? await queries.findExport(ctx.db, userId, id) : null
  const found = request && toExport(request)
  return found?.expires_at && found.expires_at > ctx.now() ? found : null
}

/** Writes the file of an export. Safe to call again: a try that was cut short is made anew, and of two at once one goes on. */
export async function runExport(ctx: Ctx, requestId: string): Promise<void> {
  const now = ctx.now()
  const request = await queries.claimRequest(ctx.db, { id: requestId, kind: "export" }, now, now + lease)
  if (!request) return
  const [user] = await ctx.db.select().from(users).where(eq(users.id, request.userId)).limit(1)
  if (!user) {
    await queries.updateRunning(ctx.db, requestId, { state: "cancelled", expiresAt: now + recordLifetime })
    return
  }
  const fileKey = `${exportFolder(user.id)}${requestId}.zip`
  try {
    const bytes = await writeExport(ctx, requestId, user, fileKey)
    const done = ctx.now()
    const isDone = await queries.updateRunning(ctx.db, requestId, {
      state: "done",
      fileKey,
      receipt: JSON.stringify({ bytes }),
      doneAt: done,
      expiresAt: done + fileLifetime,
      updatedAt: done,
    })
    // Its owner was forgotten meanwhile.
    if (!isDone) return ctx.files.delete([fileKey])
    const mail = newMail(ctx, { to: user.email, locale: user.locale, template: "export-ready", data: { requestId } })
    await mail.insert
    mail.wake()
  } catch (error) {
    // Whoever is told to try again must find it due.
    await queries.updateRunning(ctx.db, requestId, { runAt: ctx.now(), progress: 0 })
    throw error
  }
}

/** Gives up an export that fails again and again; its owner may ask anew. */
export async function failExport(ctx: Pick<Ctx, "db" | "now">, id: string): Promise<void> {
  const now = ctx.now()
  await ctx.db
    .update(dataRequests)
    .set({ state: "failed", expiresAt: now + recordLifetime, updatedAt: now })
    .where(and(eq(dataRequests.id, id), eq(dataRequests.kind, "export"), queries.isOpen))
}

type User = typeof users.$inferSelect

/**
 * At any size of the account no more than this is in memory: 500 rows, one piece of a file (R2 gives some 64 KiB), and the writer's part
 * of 8 MiB. Gives the size in bytes.
 */
async function writeExport(ctx: Ctx, requestId: string, user: User, key: string): Promise<number> {
  const tables = personalTables.filter((entry) => !("nothing" in entry.export))
  const files = await findOwnFiles(ctx, user.id)
  // The tables, the files, the words at the beginning, and the messages.
  const steps = tables.length + files.length + 2
  let progress = 0
  async function step(): Promise<void> {
    progress += 1
    if (!(await queries.updateRunning(ctx.db, requestId, { progress, steps, updatedAt: ctx.now() }))) {
      throw new Error("The export was called off")
    }
  }

  const writer = await ctx.files.write(key, "application/zip")
  try {
    const zip = createZip(writer)
    await zip.addText("readme.txt", once(readme(ctx, user)))
    await step()
    for (const entry of tables) {
      await zip.addText(`data/${nameOf(entry)}.json`, rowsAsJson(ctx, entry, user.id))
      await step()
    }
    await zip.addText("data/messages.json", asJson(ownMessages(ctx, user.id)))
    await step()
    const left: string[] = []
    for (const { key, name, size } of files) {
      const file = zip.hasRoomFor(size) ? await ctx.files.read(key) : null
      if (file) await zip.addFile(name, file.body)
      else left.push(name)
      await step()
    }
    if (left.length > 0) await zip.addText("files/not-included.txt", once(left.join("\n")))
    return await zip.close()
  } catch (error) {
    await writer.abort()
    throw error
  }
}

async function* once(text: string): AsyncIterable<string> {
  yield text
}

const rowsAtOnce = 500

/** The rows of a table that are a person's, as a JSON array in pieces. */
async function* rowsAsJson(ctx: Ctx, entry: PersonalTable, userId: string): AsyncIterable<string> {
  const rule = entry.export
  if ("nothing" in rule) return
  const hidden = new Set([...(rule.hide ?? []), "row_number_"])
  const added = Object.entries(rule.add ?? {}).map(([name, value]) => sql`, ${value} AS ${sql.identifier(name)}`)
  const table = sql.identifier(nameOf(entry))
  let after = -1
  let isFirst = true
  yield "["
  for (;;) {
    const [rows] = await read(
      ctx.db,
      sql<
        Record<string, unknown> & { row_number_: number }
      >`SELECT rowid AS row_number_, *${sql.join(added)} FROM ${table}
        WHERE ${entry.of(userId)} AND rowid > ${after} ORDER BY rowid LIMIT ${rowsAtOnce}`,
    )
    for (const row of rows) {
      const shown = Object.entries(row).filter(([column]) => !hidden.has(column))
      const text = JSON.stringify(
        Object.fromEntries(shown.map(([column, value]) => [column, readable(column, value)])),
        null,
        2,
      )
      yield `${isFirst ? "\n" : ",\n"}${text}`
      isFirst = false
    }
    const last = rows.at(-1)
    if (!last || rows.length < rowsAtOnce) break
    after = last.row_number_
  }
  yield "\n]\n"
}

/** Rows as a JSON array in pieces. */
async function* asJson(rows: AsyncIterable<object>): AsyncIterable<string> {
  let isFirst = true
  yield "["
  for await (const row of rows) {
    const shown = Object.entries(row).map(([column, value]) => [column, readable(column, value)])
    yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(Object.fromEntries(shown), null, 2)}`
    isFirst = false
  }
  yield "\n]\n"
}

/** Times are numbers in our tables; people read dates. */
function readable(column: string, value: unknown): unknown {
  return /_at$/.test(column) && typeof value === "number" ? new Date(value).toISOString() : value
}

function readme(ctx: Ctx, user: User): string {
  const t = translator(user.locale, "privacy")
  const values = { name: ctx.site.name, date: new Date(ctx.now()).toISOString().slice(0, 10) }
  return [t("readme.title", values), t("readme.data"), t("readme.files"), t("readme.without")].join("\n\n")
}

function toErasure({ id, state, runAt, createdAt }: queries.DataRequest): Erasure {
  return { id, state, run_at: runAt ?? createdAt, created_at: createdAt }
}

function toExport({ id, state, progress, steps, createdAt, ...row }: queries.DataRequest): DataExport {
  const hasFile = state === "done" && row.fileKey !== null
  const { bytes = null } = row.receipt ? (JSON.parse(row.receipt) as { bytes?: number }) : {}
  const file = hasFile ? { size: bytes, expires_at: row.expiresAt } : { size: null, expires_at: null }
  return { id, state, progress, steps, created_at: createdAt, ...file }
}

function isUnderWay({ state }: { state: DataExport["state"] }): boolean {
  return state === "requested" || state === "running"
}

function slugOf(name: string): string {
  return (
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "data"
  )
}
