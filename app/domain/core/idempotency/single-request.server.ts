import { joiningFirstWrite } from "~/db/client.server"
import { hasMore } from "~/db/statements/delete-at-most"
import { AppError, isAppError } from "~/lib/errors"
import { isSignedIn } from "../actor/actor"
import type { Ctx } from "../context"
import { type Place, placeWhile } from "../shared/lane"
import * as queries from "./queries.server"
import { openResult, sealResult } from "./result-cipher"

/** A request with a key, as it was sent. */
interface KeyedRequest {
  /** Name of the action, such as its method and path. */
  action: string
  /** A key that `isRequestKey` accepts: whoever has it and sends the same content again gets the result. */
  key: string
  /** The request's content: with the same key, another content is another request. */
  content: string
}

/** A random UUID (RFC 9562, versions 4 and 7): nobody guesses that of another's request. */
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[47][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i

export function isRequestKey(key: unknown): key is string {
  return typeof key === "string" && uuid.test(key)
}

/** A request that is carried out once, however often it is sent. */
export interface SingleRequest {
  /** The context to carry it out with: the first batch that writes stores the request too. */
  ctx: Ctx
  /**
   * Returns the stored result of the same request, or null: it is to be carried out. Throws `request.key_reused`,
   * `request.in_progress` and `request.interrupted`.
   */
  begin: (request: KeyedRequest) => Promise<string | null>
  /** Returns the result of the twin that was first: for the error of a write that `isRepeat` recognises. */
  findResult: () => Promise<string>
  /** Stores the result of a request that was carried out. */
  finish: (result: string) => Promise<void>
  /** Forgets a request that was refused: it may be sent again with the same key, and another content. */
  release: () => Promise<void>
}

/** Whether the error is that of the second of two requests with one key, when it came to write. */
export function isRepeat(error: unknown): boolean {
  return isAppError(error) && error.code === "request.in_progress"
}

/** Pauses between the looks for the result of a twin (ms), four seconds in all. */
const pauses = [0, 100, 200, 400, 800, 1_200, 1_300]
/** The longest that a request takes: one without a result is interrupted after it (ms). */
const max = 60_000

export function createSingleRequest(ctx: Ctx): SingleRequest {
  let request: { row: queries.KeyRow; key: string } | null = null
  let isStored = false

  const db = joiningFirstWrite(ctx.db, {
    take() {
      if (!request || isStored) return null
      isStored = true
      return queries.insertKey(ctx.db, request.row)
    },
    failed(error) {
      isStored = false
      return queries.isKeyTaken(error) ? new AppError("request.in_progress", { cause: error }) : error
    },
  })

  return {
    ctx: { ...ctx, db },
    async begin({ action, key, content }) {
      const userId = isSignedIn(ctx.actor) ? ctx.actor.user.id : null
      const [hash, fingerprint] = await Promise.all([
        ctx.secrets.digest(JSON.stringify([userId, action, key]), "idempotency.key"),
        // With the key, which is stored nowhere: what can be guessed cannot be checked against the database.
        ctx.secrets.digest(JSON.stringify([key, content]), "idempotency.content"),
      ])
      request = { key, row: { key: hash, userId, fingerprint, result: null, createdAt: ctx.now() } }
      const stored = await queries.findKey(ctx.db, hash)
      if (!stored) return null
      return (await resultOf(stored, request)) ?? findResult()
    },
    findResult,
    async finish(result) {
      if (!request) return
      const { row, key } = request
      const wasStored = isStored
      // Writes in the background are no part of the request.
      isStored = true
      await queries.storeResult(ctx.db, row.key, await sealResult(result, key), wasStored ? undefined : row)
    },
    async release() {
      const wasStored = isStored
      isStored = true
      if (request && wasStored) await queries.deleteUnfinished(ctx.db, request.row.key)
    },
  }

  /** Waits for the result of a request that is being carried out. */
  async function findResult(): Promise<string> {
    for (const pause of request ? pauses : []) {
      await new Promise((resolve) => setTimeout(resolve, pause))
      const stored = request && (await queries.findKeyAtPrimary(ctx.db, request.row.key))
      // Without a row, it was refused meanwhile.
      if (!request || !stored) break
      const result = await resultOf(stored, request)
      if (result !== null) return result
      if (stored.createdAt < ctx.now() - max) throw new AppError("request.interrupted")
    }
    throw new AppError("request.in_progress")
  }
}

/** Returns the result of a stored row, or null while it is being carried out. */
async function resultOf(
  stored: queries.KeyRow,
  { row, key }: { row: queries.KeyRow; key: string },
): Promise<string | null> {
  if (stored.fingerprint !== row.fingerprint) throw new AppError("request.key_reused")
  return stored.result === null ? null : openResult(stored.result, key)
}

/** Requests are remembered for a day. */
const remembered = 24 * 60 * 60_000

/** Deletes what was remembered for a day, nightly. */
export async function sweepIdempotencyKeys(ctx: Pick<Ctx, "db" | "now">): Promise<Place> {
  return placeWhile(hasMore([await queries.deleteOlder(ctx.db, ctx.now() - remembered)]))
}
