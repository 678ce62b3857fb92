import type { Database } from "~/db/client.server"
import type { Locale } from "~/i18n/locales"
import type { Actor } from "./accounts/schema"
import type { Files } from "./files"
import type { Images } from "./images"
import type { LimitName } from "./limits"

/** The secret by which a browser is known again; it is no proof of anything else. */
export interface DeviceCookie {
  /** Null for a browser that was never signed in, or that is none. */
  token: string | null
  /** Gives the browser this one to keep. */
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
  /** Hands a mail in the outbox to whoever sends it, soon and in the background. */
  wakeMail: (id: string) => void
  files: Files
  images: Images
  /** The product's name, and its address in a language, for what leaves the house. */
  site: { name: string; origin: (locale: string) => string }
  /** Where the request comes from, as Cloudflare saw it: never what a header claims. */
  client: { address: string; country: string | null; userAgent: string; device: DeviceCookie }
}
