import { openDatabase, read } from "~/db/client.server"
import type { CatalogName } from "~/domain/core/ports/search-names"
import { createRefreshedCopy } from "~/domain/core/shared/refreshed-copy"
import { selectNames } from "~/domain/profiles/catalog/queries.server"
import { describeError } from "~/lib/describe-error"
import { logLine } from "../middleware/request-log"

/** This isolate's copy of the catalog's names: each search by words needs all of them. */
const readCopy = createRefreshedCopy<CatalogName[]>((error) =>
  logLine("warn", "search_names.unreadable", describeError(error)),
)

/** Returns the names of the catalog in every language, at most `maxAge` (ms) old while the database responds; none if it never did. */
export async function readSearchNames(
  database: D1Database,
  maxAge: number,
  waitUntil: (work: Promise<unknown>) => void,
): Promise<readonly CatalogName[]> {
  const load = async () => {
    const [names] = await read(openDatabase(database, null).db, selectNames)
    return names
  }
  return (await readCopy({ now: Date.now(), maxAge, load, waitUntil })) ?? []
}
