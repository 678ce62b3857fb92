import type { Database } from "~/db/client.server"
import { webAuthn } from "~/domain/accounts/second-factor/webauthn.server"
import type { Ctx } from "~/domain/context"
import type { Job } from "~/domain/jobs"
import type { Live, Room } from "~/domain/ports/chat"
import { type Limit, type LimitName, limits, windowMilliseconds } from "~/domain/rate-limits"
import { locales } from "~/i18n/locales"
import { describeError } from "~/lib/describe-error"
import { AppError } from "~/lib/errors"
import { createImages } from "./adapters/images"
import { createFiles } from "./adapters/r2-files"
import { createSecrets } from "./adapters/secret-box"
import { createUrlSigner } from "./adapters/url-signer"
import { createPush } from "./adapters/web-push"
import { type Config, readConfig } from "./config"
import { logLine } from "./middleware/request-log"

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
  const origin = (locale: string) => originOf(config, locale, protocol)
  return {
    db,
    actor: { kind: "visitor" },
    locale: "en",
    now: Date.now,
    limit: (name, key, options) => takeFrom(env.RateLimiter, name, key, options?.count ?? true),
    resetLimit: (name, key) => env.RateLimiter.getByName(`${name}:${key}`).forget(),
    captcha: null,
    enqueueMail: (id) =>
      waitUntil(sendToQueue(env.MAIL_QUEUE, { id } satisfies MailJob, "mail.not_woken", { mail: id })),
    enqueueJob: (job) => waitUntil(sendToQueue(env.JOB_QUEUE, job, "job.not_started", { ...job })),
    // The objects themselves, called over RPC: their classes hold to these very interfaces.
    rooms: (id) => env.ChatRoom.getByName(id) as unknown as Room,
    live: (id) => env.UserChannel.getByName(id) as unknown as Live,
    push: createPush(config),
    files: createFiles(env.MEDIA),
    images: createImages(env.IMAGES),
    site: { name: config.APP_NAME, origin, origins: [...new Set(locales.map(({ code }) => origin(code)))] },
    secrets: createSecrets(config.SECRETS_KEY),
    urlSigner: createUrlSigner(config.SECRETS_KEY),
    webAuthn,
    staffNeeds2fa: config.STAFF_SECOND_FACTOR === "required",
    client: { address: "none", country: null, userAgent: "", device: noCookie, session: noCookie },
  }
}

const noCookie = { token: null, keep: () => {} }

/** A language without a domain of its own is read at the deployment's one address, or at the first domain that there is. */
function originOf({ LOCALE_DOMAINS: domains, APP_ORIGIN }: Config, locale: string, protocol: string): string {
  const own = domains.find(({ code }) => code === locale)?.domain
  const domain = own ?? APP_ORIGIN ?? domains[0]?.domain ?? "localhost:8787"
  return new URL(/^https?:\/\//.test(domain) ? domain : `${protocol}//${domain}`).origin
}

async function takeFrom(limiters: Env["RateLimiter"], name: LimitName, key: string, count: boolean): Promise<void> {
  const { max, window, slowFrom }: Limit = limits[name]
  const limiter = limiters.getByName(`${name}:${key}`)
  const retryAfter = await limiter.take(max, windowMilliseconds(window), Date.now(), count, slowFrom)
  if (retryAfter > 0) throw new AppError("rate.limited", { retryAfter, values: { count: retryAfter } })
}

/** What is lost here is no loss: the cron finds the mail in the outbox, and the job by its row. */
async function sendToQueue(
  queue: Queue,
  message: MailJob | Job,
  event: string,
  fields: Record<string, unknown>,
): Promise<void> {
  try {
    await queue.send(message)
  } catch (error) {
    logLine("error", event, { ...fields, ...describeError(error) })
  }
}

/** What the mail queue carries: the id of a mail in the outbox. */
export interface MailJob {
  id: string
}
