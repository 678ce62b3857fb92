import { Hono } from "hono"
import { bodyLimit } from "hono/body-limit"
import { createMiddleware } from "hono/factory"
import * as z from "zod"
import { parseJson } from "~/db/statements/json"
import { catchUp, firstAfterCursor } from "~/domain/operations/backup/after-restore.server"
import { readStep } from "~/domain/operations/backup/backup.server"
import { beginRestore, finishRestore, loadPart } from "~/domain/operations/backup/restore.server"
import {
  BackupCursor,
  BackupId,
  Manifest,
  manifestName,
  PartContent,
  partName,
} from "~/domain/operations/backup/schema"
import { accessTokenOf, hashOf, sealerOf } from "~/domain/operations/backup/seal"
import { equalsInConstantTime } from "~/lib/crypto.server"
import { AppError } from "~/lib/errors"
import type { AppContext, AppEnv } from "../env"

/** A part is about 1 MB before it is compressed; one row may be larger. */
const largestPart = 32 * 1024 * 1024

/** The operator's key lets in, by a token derived from it. What goes out and comes in is sealed with the key itself. */
const operatorOnly = createMiddleware<AppEnv>(async (c, next) => {
  const { backup } = c.var.ctx
  const token = /^Bearer ([0-9a-f]{64})$/.exec(c.req.header("Authorization") ?? "")?.[1]
  if (!backup || !token || !equalsInConstantTime(token, await accessTokenOf(backup.key)))
    throw new AppError("request.not_found")
  return next()
})

/** Writing over a database takes a setting, too, which the operator deploys for the time of a restore. */
const whileRestoring = createMiddleware<AppEnv>(async (c, next) => {
  if (c.var.config.RESTORE !== "on") throw new AppError("backup.restore_off")
  return next()
})

const Read = z.object({ id: BackupId, cursor: BackupCursor })
const Compare = z.object({ cursor: BackupCursor, columns: z.record(z.string(), z.array(z.string())) })
const Begin = z.object({ id: BackupId, manifest: z.base64() })
const Load = z.object({ id: BackupId, part: z.int().min(1), sealed: z.base64() })
const Finish = z.object({ id: BackupId, cursor: z.object({ search: z.int().min(0), after: z.number() }) })
const CatchUp = z.object({
  since: z.number(),
  cursor: z.object({ step: z.enum(["epoch", "erasures", "rooms"]), after: z.string() }).default(firstAfterCursor),
})

/** Endpoints of `npm run backup` and `npm run restore`; nothing here is for browsers or members. */
export const backup = new Hono<AppEnv>()
  .use(operatorOnly)
  .use(bodyLimit({ maxSize: largestPart, onError: (c) => c.body(null, 413) }))
  // The next part of a backup, sealed, and where it goes on.
  .post("/read", async (c) => {
    const { id, cursor } = await bodyOf(c, Read)
    const { seal } = await sealerOf(keyOf(c.var.ctx), id)
    const { content, sum, next } = await readStep(c.var.ctx, cursor)
    const sealed = await seal(partName(cursor.part), JSON.stringify(content))
    return c.json({ sealed: toBase64(sealed), hash: await hashOf(sealed), sum, next })
  })
  // Seals the manifest that the script has put together.
  .post("/manifest", async (c) => {
    const manifest = await bodyOf(c, Manifest)
    const { seal } = await sealerOf(keyOf(c.var.ctx), manifest.id)
    return c.json({ sealed: toBase64(await seal(manifestName, JSON.stringify(manifest))) })
  })
  // Rows and hash of a source as they are now, for the comparison with a manifest; no content.
  .post("/compare", async (c) => {
    const { cursor, columns } = await bodyOf(c, Compare)
    const { sum, next } = await readStep(c.var.ctx, cursor, columns)
    return c.json({ sum, next })
  })
  .post("/restore/begin", whileRestoring, async (c) => {
    const { id, manifest } = await bodyOf(c, Begin)
    const { open } = await sealerOf(keyOf(c.var.ctx), id)
    const { sums, parts } = parseJson(Manifest, await open(manifestName, fromBase64(manifest)))
    await beginRestore(c.var.ctx, id)
    return c.json({ sums, parts })
  })
  .post("/restore/load", whileRestoring, async (c) => {
    const { id, part, sealed } = await bodyOf(c, Load)
    const { open } = await sealerOf(keyOf(c.var.ctx), id)
    const content = parseJson(PartContent, await open(partName(part), fromBase64(sealed)))
    const columns = content.kind === "table" ? { [content.table]: content.columns } : {}
    return c.json({ ...(await loadPart(c.var.ctx, { backupId: id, part, content })), columns })
  })
  .post("/restore/finish", whileRestoring, async (c) => {
    const { id, cursor } = await bodyOf(c, Finish)
    return c.json({ next: await finishRestore(c.var.ctx, id, cursor) })
  })
  // After any restore, one by Time Travel too.
  .post("/catch-up", async (c) => {
    const { since, cursor } = await bodyOf(c, CatchUp)
    return c.json({ next: await catchUp(c.var.ctx, since, cursor) })
  })

/** Reads the body. Throws `request.malformed`. */
async function bodyOf<Schema extends z.ZodType>(c: AppContext, schema: Schema): Promise<z.infer<Schema>> {
  const { data, error } = schema.safeParse(await c.req.json())
  if (error) throw new AppError("request.malformed", { cause: error })
  return data
}

const keyOf = (ctx: AppEnv["Variables"]["ctx"]): string => {
  if (!ctx.backup) throw new AppError("request.not_found")
  return ctx.backup.key
}

const toBase64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64")
const fromBase64 = (text: string) => new Uint8Array(Buffer.from(text, "base64"))
