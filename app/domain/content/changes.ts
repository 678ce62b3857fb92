/** The changes of public content (app/db/epoch.ts) that an isolate knows. */
export interface KnownChanges {
  /** The number of the latest change. */
  epoch: number
  /** All changes after this one are known; those before may be forgotten. */
  since: number
  /** The number of each scope's latest change, oldest first. */
  scopes: ReadonlyMap<string, number>
}

/** A cached page: the latest change that it shows for certain, and the scopes of what it shows. */
export interface Dated {
  epoch: number
  scopes: readonly string[]
}

/**
 * Adds what was read after `before` (null: everything): the changes, newest first, of which there may be more if they are
 * `limit`. At most `limit` scopes are known, those that changed last.
 */
export function followChanges(
  before: KnownChanges | null,
  { epoch, changes }: { epoch: number; changes: readonly { scope: string; epoch: number }[] },
  limit: number,
): KnownChanges {
  // An older database was restored: what is known of another one is of no use.
  if (before && epoch < before.epoch) return { epoch, since: epoch, scopes: new Map() }
  if (before && changes.length === 0) return { ...before, epoch }
  const oldest = changes.at(-1)?.epoch ?? 0
  const isCut = changes.length >= limit
  const scopes = new Map(isCut ? [] : before?.scopes)
  let since = isCut ? oldest : (before?.since ?? 0)
  for (const change of changes.toReversed()) {
    scopes.delete(change.scope)
    scopes.set(change.scope, change.epoch)
  }
  for (const [scope, number] of scopes) {
    if (scopes.size <= limit) break
    scopes.delete(scope)
    since = number
  }
  return { epoch, since, scopes }
}

/** Whether a page still shows what the public may see; `unknown`: by changes that are forgotten, or not read yet. */
export function judge(page: Dated, { epoch, since, scopes }: KnownChanges): "fresh" | "stale" | "unknown" {
  if (page.scopes.some((scope) => (scopes.get(scope) ?? 0) > page.epoch)) return "stale"
  return page.epoch < since || page.epoch > epoch ? "unknown" : "fresh"
}
