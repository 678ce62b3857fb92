import type { Database } from "~/db/client.server"
import { webAuthn } from "~/domain/accounts/second-factor/webauthn.server"
import type { Ctx } from "~/domain/core/context"
import type { Job } from "~/domain/core/jobs"
import type { Live, Room } from "~/domain/core/ports/chat"
import { type Limit, type LimitName, limits, windowMilliseconds } from "~/domain/core/rate-limits"
import { maxOf, type Settings } from "~/domain/core/settings/registry"
import { findCatalogNames } from "~/domain/profiles/catalog/service.server"
import { defaultLocale, locales } from "~/i18n/locales"
import { describeError } from "~/lib/describe-error"
import { AppError } from "~/lib/errors"
import { chatRoomOf, rateLimiterOf, userChannelOf } from "../party/objects"
import { createBackupStore } from "./adapters/backup-store"
import { createCalendars } from "./adapters/calendar-fetcher"
import { createHashMatcher } from "./adapters/hash-matchers"
import { createImages } from "./adapters/images"
import { createFiles } from "./adapters/r2-files"
import { createSecrets } from "./adapters/secret-box"
import { settingsCache } from "./adapters/settings-cache"
import { createStripe } from "./adapters/stripe/stripe"
import { createStripeIdentity } from "./adapters/stripe/stripe-identity"
import { createTranslator } from "./adapters/translation/translators"
import { createUrlSigner } from "./adapters/url-signer"
import { createVideos } from "./adapters/videos/videos"
import { createPush } from "./adapters/web-push"
import { type Config, readConfig } from "./config"
import type { AppContext } from "./env"
import { launchSettings } from "./launch"
import { repeatingReads } from "./lost-connections"
import { logLine } from "./middleware/request-log"
import { type MailJob, queueOf } from "./queues/queues"

/**
 * Creates a Ctx with a visitor's defaults; the request middleware derives the request's own from it. `waitUntil` extends the Worker's
 * lifetime for background work; `protocol` is for language domains that are configured without one.
 */
export function createCtx(
  env: Env,
  db: Database,
  waitUntil: (work: Promise<unknown>) => void,
  protocol = "https:",
): Ctx {
  const config = readConfig(env)
  const origin = (locale: string) => originOf(config, locale, protocol)
  const origins = [...new Set(locales.map(({ code }) => origin(code)))]
  const settings = settingsCache.current()
  return {
    db,
    actor: { kind: "visitor" },
    locale: defaultLocale,
    now: Date.now,
    limit: (name, key, options) => takeFrom(env, settings, { name, key, count: options?.count ?? true }),
    resetLimit: (name, key) => rateLimiterOf(env, `${name}:${key}`).forget(),
    captcha: null,
    enqueueMail: (id) => waitUntil(sendToQueue(env, { id }, "mail.enqueue_failed", { mail: id })),
    enqueueJob: (job) => waitUntil(sendToQueue(env, job, "job.enqueue_failed", { ...job })),
    // Jobs have nobody whom colleagues would see.
    announceSaved: () => {},
    logError: (event, error, fields) => logLine("error", event, { ...fields, ...describeError(error) }),
    // RPC stubs of the Durable Objects, whose classes implement these interfaces.
    rooms: (id) => repeatingReads(() => chatRoomOf(env, id) as unknown as Room),
    live: (id) => repeatingReads(() => userChannelOf(env, id) as unknown as Live),
    payments: createPayments(config),
    identity: createIdentity(config),
    acceptsTestChecks: config.APP_ENV !== "production",
    launch: launchSettings(config),
    push: createPush(config),
    calendars: createCalendars({ ...config, origins }),
    backup: createBackup(config, env),
    files: createFiles(env.MEDIA),
    images: createImages(env.IMAGES),
    videos: createVideos(env.MEDIA, config),
    translator: createTranslator(config),
    hashes: createHashMatcher(config.HASH_MATCHER, db),
    catalogNames: () => findCatalogNames(db),
    settings,
    countries: settingsCache.countries(),
    hidingCountry: null,
    site: { name: config.APP_NAME, origin, origins },
    secrets: createSecrets(config.SECRETS_KEY),
    urlSigner: createUrlSigner(config.SECRETS_KEY),
    webAuthn,
    staffNeeds2fa: config.STAFF_SECOND_FACTOR === "required",
    client: { address: "none", country: null, userAgent: "", device: noCookie, session: noCookie },
  }
}

/** Sets the context of the rest of the request, a copy of the previous one with these changes. */
export function deriveCtx(c: AppContext, changes: Partial<Ctx>): void {
  c.set("ctx", { ...c.var.ctx, ...changes })
}

/** The bucket of nightly backups is bound only in a deployment that names one (deployment.toml). */
function createBackup({ BACKUP_KEY }: Config, env: Env & { BACKUPS?: R2Bucket }) {
  if (!BACKUP_KEY) return null
  return { key: BACKUP_KEY, store: env.BACKUPS ? createBackupStore(env.BACKUPS) : null }
}

function createPayments({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_ORIGIN }: Config) {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return createStripe({
    secretKey: STRIPE_SECRET_KEY,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    origin: STRIPE_ORIGIN ?? null,
  })
}

function createIdentity({ STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET, STRIPE_ORIGIN }: Config) {
  if (!STRIPE_SECRET_KEY || !STRIPE_WEBHOOK_SECRET) return null
  return createStripeIdentity({ secretKey: STRIPE_SECRET_KEY, origin: STRIPE_ORIGIN ?? null })
}

const noCookie = { token: null, keep: () => {} }

/** Returns the origin of a language's domain; without one, APP_ORIGIN or the first domain. */
function originOf({ LOCALE_DOMAINS: domains, APP_ORIGIN }: Config, locale: string, protocol: string): string {
  const own = domains.find(({ code }) => code === locale)?.domain
  const domain = own ?? APP_ORIGIN ?? domains[0]?.domain ?? "localhost:8787"
  return new URL(/^https?:\/\//.test(domain) ? domain : `${protocol}//${domain}`).origin
}

async function takeFrom(
  env: Env,
  settings: Settings,
  { name, key, count }: { name: LimitName; key: string; count: boolean },
): Promise<void> {
  const { window, slowFrom, isInChannel }: Limit = limits[name]
  const attempt = { max: maxOf(settings, name), window: windowMilliseconds(window), now: Date.now(), count, slowFrom }
  const retryAfter = isInChannel
    ? await repeatingReads(() => userChannelOf(env, key)).take(name, attempt)
    : await repeatingReads(() => rateLimiterOf(env, `${name}:${key}`)).take(attempt)
  if (retryAfter > 0) throw new AppError("rate.limited", { retryAfter, values: { count: retryAfter } })
}

/** Best effort: the cron requeues mails from the outbox and jobs from their rows. */
async function sendToQueue(
  env: Env,
  message: MailJob | Job,
  event: string,
  fields: Record<string, unknown>,
): Promise<void> {
  try {
    await queueOf(env, message).send(message)
  } catch (error) {
    logLine("error", event, { ...fields, ...describeError(error) })
  }
}
