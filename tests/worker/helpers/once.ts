const made: (() => void)[] = []

/** Makes something once a test file, when it is first asked for: files share their modules, but not what is stored (setup.ts). */
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

/** Forgets what the test file before made. */
export function forgetMade(): void {
  for (const forget of made) forget()
}
