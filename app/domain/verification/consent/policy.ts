import { DAY } from "~/lib/time"

/** How long a link may be used for a signature (trust-safety R7), ms. A withdrawal never ends. */
export const consentLinkLifetime = 14 * DAY

/** After an item or a profile is gone, until what was signed about it, and its hashes, are deleted (trust-safety R7, R10), ms. */
export const consentLifetime = 3 * 365 * DAY

/** People that an owner can name. */
export const maxPeople = 40

/** Photos and videos that one answer declares; a profile has fewer. */
export const maxDeclared = 200
