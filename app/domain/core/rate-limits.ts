/** Every rate limit of the product. An address is a network's (lib/network-address.ts). */
export const limits = {
  /** Attempts at the access value, by address. */
  "access.try": { max: 20, window: "10m" },
  /** Codes mailed instead of a captcha, by address and by e-mail; attempts at one code, by e-mail. */
  "captcha.code.address": { max: 10, window: "1h" },
  "captcha.code.email": { max: 5, window: "1h" },
  "captcha.code.try": { max: 5, window: "10m" },
  /** Sign-ups, by address and by e-mail: each one sends a mail. */
  "auth.join.address": { max: 20, window: "1h" },
  "auth.join.email": { max: 5, window: "1h" },
  /** Password-reset requests, by address and by e-mail. */
  "auth.reset.address": { max: 20, window: "1h" },
  "auth.reset.email": { max: 5, window: "1h" },
  /** Attempts at mailed links, by address. */
  "auth.token.address": { max: 60, window: "15m" },
  /**
   * Failed sign-ins by account, existing or not; all sign-ins by address. From the fourth failure on, each delays the
   * next.
   */
  "auth.sign-in.account": { max: 10, window: "15m", slowFrom: 4 },
  "auth.sign-in.address": { max: 50, window: "15m" },
  /** Re-authentications by password, by account. */
  "auth.confirm.account": { max: 10, window: "15m" },
  /** Favourites added and removed, by member. */
  "favorites.change": { max: 120, window: "1m" },
  /** Searches saved, changed and removed, by member. */
  "searches.change": { max: 120, window: "10m" },
  /** Messages, by their sender, whose channel counts them (trust-safety R19). */
  "chat.send": { max: 20, window: "1m" },
  /** New conversations, by their initiator; blocks and unblocks, by member. */
  "chat.start": { max: 10, window: "24h" },
  "chat.block": { max: 60, window: "10m" },
  /** Changes in chat, by member, without new messages; edits of messages among them. Their channel counts both. */
  "chat.write": { max: 120, window: "1m", isInChannel: true },
  "chat.edit": { max: 20, window: "1m", isInChannel: true },
  /** Searches in messages, by member, whose channel counts them: each asks up to twenty rooms. */
  "chat.search": { max: 60, window: "1m", isInChannel: true },
  /** Saves of a profile's drafts, and submissions of them, by owner. */
  "workshop.save": { max: 600, window: "1h" },
  "workshop.submit": { max: 20, window: "24h" },
  /** Drafts of a profile's texts in another language, by owner: each request may translate three of them. */
  "workshop.translate": { max: 30, window: "1h" },
  /** Readings of an owner's calendar elsewhere that they ask for, and new addresses of theirs here, by owner. */
  "calendar.read": { max: 20, window: "1h" },
  "calendar.address": { max: 20, window: "1h" },
  /** Requests of calendars at addresses that are nobody's, by address. */
  "calendar.stranger": { max: 60, window: "10m" },
  /** Changes of who is in photos and videos, and links to them, by owner. */
  "consent.change": { max: 300, window: "1h" },
  /** Attempts at an identity check, by subject (trust-safety R1). */
  "identity.start": { max: 3, window: "24h" },
  /** Changes of templates and of the away note, by owner. */
  "answering.change": { max: 120, window: "10m" },
  /** Checkouts started, and changes of a plan, by member: each costs several calls of the payment provider. */
  "billing.checkout": { max: 20, window: "1h" },
  "billing.change": { max: 30, window: "1h" },
  /** Copies requested on coming back from a payment, by member. */
  "billing.expect": { max: 30, window: "10m" },
  /** Push subscriptions, by member. */
  "push.subscribe": { max: 30, window: "1h" },
  /** Uploads and retries of photos, by member. */
  "media.upload": { max: 120, window: "1h" },
  /** Videos begun, their parts (a video of 2 GB has 256), and their posters and captions, by member. */
  "video.open": { max: 30, window: "1h" },
  "video.part": { max: 3_000, window: "1h" },
  "video.file": { max: 60, window: "1h" },
  /** Sockets opened, by member; unauthenticated ones, by address. */
  "realtime.connect": { max: 120, window: "1m" },
  /** Unauthenticated sockets, by the member they are for: together with the address, and from all addresses. */
  "realtime.stranger": { max: 30, window: "1m" },
  "realtime.strangers": { max: 150, window: "1m" },
  /** Channels of the back office joined, by member of staff. */
  "realtime.attend": { max: 240, window: "1m" },
  /** Data exports, by user: each one is a large file. */
  "privacy.export": { max: 3, window: "24h" },
  /** Authenticator and recovery codes, right or wrong, by account: three in a million are valid at any time. */
  "auth.second-factor.account": { max: 10, window: "15m" },
  "auth.second-factor.account-day": { max: 50, window: "24h" },
  /** Resets of the two limits above after a proof by mail, by account. */
  "auth.second-factor.forgive": { max: 3, window: "24h" },
  /** Times that staff see the site as a member, by staff account. */
  "staff.impersonate": { max: 20, window: "1h" },
  /** Codes mailed for a first second factor, and attempts at them, by account: each code is one of a million. */
  "auth.factor-code.send": { max: 5, window: "1h" },
  "auth.factor-code.try": { max: 20, window: "24h" },
  /** Forms stored until their sender re-authenticates, by account. */
  "auth.held-act": { max: 60, window: "1h" },
  /** Attempts at the operator's code, by staff account. */
  "auth.staff-code.account": { max: 20, window: "1h" },
  /** Passkey sign-ins, begun and finished, by address. */
  "auth.passkey.address": { max: 60, window: "15m" },
  /** Avatar uploads and e-mail changes (each sends two mails), by account; mails to a requested new address. */
  "account.avatar": { max: 20, window: "1h" },
  "account.email": { max: 5, window: "1h" },
  "account.email.to": { max: 5, window: "1h" },
  "account.email.works": { max: 3, window: "24h" },
  /** Hand-offs of a session to the other language's domain, by address. */
  "locale.handoff": { max: 60, window: "10m" },
  /**
   * Reports, by address. The most urgent (P0) are accepted above the limit, but marked as suspect. Then: how many
   * reports of one address may hide a picture before staff review it, and receipts per e-mail.
   */
  "moderation.report.address": { max: 20, window: "1h" },
  "moderation.report.urgent": { max: 20, window: "1h" },
  "moderation.report.hide": { max: 5, window: "24h" },
  "moderation.report.receipt": { max: 5, window: "1h" },
  /** Answers to the question in confidence, by account. */
  "safety.help": { max: 10, window: "24h" },
  /** Support tickets, by address for visitors and by account for members; receipts per e-mail. */
  "support.write.address": { max: 10, window: "1h" },
  "support.write.account": { max: 20, window: "1h" },
  "support.receipt": { max: 5, window: "1h" },
  /**
   * Applications started and submitted, by account or address; changes and pictures, by application; receipts, by
   * e-mail.
   */
  "casting.start": { max: 10, window: "1h" },
  "casting.send": { max: 10, window: "1h" },
  "casting.save": { max: 600, window: "1h" },
  "casting.picture": { max: 60, window: "1h" },
  "casting.receipt": { max: 5, window: "1h" },
} as const satisfies Record<string, Limit>

/** Attempts at the second step of one sign-in; then it starts over. */
export const signInTries = 5

export type LimitName = keyof typeof limits

export interface Limit {
  max: number
  window: `${number}${"s" | "m" | "h"}`
  /** From this attempt on, the next one must wait: 1 s, then 2, 4, 8 … */
  slowFrom?: number
  /**
   * Counted in the memory of the member's channel, whose id is the key: nothing is stored for an attempt, and a channel
   * that slept has forgotten it. For short windows of what is cheap.
   */
  isInChannel?: true
}

/** Converts a window such as `15m` to milliseconds. */
export function windowMilliseconds(window: Limit["window"]): number {
  const unit = { s: 1_000, m: 60_000, h: 3_600_000 }[window.slice(-1) as "s" | "m" | "h"]
  return Number.parseInt(window, 10) * unit
}
