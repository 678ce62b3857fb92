import { openDatabase } from "~/db/client.server"
import { followChanges, type KnownChanges } from "~/domain/content/changes"
import { findChanges } from "~/domain/content/queries.server"
import { createRefreshedCopy } from "~/domain/core/shared/refreshed-copy"
import { describeError } from "~/lib/describe-error"
import { deriveCtx } from "../context"
import type { AppContext } from "../env"
import { logLine } from "./request-log"

/** Epochs older than this (ms) are not trusted, however slow the database is. */
const maxTrust = 60_000
/** Scopes whose changes an isolate knows, and reads at once: about 1 MB. */
const maxScopes = 10_000

/** The changes of what the public sees, and the number of those by which it sees something no more. */
export interface Epochs extends KnownChanges {
  takedowns: number
  /** Codes of the countries that some published profile is hidden from. */
  hidingCountries: ReadonlySet<string>
  /** Of the session that read them. */
  bookmark: string | null
  readAt: number
}

const readEpochs = createRefreshedCopy<Epochs>((error) => logLine("warn", "cache.no_epoch", describeError(error)))

/**
 * Returns the epochs, read from the primary every CONTENT_EPOCH_SECONDS by one request of an isolate: only what changed
 * since the last time. Null if they cannot be read: nothing is answered from a cache.
 */
export async function currentEpochs(c: AppContext): Promise<Epochs | null> {
  const now = c.var.ctx.now()
  const load = async (before: Epochs | null) => {
    const { db, bookmark } = openDatabase(c.env.DB, "first-primary")
    const { takedowns, hidingCountries, ...found } = await findChanges(db, before?.epoch ?? 0, maxScopes)
    return {
      ...followChanges(before, found, maxScopes),
      takedowns,
      hidingCountries: new Set(hidingCountries),
      bookmark: bookmark(),
      readAt: now,
    }
  }
  const maxAge = c.var.config.CONTENT_EPOCH_SECONDS * 1_000
  const epochs = await readEpochs({ now, maxAge, load, waitUntil: (work) => c.executionCtx.waitUntil(work) })
  return epochs && Math.abs(now - epochs.readAt) <= Math.max(maxTrust, maxAge) ? epochs : null
}

/** Lets the request read from where the epochs were read on, so that a lagging replica cannot store what is old under a new epoch. */
export function readFrom(c: AppContext, { bookmark }: Epochs): void {
  const database = openDatabase(c.env.DB, bookmark)
  c.set("database", database)
  deriveCtx(c, { db: database.db })
}

/** A function: TypeScript's DOM library lacks `caches.default`, and Node (`npm run dev`) has no caches at all. */
export const dataCentre = () => (caches as unknown as { default: Cache }).default

/** Of the URLs that the Cache API requires as keys: a reserved host name. */
export const cacheOrigin = "https://kept.invalid"

/** Returns the cache's URL for a key of any length. */
export async function cacheAddress(key: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(key))
  return `${cacheOrigin}/${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`
}
