import { openDatabase } from "~/db/client.server"
import { siteScope } from "~/db/content-scopes"
import { type Dated, judge } from "~/domain/content/changes"
import type { CatalogName } from "~/domain/core/ports/catalog-names"
import { findCatalogNames } from "~/domain/profiles/catalog/service.server"
import type { AppContext } from "../env"
import { currentEpochs } from "../middleware/public-epochs"

/** This isolate's copy of the names of the catalogue. */
let copy: (Dated & { names: readonly CatalogName[] }) | null = null

/**
 * Returns the names of the catalogue: the isolate's copy while none of them has changed (the scope of the whole site), so that a search
 * costs no round trip of its own. Like a cached page, a copy shows what is at most CONTENT_EPOCH_SECONDS old.
 */
export async function currentNames(c: AppContext): Promise<readonly CatalogName[]> {
  const epochs = await currentEpochs(c)
  if (epochs === null) return findCatalogNames(c.var.ctx.db)
  if (copy === null || judge(copy, epochs) !== "fresh") {
    // Read from where the epochs were read on: a lagging replica has older names than these epochs.
    const names = await findCatalogNames(openDatabase(c.env.DB, epochs.bookmark).db)
    copy = { epoch: epochs.epoch, scopes: [siteScope], names }
    return names
  }
  // No change up to here is of the names: none of them is forgotten before the copy has a later one.
  copy = { ...copy, epoch: epochs.epoch }
  return copy.names
}
