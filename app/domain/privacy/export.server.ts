import { trustedJson } from "~/db/statements/json"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { newId } from "~/lib/id"
import { DAY } from "~/lib/time"
import { requireSettledProof } from "../accounts/first-factor/hold.server"
import { ownConversations, ownHiddenWords, ownNotifications } from "../chat/privacy.server"
import { requireUser } from "../core/actor/guards"
import type { Ctx } from "../core/context"
import type { StoredFile } from "../core/ports/files"
import { requireWithin } from "../core/shared/rate-limit.server"
import { slugOf } from "../core/shared/slug"
import { createMail } from "../mail/outbox.server"
import { findTokenSubject } from "../mail/token-queries.server"
import { exportFolder, findOwnFiles } from "./files.server"
import { asJson, readable } from "./json.server"
import { deleteMessageParts, readMessageParts, writeMessagePart } from "./message-parts.server"
import * as queries from "./queries.server"
import { nameOf, personalTables } from "./registry"
import { type DataExport, type Erasure, recordLifetime } from "./schema"
import type { PersonalTable } from "./tables/personal-table"
import { createZip } from "./zip.server"

/** How long the file can be downloaded. */
const fileLifetime = 7 * DAY
/** Lease of a running request, ms: the maximum duration of a queue consumer, so that its worker has ended by then. */
export const lease = 15 * 60_000
const shown = 10

/** Returns the actor's exports, newest first, and their pending erasure. */
export async function getDataRequests(ctx: Ctx): Promise<{ exports: DataExport[]; erasure: Erasure | null }> {
  const { exports, erasure } = await queries.findRequests(ctx.db, requireUser(ctx).id, shown)
  return { exports: exports.map(toExport), erasure: erasure && toErasure(erasure) }
}

/**
 * Requests an export of all the actor's data. Throws what `requireSettledProof` does, `privacy.export_open` while another is
 * under way, and `privacy.export_limit`.
 */
export async function requestExport(ctx: Ctx): Promise<DataExport> {
  const { user } = await requireSettledProof(ctx)
  const { exports } = await queries.findRequests(ctx.db, user.id, 1)
  if (exports.some(isPending)) throw new AppError("privacy.export_open")
  await requireWithin(ctx, "privacy.export", user.id, "privacy.export_limit")
  const now = ctx.now()
  const id = newId(now)
  const { meta } = await queries.insertRequest(ctx.db, { id, userId: user.id, kind: "export", runAt: now }, now)
  if (meta.changes === 0) throw new AppError("privacy.export_open")
  ctx.enqueueJob({ kind: "export", requestId: id })
  return { id, state: "requested", progress: 0, steps: 0, size: null, created_at: now, expires_at: null }
}

/** Returns one of the actor's exports. Throws `request.not_found`, also for another user's. */
export async function getExport(ctx: Ctx, id: string): Promise<DataExport> {
  const found = await queries.findExport(ctx.db, requireUser(ctx).id, id)
  if (!found) throw new AppError("request.not_found")
  return toExport(found)
}

/**
 * Opens the file of one of the actor's exports; returns it with its name. Throws `request.not_found`, also for another
 * user's and once the file is deleted.
 */
export async function openExportFile(ctx: Ctx, id: string): Promise<{ file: StoredFile; name: string }> {
  const request = await queries.findExport(ctx.db, requireUser(ctx).id, id)
  const isThere = request?.fileKey && request.state === "done" && (request.expiresAt ?? 0) > ctx.now()
  const file = isThere ? await ctx.files.read(request.fileKey as string) : null
  if (!request || !file) throw new AppError("request.not_found")
  return {
    file,
    name: `${slugOf(ctx.site.name, 40) || "data"}-${new Date(request.createdAt).toISOString().slice(0, 10)}.zip`,
  }
}

/** Returns the export of a mailed link if it is the actor's and its file still exists; else null. */
export async function findExportByToken(ctx: Ctx, token: string): Promise<DataExport | null> {
  const { id: userId } = requireUser(ctx)
  const id = await findTokenSubject(ctx.db, "export", token, ctx.now())
  const request = id ? await queries.findExport(ctx.db, userId, id) : null
  const found = request && toExport(request)
  return found?.expires_at && found.expires_at > ctx.now() ? found : null
}

/** The cursor of an export whose messages are all written. */
const allMessages = "all"

/**
 * Writes the file of an export: its messages first, in as many jobs as their conversations need, then the file.
 * Safe to repeat: an interrupted attempt goes on after the last part of the messages, and of concurrent calls one
 * continues. `conversations`: how many a job goes through.
 */
export async function runExport(ctx: Ctx, requestId: string, conversations?: number): Promise<void> {
  const now = ctx.now()
  const request = await queries.claimRequest(ctx.db, { id: requestId, kind: "export" }, now, now + lease)
  if (!request) return
  const user = await queries.findUser(ctx.db, request.userId)
  if (!user) {
    await queries.updateRunning(ctx.db, requestId, { state: "cancelled", expiresAt: now + recordLifetime })
    return
  }
  const fileKey = `${exportFolder(user.id)}${requestId}.zip`
  try {
    if (request.cursor !== allMessages) {
      const place = await writeMessagePart(ctx, { ...request, place: request.cursor }, conversations)
      const change = place === null ? { cursor: allMessages } : { cursor: place, runAt: ctx.now() }
      // The owner was erased in the meantime.
      if (!(await queries.updateRunning(ctx.db, requestId, change))) return deleteMessageParts(ctx, request.userId)
      if (place !== null) return ctx.enqueueJob({ kind: "export", requestId })
    }
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
    await deleteMessageParts(ctx, request.userId)
    if (!isDone) return ctx.files.delete([fileKey])
    const mail = createMail(ctx, { to: user.email, locale: user.locale, template: "export-ready", data: { requestId } })
    await mail.insert
    mail.enqueue()
  } catch (error) {
    // Due at once, so that the retried job can claim it.
    const isRunning = await queries.updateRunning(ctx.db, requestId, { runAt: ctx.now(), progress: 0 })
    if (!isRunning) await deleteMessageParts(ctx, request.userId)
    throw error
  }
}

/** Marks an export as failed for good; its owner may request another. */
export async function failExport(ctx: Pick<Ctx, "db" | "now" | "files" | "logError">, id: string): Promise<void> {
  const now = ctx.now()
  const failed = await queries.markExportFailed(ctx.db, id, now, now + recordLifetime)
  if (!failed) return
  // Parts that the store does not delete now go with the next export, or with the account.
  await deleteMessageParts(ctx, failed.userId).catch((error) => ctx.logError("export.parts_left", error, { id }))
}

/**
 * Writes the export and returns its size in bytes. Memory stays bounded at any account size: 500 rows, one chunk of a
 * file (some 64 KiB from R2) and the writer's 8 MiB part.
 */
async function writeExport(ctx: Ctx, requestId: string, user: queries.User, key: string): Promise<number> {
  const tables = personalTables.filter((entry) => !("nothing" in entry.export))
  const files = await findOwnFiles(ctx, user.id)
  // Tables and files, plus the readme, the messages and the inbox.
  const steps = tables.length + files.length + 3
  let progress = 0
  async function step(): Promise<void> {
    progress += 1
    if (!(await queries.updateRunning(ctx.db, requestId, { progress, steps, updatedAt: ctx.now() }))) {
      throw new Error("The export was cancelled")
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
    for (const { name, open } of await readMessageParts(ctx, { id: requestId, userId: user.id }))
      await zip.addText(name, await open())
    await step()
    await zip.addText("data/conversations.json", asJson(ownConversations(ctx, user.id)))
    await zip.addText("data/chat_notifications.json", asJson(ownNotifications(ctx, user.id)))
    await zip.addText("data/hidden_words.json", asJson(ownHiddenWords(ctx, user.id)))
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

/** Yields a user's rows of a table as a JSON array, in chunks. */
async function* rowsAsJson(ctx: Ctx, entry: PersonalTable, userId: string): AsyncIterable<string> {
  const rule = entry.export
  if ("nothing" in rule) return
  const hidden = new Set(rule.hide)
  let after: Record<string, unknown> | undefined
  const now = ctx.now()
  let isFirst = true
  yield "["
  for (;;) {
    const rows = await queries.findRows(ctx.db, entry, userId, { after, limit: rowsAtOnce, now })
    for (const row of rows) {
      const shown = Object.entries(await unsealed(ctx, rule.sealed, row)).filter(([column]) => !hidden.has(column))
      const text = JSON.stringify(
        Object.fromEntries(shown.map(([column, value]) => [column, readable(column, value)])),
        null,
        2,
      )
      yield `${isFirst ? "\n" : ",\n"}${text}`
      isFirst = false
    }
    if (rows.length < rowsAtOnce) break
    after = rows.at(-1)
  }
  yield "\n]\n"
}

/** Returns a row with its encrypted column, if it has one, replaced by what it holds. */
async function unsealed(
  ctx: Ctx,
  sealed: Extract<PersonalTable["export"], { sealed?: unknown }>["sealed"],
  row: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (!sealed) return row
  const { [sealed.column]: text, ...rest } = row
  return { ...rest, ...trustedJson<object>(await ctx.secrets.open(String(text), sealed.purpose(row))) }
}

function readme(ctx: Ctx, user: queries.User): string {
  const t = translator(user.locale, "privacy")
  const values = { name: ctx.site.name, date: new Date(ctx.now()).toISOString().slice(0, 10) }
  return [t("readme.title", values), t("readme.data"), t("readme.files"), t("readme.without")].join("\n\n")
}

function toErasure({ id, state, runAt, createdAt }: queries.DataRequest): Erasure {
  return { id, state, run_at: runAt ?? createdAt, created_at: createdAt }
}

function toExport({ id, state, progress, steps, createdAt, ...row }: queries.DataRequest): DataExport {
  const hasFile = state === "done" && row.fileKey !== null
  const { bytes = null } = trustedJson<{ bytes?: number }>(row.receipt) ?? {}
  const file = hasFile ? { size: bytes, expires_at: row.expiresAt } : { size: null, expires_at: null }
  return { id, state, progress, steps, created_at: createdAt, ...file }
}

function isPending({ state }: { state: DataExport["state"] }): boolean {
  return state === "requested" || state === "running"
}
