import { createMiddleware } from "hono/factory"
import { openDatabase } from "~/db/client.server"
import { recordChannel } from "~/domain/chat/channel-names"
import { unknownCode } from "~/domain/core/countries/codes"
import { networkOf } from "~/lib/network-address"
import { policyOf } from "~/page-policy"
import { createCaptcha } from "../adapters/captcha"
import { currentNames } from "../adapters/catalog-names"
import { settingsCache } from "../adapters/settings-cache"
import { readConfig } from "../config"
import { createCtx } from "../context"
import type { AppContext, AppEnv } from "../env"
import { bookmarkHeader } from "../http/bookmark"
import { readCookie, writeCookie } from "../http/cookies"
import { countryOf } from "../http/geo"
import { launchOf } from "../launch"
import { announceChanges } from "../realtime/announcements"
import { bearerToken } from "./session"

/** Reads the settings and whether the deployment is live, opens the database and creates the `Ctx` from which later middleware derives its own. */
export const openContext = createMiddleware<AppEnv>(async (c, next) => {
  c.set("config", readConfig(c.env))
  const database = openDatabase(c.env.DB, readBookmark(c))
  c.set("database", database)
  const maxAge = c.var.config.CONTENT_EPOCH_SECONDS * 1_000
  const now = Date.now()
  await settingsCache.read(c.env.DB, now, maxAge, (work) => c.executionCtx.waitUntil(work))
  c.set("launch", launchOf(c.var.config, settingsCache.launch(), now))
  const { protocol, hostname } = new URL(c.req.url)
  const saved = new Set<string>()
  const base = createCtx(c.env, database.db, (work) => c.executionCtx.waitUntil(work), protocol)
  c.set("ctx", {
    ...base,
    catalogNames: () => currentNames(c),
    announceSaved: (resource, ids) => {
      for (const id of ids) saved.add(recordChannel(resource, id))
    },
    captcha: createCaptcha(c.var.config, base, hostname),
    hidingCountry: countryOf(c) ?? unknownCode,
    client: {
      ...base.client,
      address: networkOf(c.req.header("CF-Connecting-IP") ?? "unknown"),
      country: countryOf(c),
      userAgent: c.req.header("User-Agent") ?? "",
      device: { token: readDevice(c), keep: (token) => writeCookie(c, "device", token) },
    },
  })
  await next()
  announceChanges(c, saved)
  const bookmark = database.use.rowsWritten > 0 ? database.bookmark() : null
  if (!bookmark) return
  // A response without a token has no header that differs between two of the same sign-up.
  if (bearerToken(c) === null) writeCookie(c, "bookmark", bookmark)
  else if (policyOf(c.req.path).takesBearer) c.header(bookmarkHeader, bookmark)
})

function readDevice(c: AppContext): string | null {
  const token = readCookie(c, "device")
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/**
 * Returns where the request's reads begin: a browser's cookie or a client's header, hexadecimal numbers with hyphens;
 * nothing else may reach D1. A token without one reads from the primary, so that it always finds its own writes.
 */
function readBookmark(c: AppContext): string | null {
  const isToken = bearerToken(c) !== null
  const bookmark = isToken ? c.req.header(bookmarkHeader) : readCookie(c, "bookmark")
  if (bookmark && /^[0-9a-f-]{1,200}$/.test(bookmark)) return bookmark
  return isToken ? "first-primary" : null
}
