import type { Database } from "~/db/client.server"
import type { Ctx } from "~/domain/context"
import { type LimitName, limits, windowMilliseconds } from "~/domain/limits"
import { AppError } from "~/lib/errors"
import { type Config, readConfig } from "./config"
import { createPasses } from "./passes"
import { describeError, logLine } from "./request-log"

/**
 * What the domain is given, for a visitor of nowhere in particular; a request fills in who and where. `waitUntil` keeps the Worker
 * alive for work in the background; `protocol` (`https:`) is for domains that name none.
 */
export function createCtx(
  env: Env,
  db: Database,
  waitUntil: (work: Promise<unknown>) => void,
  protocol = "https:",
): Ctx {
  const config = readConfig(env)
  return {
    db,
    actor: { kind: "visitor" },
    locale: "en",
    now: Date.now,
    limit: (name, key, options) => takeFrom(env.RateLimiter, name, key, options?.count ?? true),
    wakeMail: (id) => waitUntil(sendToQueue(env.MAIL_QUEUE, id)),
    site: {
      name: config.APP_NAME,
      origin: (locale) => originOf(config, locale, protocol),
    },
    passes: createPasses(config.SECRETS_KEY),
    client: { address: "none", country: null, userAgent: "" },
  }
}

/** A language without a domain of its own is read at the deployment's one address, or at the first domain that there is. */
function originOf({ LOCALE_DOMAINS: domains, APP_ORIGIN }: Config, locale: string, protocol: string): string {
  const own = domains.find(({ code }) => code === locale)?.domain
  const domain = own ?? APP_ORIGIN ?? domains[0]?.domain ?? "localhost:8787"
  return new URL(/^https?:\/\//.test(domain) ? domain : `${protocol}//${domain}`).origin
}

async function takeFrom(limiters: Env["RateLimiter"], name: LimitName, key: string, count: boolean): Promise<void> {
  const { max, window } = limits[name]
  const retryAfter = await limiters.getByName(`${name}:${key}`).take(max, windowMilliseconds(window), Date.now(), count)
  if (retryAfter > 0) throw new AppError("rate.limited", { retryAfter, values: { seconds: retryAfter } })
}

/** A wake that is lost is no loss: the cron finds the mail in the outbox. */
async function sendToQueue(queue: Queue<MailJob>, id: string): Promise<void> {
  try {
    await queue.send({ id })
  } catch (error) {
    logLine("error", "mail.not_woken", { mail: id, ...describeError(error) })
  }
}

/** What the mail queue carries: the id of a mail in the outbox. */
export interface MailJob {
  id: string
}
