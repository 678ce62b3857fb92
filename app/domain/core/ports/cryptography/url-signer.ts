/** Signs the addresses of private media with a key of this deployment. */
export interface UrlSigner {
  sign: (text: string) => Promise<string>
  /** Compares in constant time. */
  verify: (text: string, signature: string) => Promise<boolean>
}
