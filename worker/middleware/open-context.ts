import { createMiddleware } from "hono/factory"
import { openDatabase } from "~/db/client.server"
import { recordChannel } from "~/domain/chat/channel-names"
import { networkOf } from "~/lib/network-address"
import { createCaptcha } from "../adapters/captcha"
import { settingsCache } from "../adapters/settings-cache"
import { readConfig } from "../config"
import { createCtx } from "../context"
import type { AppContext, AppEnv } from "../env"
import { readCookie, writeCookie } from "../http/cookies"
import { announceChanges } from "../realtime/announcements"

/** Reads the settings, opens the database and creates the `Ctx` from which later middleware derives its own. */
export const openContext = createMiddleware<AppEnv>(async (c, next) => {
  c.set("config", readConfig(c.env))
  const database = openDatabase(c.env.DB, readBookmark(c))
  c.set("database", database)
  const maxAge = c.var.config.CONTENT_EPOCH_SECONDS * 1_000
  await settingsCache.read(c.env.DB, Date.now(), maxAge, (work) => c.executionCtx.waitUntil(work))
  const { protocol, hostname } = new URL(c.req.url)
  const saved = new Set<string>()
  const base = createCtx(c.env, database.db, (work) => c.executionCtx.waitUntil(work), protocol)
  c.set("ctx", {
    ...base,
    announceSaved: (resource, ids) => {
      for (const id of ids) saved.add(recordChannel(resource, id))
    },
    captcha: createCaptcha(c.var.config, base, hostname),
    client: {
      ...base.client,
      address: networkOf(c.req.header("CF-Connecting-IP") ?? "unknown"),
      country: (c.req.raw.cf?.country as string | undefined) ?? null,
      userAgent: c.req.header("User-Agent") ?? "",
      device: { token: readDevice(c), keep: (token) => writeCookie(c, "device", token) },
    },
  })
  await next()
  announceChanges(c, saved)
  const bookmark = database.use.rowsWritten > 0 ? database.bookmark() : null
  if (bookmark) writeCookie(c, "bookmark", bookmark)
})

function readDevice(c: AppContext): string | null {
  const token = readCookie(c, "device")
  return token && /^[\w-]{43}$/.test(token) ? token : null
}

/** Validates the D1 bookmark cookie: hexadecimal numbers with hyphens, nothing else may reach D1. */
function readBookmark(c: AppContext): string | null {
  const bookmark = readCookie(c, "bookmark")
  return bookmark && /^[0-9a-f-]{1,200}$/.test(bookmark) ? bookmark : null
}
