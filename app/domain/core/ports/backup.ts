import type { SourceSum } from "../../operations/backup/schema"

/** The key that seals backups, and the bucket of the nightly ones. */
export interface Backup {
  /** 32 bytes, base64url. */
  key: string
  /** Null if the operator has set no target. */
  store: BackupStore | null
}

/** The bucket of the nightly backups. */
export interface BackupStore {
  /** Returns the ids of the backups that are stored, whole or not. */
  list: () => Promise<string[]>
  write: (id: string, name: string, bytes: Uint8Array<ArrayBuffer>, sum: SourceSum | null) => Promise<void>
  /** Null if the part does not exist. */
  read: (id: string, name: string) => Promise<Uint8Array<ArrayBuffer> | null>
  /** Returns the parts of a backup in order, without its manifest. */
  parts: (id: string) => Promise<{ hash: string; sum: SourceSum | null }[]>
  delete: (id: string) => Promise<void>
}
