const made: (() => void)[] = []

/** Creates something once per test file, on first use: files share their modules, but not the storage (setup.ts). */
export function once<T>(make: () => Promise<T>): () => Promise<T> {
  let value: Promise<T> | undefined
  made.push(() => {
    value = undefined
  })
  return () => {
    value ??= make()
    return value
  }
}

/** Forgets what the previous test file created. */
export function forgetMade(): void {
  for (const forget of made) forget()
}
