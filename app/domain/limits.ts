/** How often one key may do a thing. Every limit of the product is a line of this list. */
export const limits = {
  /** Tries of the access value, by address. */
  "access.try": { max: 20, window: "10m" },
  /** Requests to join, by address (of the network) and by e-mail: each one sends a mail. */
  "auth.join.address": { max: 20, window: "1h" },
  "auth.join.email": { max: 5, window: "1h" },
  /** Requests for a new password, likewise. */
  "auth.reset.address": { max: 20, window: "1h" },
  "auth.reset.email": { max: 5, window: "1h" },
  /** Tries of the links in mails, by address. */
  "auth.token.address": { max: 60, window: "15m" },
  /** Sign-ins by account, whether it exists or not, and by address. */
  "auth.sign-in.account": { max: 10, window: "15m" },
  "auth.sign-in.address": { max: 50, window: "15m" },
  /** Carrying a session to the other language's domain, by address. */
  "locale.handoff": { max: 60, window: "10m" },
  /** Reports, by address (of the network), but for the most urgent; and the receipts that an e-mail gets. */
  "moderation.report.address": { max: 20, window: "1h" },
  "moderation.report.receipt": { max: 5, window: "1h" },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

export interface Limit {
  max: number
  window: `${number}${"s" | "m" | "h"}`
}

/** A window such as `15m` in milliseconds. */
export function windowMilliseconds(window: Limit["window"]): number {
  const unit = { s: 1_000, m: 60_000, h: 3_600_000 }[window.slice(-1) as "s" | "m" | "h"]
  return Number.parseInt(window, 10) * unit
}
