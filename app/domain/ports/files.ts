/** The store of files (R2), as the domain sees it. */
export interface Files {
  /** Null where there is nothing under this key. */
  read: (key: string) => Promise<StoredFile | null>
  /** Every file below a prefix, whole. */
  list: (prefix: string) => Promise<{ key: string; size: number }[]>
  /** What is not there counts as deleted. */
  delete: (keys: string[]) => Promise<void>
  /** Writes a file of any length, a piece at a time; nothing is there before `close`. */
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
  /** Leaves nothing behind. */
  abort: () => Promise<void>
}
