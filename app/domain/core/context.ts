import type { Database } from "~/db/client.server"
import type { Locale } from "~/i18n/locales"
import type { Actor } from "./actor/actor"
import type { CountryPolicies } from "./countries/policy"
import type { Job } from "./jobs"
import type { Backup } from "./ports/backup"
import type { Calendars } from "./ports/calendars"
import type { Captcha } from "./ports/captcha"
import type { CatalogName } from "./ports/catalog-names"
import type { Live, Room } from "./ports/chat"
import type { Secrets } from "./ports/cryptography/secrets"
import type { UrlSigner } from "./ports/cryptography/url-signer"
import type { WebAuthn } from "./ports/cryptography/webauthn"
import type { Files } from "./ports/files"
import type { HashMatcher } from "./ports/hash-matcher"
import type { IdentityProvider } from "./ports/identity"
import type { Images } from "./ports/images"
import type { PaymentProvider } from "./ports/payments"
import type { Push } from "./ports/push"
import type { Translator } from "./ports/translator"
import type { VideoProvider } from "./ports/video-provider"
import type { LimitName } from "./rate-limits"
import type { LaunchSettings } from "./readiness/policy"
import type { Settings } from "./settings/registry"

/** The secret that identifies a known browser. It proves nothing else. */
interface DeviceCookie {
  /** Null for a browser that never signed in, and for clients that are no browsers. */
  readonly token: string | null
  /** Sets this token as the browser's cookie. */
  readonly keep: (token: string) => void
}

/** The session token of a browser that sent one as a cookie. */
interface SessionCookie {
  /** Null for visitors, and for API clients. */
  readonly token: string | null
  /** Replaces the browser's cookie. */
  readonly keep: (token: string) => void
}

/**
 * Context of every domain function: the actor, their language, the clock and the ports. It never changes: who needs
 * another value derives a copy.
 */
export type Ctx = Readonly<{
  db: Database
  actor: Actor
  locale: Locale
  /** Epoch ms. The only clock. */
  now: () => number
  /** Counts an attempt of `name` by `key` (unless `count` is false) and throws `rate.limited` above the limit. */
  limit: (name: LimitName, key: string, options?: { count: boolean }) => Promise<void>
  /** Resets the counter of `name` for `key`. */
  resetLimit: (name: LimitName, key: string) => Promise<void>
  /** Null if no captcha is configured: forms then require none. */
  captcha: Captcha | null
  /** Enqueues an outbox mail for delivery in the background. */
  enqueueMail: (id: string) => void
  /** Enqueues work that takes longer than a request. The cron requeues lost jobs. */
  enqueueJob: (job: Job) => void
  /**
   * Announces, once the request is done, that the actor saved records of a resource of the back office, to the staff who
   * have them open. The record that the address names needs no call.
   */
  announceSaved: (resource: string, ids: readonly string[]) => void
  /**
   * Takes the scopes (app/db/content-scopes.ts) of public content that the response shows, by whose changes its cached
   * copy is dropped; undefined if it is not cached.
   */
  shows?: (...scopes: string[]) => void
  /** Logs an unexpected error of one part of the work, after which the rest goes on. */
  logError: (event: string, error: unknown, fields: Record<string, unknown>) => void
  /** The room of a conversation, by its id. It authorises by membership: everyone else is refused. */
  rooms: (conversationId: string) => Room
  /** A member's realtime channel, by their id. */
  live: (userId: string) => Live
  /** Null if no payment provider is configured: nothing can be bought. */
  payments: PaymentProvider | null
  /** Null if no identity provider is configured: only staff can check who somebody is. */
  identity: IdentityProvider | null
  /** Checks of the identity provider's test mode count: never in production (trust-safety R2). */
  acceptsTestChecks: boolean
  /** The launch, as far as the deployment's settings know of it; `requireLaunched` asks the database, too. */
  launch: LaunchSettings
  /** Null if Web Push is not configured. */
  push: Push | null
  calendars: Calendars
  /** Null without the operator's key: no backup can be made. */
  backup: Backup | null
  files: Files
  images: Images
  hashes: HashMatcher
  videos: VideoProvider
  /** Null if no translator is configured: nobody is offered drafts in another language. */
  translator: Translator | null
  /** The client as Cloudflare saw it, never as its headers claim. An IPv6 address is reduced to its /64. */
  client: Readonly<{
    address: string
    country: string | null
    userAgent: string
    device: DeviceCookie
    session: SessionCookie
  }>
  /**
   * Code of the country that the request comes from, for profiles that are hidden from it (trust-safety R41). Null: nothing is hidden by
   * country, as in a cached page that is the same in every country.
   */
  hidingCountry: string | null
  /** The names of the catalogue in every language, as old as the public's cached pages: at most five seconds. */
  catalogNames: () => Promise<readonly CatalogName[]>
  /** Staff's settings, at most five seconds old. */
  settings: Settings
  /** The policies of countries, as old as the settings: read with them. */
  countries: CountryPolicies
  /** The product's name and its origin per locale, for links in mails; `origins` lists all of them. */
  site: Readonly<{ name: string; origin: (locale: string) => string; origins: string[] }>
  secrets: Secrets
  webAuthn: WebAuthn
  /** Staff need a second factor, and 30 idle minutes end their sessions (trust-safety R23). Off in development. */
  staffNeeds2fa: boolean
  urlSigner: UrlSigner
}>
