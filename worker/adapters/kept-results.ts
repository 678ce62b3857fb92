/**
 * Creates a store of asynchronous results, one for each key, that an isolate keeps as long as it lives: for keys of the deployment.
 * Requests that ask before the first result is there compute their own: none awaits a promise of another one
 * (docs/decisions/2026-11-29-no-request-awaits-another.md).
 */
export function createKeptResults<Value>(): (key: string, compute: () => Promise<Value>) => Promise<Value> {
  const kept = new Map<string, Value>()
  return async (key, compute) => {
    const known = kept.get(key)
    if (known !== undefined) return known
    const value = await compute()
    kept.set(key, value)
    return value
  }
}
