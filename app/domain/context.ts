import type { Database } from "~/db/client.server"
import type { Locale } from "~/i18n/locales"
import type { Actor } from "./actor/actor"
import type { Job } from "./jobs"
import type { Captcha } from "./ports/captcha"
import type { Live, Room } from "./ports/chat"
import type { Files } from "./ports/files"
import type { Images } from "./ports/images"
import type { Push } from "./ports/push"
import type { Secrets } from "./ports/secrets"
import type { UrlSigner } from "./ports/url-signer"
import type { WebAuthn } from "./ports/webauthn"
import type { LimitName } from "./rate-limits"

/** The secret by which a browser is known again; it is no proof of anything else. */
interface DeviceCookie {
  /** Null for a browser that was never signed in, or that is none. */
  token: string | null
  /** Gives the browser this one to keep. */
  keep: (token: string) => void
}

/** The session's token in a browser that brought one as a cookie. */
interface SessionCookie {
  /** Null for visitors, and for API clients. */
  token: string | null
  /** Gives the browser another one in its place. */
  keep: (token: string) => void
}

/** What every act of the domain is given: who asks, in which language, when, and the ports it may use. */
export interface Ctx {
  db: Database
  actor: Actor
  locale: Locale
  /** Epoch ms. The only clock. */
  now: () => number
  /** Counts a try of `name` by `key` (unless `count` is false) and throws `rate.limited` when there were too many. */
  limit: (name: LimitName, key: string, options?: { count: boolean }) => Promise<void>
  /** Forgets the tries of `name` by `key`. */
  resetLimit: (name: LimitName, key: string) => Promise<void>
  /** Null where none is configured: forms then ask nothing. */
  captcha: Captcha | null
  /** Hands a mail in the outbox to whoever sends it, soon and in the background. */
  enqueueMail: (id: string) => void
  /** Hands on work that is too long for a request. What is lost on the way, the cron hands on again. */
  enqueueJob: (job: Job) => void
  /** The room of a conversation, by its id. It knows its members, and refuses everyone else. */
  rooms: (conversationId: string) => Room
  /** What is live of a member, by their id. */
  live: (userId: string) => Live
  /** Null where none is configured: nobody is knocked at. */
  push: Push | null
  files: Files
  images: Images
  /** Where the request comes from, as Cloudflare saw it: never what a header claims. Of an IPv6 address, its /64. */
  client: { address: string; country: string | null; userAgent: string; device: DeviceCookie; session: SessionCookie }
  /** The product's name, and its address in a language, for what leaves the house; `origins` are all of them. */
  site: { name: string; origin: (locale: string) => string; origins: string[] }
  secrets: Secrets
  webAuthn: WebAuthn
  /** Staff must have given a second factor, and half an hour idle ends their sessions (trust-safety R23): not on development machines. */
  staffNeeds2fa: boolean
  urlSigner: UrlSigner
}
