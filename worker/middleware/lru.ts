/** Cache of the most recently used values, up to a total size. */
export interface Lru<Value> {
  get(key: string): Value | undefined
  set(key: string, value: Value, size: number): void
}

/** Relies on a Map's insertion order: a used entry is inserted again, and evictions start at the front. */
export function createLru<Value>(maxSize: number): Lru<Value> {
  const entries = new Map<string, { value: Value; size: number }>()
  let total = 0

  function remove(key: string): void {
    total -= entries.get(key)?.size ?? 0
    entries.delete(key)
  }

  return {
    get(key) {
      const entry = entries.get(key)
      if (!entry) return undefined
      entries.delete(key)
      entries.set(key, entry)
      return entry.value
    },
    set(key, value, size) {
      remove(key)
      if (size > maxSize) return
      entries.set(key, { value, size })
      total += size
      for (const oldest of entries.keys()) {
        if (total <= maxSize) break
        remove(oldest)
      }
    },
  }
}
