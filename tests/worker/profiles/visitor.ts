import { env } from "cloudflare:workers"
import { openDatabase } from "~/db/client.server"
import type { Ctx } from "~/domain/core/context"

/** Returns the context of a visitor in English, as far as lists of profiles read it. */
export const visitor = () =>
  ({
    db: openDatabase(env.DB, null).db,
    actor: { kind: "visitor" },
    locale: "en",
    now: Date.now,
    hidingCountry: null,
  }) as unknown as Ctx
