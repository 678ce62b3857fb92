/** The file store (R2). */
export interface Files {
  /** Null if the key does not exist. */
  read: (key: string) => Promise<StoredFile | null>
  /** Lists every file below a prefix, without paging. */
  list: (prefix: string) => Promise<{ key: string; size: number }[]>
  /** Returns at most `limit` keys (up to 1,000) below a prefix after a key, in their order. */
  listAfter: (prefix: string, after: string, limit: number) => Promise<string[]>
  /** Missing files count as deleted. */
  delete: (keys: string[]) => Promise<void>
  /** Writes a file of any length in chunks; it exists only after `close`. */
  write: (key: string, contentType: string) => Promise<FileWriter>
}

export interface StoredFile {
  /** In bytes. */
  size: number
  body: ReadableStream<Uint8Array>
}

export interface FileWriter {
  write: (chunk: Uint8Array) => Promise<void>
  close: () => Promise<void>
  /** Discards what was written. */
  abort: () => Promise<void>
}
