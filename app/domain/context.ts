import type { Database } from "~/db/client.server"
import type { Locale } from "~/i18n/locales"
import type { Actor } from "./accounts/schema"
import type { LimitName } from "./limits"

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
  /** The product's name, and its address in a language, for what leaves the house. */
  site: { name: string; origin: (locale: string) => string }
  /** Signs what opens a private medium for a while, with a key of this deployment (app/domain/media/passes.server.ts). */
  passes: {
    sign: (text: string) => Promise<string>
    /** In constant time. */
    isSigned: (text: string, signature: string) => Promise<boolean>
  }
  /** Where the request comes from, as Cloudflare saw it: never what a header claims. */
  client: { address: string; country: string | null; userAgent: string }
}
