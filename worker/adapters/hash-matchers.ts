import type { Database } from "~/db/client.server"
import type { HashMatcher } from "~/domain/core/ports/hash-matcher"
import { findBlockedHash } from "~/domain/media/uploads/hash-queries.server"

export const hashMatchers = ["local", "noop"] as const

/** Creates the hash matcher of this deployment: `local` compares with the table of blocked hashes. */
export function createHashMatcher(name: (typeof hashMatchers)[number], db: Database): HashMatcher {
  if (name === "noop") return { match: async () => null }
  return { match: (picture) => findBlockedHash(db, picture) }
}
