/** Sends payload-less Web Push messages (RFC 8030). */
export interface Push {
  /** The VAPID public key for `pushManager.subscribe`, base64url. */
  publicKey: string
  /** Returns whether an endpoint belongs to a known push service: requests go to no other host. */
  isKnownService: (endpoint: string) => boolean
  /** Sends an empty message. "gone": the subscription has ended. Throws if it should be retried. */
  send: (endpoint: string) => Promise<"sent" | "gone">
}
