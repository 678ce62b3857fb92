/** How often one key may do a thing. Every limit of the product is a line of this list. An address is a network's (lib/network-address.ts). */
export const limits = {
  /** Tries of the access value, by address. */
  "access.try": { max: 20, window: "10m" },
  /** Codes mailed in place of the captcha, by address (of the network) and by e-mail; and tries of one code, by e-mail. */
  "captcha.code.address": { max: 10, window: "1h" },
  "captcha.code.email": { max: 5, window: "1h" },
  "captcha.code.try": { max: 5, window: "10m" },
  /** Requests to join, by address (of the network) and by e-mail: each one sends a mail. */
  "auth.join.address": { max: 20, window: "1h" },
  "auth.join.email": { max: 5, window: "1h" },
  /** Requests for a new password, likewise. */
  "auth.reset.address": { max: 20, window: "1h" },
  "auth.reset.email": { max: 5, window: "1h" },
  /** Tries of the links in mails, by address. */
  "auth.token.address": { max: 60, window: "15m" },
  /** Failed sign-ins by account, whether it exists or not, and all by address. From the fourth on, each makes the next wait longer. */
  "auth.sign-in.account": { max: 10, window: "15m", slowFrom: 4 },
  "auth.sign-in.address": { max: 50, window: "15m" },
  /** Passwords that confirm who one is, by account. */
  "auth.confirm.account": { max: 10, window: "15m" },
  /** Keeping and letting go of favourites, by member. */
  "favorites.change": { max: 120, window: "1m" },
  /** New conversations, by who begins them; and blocks, set and taken back. */
  "chat.start": { max: 10, window: "24h" },
  "chat.block": { max: 60, window: "10m" },
  /** Changes in chat but for messages, which their author's channel counts, by member: and of these, changed messages. */
  "chat.write": { max: 120, window: "1m" },
  "chat.edit": { max: 20, window: "1m" },
  /** Browsers that want to be told while no page is open, by member. */
  "push.subscribe": { max: 30, window: "1h" },
  /** Sockets opened, by member, and by address where nobody says who it is. */
  "realtime.connect": { max: 120, window: "1m" },
  /** Sockets that do not say who they are, by the member they are for, together with the address and from everywhere. */
  "realtime.stranger": { max: 30, window: "1m" },
  "realtime.strangers": { max: 150, window: "1m" },
  /** Taking one's data along, by user: each one is a large file. */
  "privacy.export": { max: 3, window: "24h" },
  /** Codes of an app and recovery codes, right or wrong, by account: of a million codes, three are right at any time. */
  "auth.second-factor.account": { max: 10, window: "15m" },
  "auth.second-factor.account-day": { max: 50, window: "24h" },
  /** Times that a reset by mail forgets the codes above, by account. */
  "auth.second-factor.forgive": { max: 3, window: "24h" },
  /** Codes of the operator's, by account of staff. */
  "auth.staff-code.account": { max: 20, window: "1h" },
  /** Sign-ins by passkey, asked for and answered, by address. */
  "auth.passkey.address": { max: 60, window: "15m" },
  /** New pictures, and changes of the address (each sends two mails), by account; and mails to an address that somebody wants. */
  "account.avatar": { max: 20, window: "1h" },
  "account.email": { max: 5, window: "1h" },
  "account.email.to": { max: 5, window: "1h" },
  /** Carrying a session to the other language's domain, by address. */
  "locale.handoff": { max: 60, window: "10m" },
  /**
   * Reports, by address (of the network); of the most urgent (P0), those over the limit are accepted, but kept apart. How many reports may
   * hide a picture before staff look at it, by address; and the receipts that an e-mail gets.
   */
  "moderation.report.address": { max: 20, window: "1h" },
  "moderation.report.urgent": { max: 20, window: "1h" },
  "moderation.report.hide": { max: 5, window: "24h" },
  "moderation.report.receipt": { max: 5, window: "1h" },
  /** Messages to us, by address (of the network) for visitors and by account for members; and the receipts that an e-mail gets. */
  "support.write.address": { max: 10, window: "1h" },
  "support.write.account": { max: 20, window: "1h" },
  "support.receipt": { max: 5, window: "1h" },
  /** Applications begun and sent, by account or address (of the network); changes and pictures, by application; receipts, by e-mail. */
  "casting.start": { max: 10, window: "1h" },
  "casting.send": { max: 10, window: "1h" },
  "casting.save": { max: 600, window: "1h" },
  "casting.picture": { max: 60, window: "1h" },
  "casting.receipt": { max: 5, window: "1h" },
} as const satisfies Record<string, Limit>

/** Tries at the second step of one sign-in; then it starts over. */
export const signInTries = 5

export type LimitName = keyof typeof limits

export interface Limit {
  max: number
  window: `${number}${"s" | "m" | "h"}`
  /** From this try on, the next one must wait: 1 s, then 2, 4, 8 … */
  slowFrom?: number
}

/** A window such as `15m` in milliseconds. */
export function windowMilliseconds(window: Limit["window"]): number {
  const unit = { s: 1_000, m: 60_000, h: 3_600_000 }[window.slice(-1) as "s" | "m" | "h"]
  return Number.parseInt(window, 10) * unit
}
