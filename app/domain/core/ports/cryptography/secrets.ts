/** Encrypts secrets that must be stored and read back. */
export interface Secrets {
  seal: (text: string, purpose: string) => Promise<string>
  /** Throws for a text that was not sealed by this deployment for this `purpose`. */
  open: (sealed: string, purpose: string) => Promise<string>
  /** Returns a keyed hash (HMAC-SHA-256, base64url): the same text has another one for another purpose. */
  digest: (text: string, purpose: string) => Promise<string>
}
