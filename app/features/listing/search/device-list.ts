import { readLocal, writeLocal } from "~/browser/local-text"

/** The localStorage key that says "off" where nothing is remembered. The quick exit and logging out delete it with everything else. */
export const rememberingKey = "remember"

/** Returns whether this device remembers searches and profiles. */
export const isRemembering = () => readLocal(rememberingKey) !== "off"

/** A list that is stored on this device alone, the latest entry first. */
export interface DeviceList<Entry> {
  read(): Entry[]
  /** Stores an entry as the latest one, in the place of an earlier one that is the same; nothing where nothing is remembered. */
  add(entry: Entry): void
  clear(): void
}

/** Returns the list under a key of localStorage; it is empty where the browser blocks storage or what is stored is malformed. */
export function deviceList<Entry>(
  key: string,
  max: number,
  { isEntry, keyOf }: { isEntry: (value: unknown) => value is Entry; keyOf: (entry: Entry) => string },
): DeviceList<Entry> {
  const read = (): Entry[] => {
    try {
      const stored: unknown = JSON.parse(readLocal(key) ?? "[]")
      return Array.isArray(stored) ? stored.filter(isEntry).slice(0, max) : []
    } catch {
      return []
    }
  }
  return {
    read,
    add(entry) {
      if (!isRemembering()) return
      const others = read().filter((one) => keyOf(one) !== keyOf(entry))
      writeLocal(key, JSON.stringify([entry, ...others].slice(0, max)))
    },
    clear: () => writeLocal(key, null),
  }
}
