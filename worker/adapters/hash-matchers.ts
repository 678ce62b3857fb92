import type { Database } from "~/db/client.server"
import { findBlockedHash } from "~/domain/media/uploads/hash-queries.server"
import type { HashMatcher } from "~/domain/ports/hash-matcher"

export const hashMatchers = ["local", "noop"] as const

/** Creates the hash matcher of this deployment: `local` compares with the table of blocked hashes. */
export function createHashMatcher(name: (typeof hashMatchers)[number], db: Database): HashMatcher {
  if (name === "noop") return { match: async () => null }
  return { match: (picture) => findBlockedHash(db, picture) }
}
