import { readFileSync } from "node:fs"
import { parseEnv } from "node:util"

/** The keys of development: a checkout in which nothing was started has no settings of its own. */
const { SECRETS_KEY = "", ...settings } = parseEnv(readFileSync(".dev.vars.example", "utf8"))
export const keys = {
  SECRETS_KEY,
  VAPID_PUBLIC_KEY: settings.VAPID_PUBLIC_KEY ?? "",
  VAPID_PRIVATE_KEY: settings.VAPID_PRIVATE_KEY ?? "",
  VAPID_SUBJECT: settings.VAPID_SUBJECT ?? "",
}

/**
 * Beside the ports of `npm start`, so that both can run; a second checkout sets another. This port and the next seven
 * are used.
 */
export const port = Number(process.env.BROWSER_TEST_PORT ?? 8797)
export const paymentsPort = port + 4
/** The Worker and the payment simulator of the tests that advance the simulator's clock or make it fail. */
export const ownPorts = { worker: port + 5, payments: port + 6 } as const
/** Tests post SQL to it, for the database of the Worker that runs (sql.ts). */
export const sqlPort = port + 7
export const persistTo = ".wrangler/test"
/** The Worker as it is deployed, bundled once for all browser tests. */
export const bundle = ".wrangler/test-bundle"
/** Local Workers find each other's Durable Objects here, by name: the machine's own may name `npm start`, or another checkout's. */
export const registry = ".wrangler/test-registry"
/** Copies of the initial database, for each Worker beside the tests' own: two would lock each other out of one. */
export const copies = {
  captcha: ".wrangler/test-captcha",
  hot: ".wrangler/test-hot",
  payments: ".wrangler/test-payments",
} as const
export const accessKey = "browser-tests-key"
export const origins = { en: `http://en.localhost:${port}`, fr: `http://fr.localhost:${port}` } as const
/** Members without a password, who get one in a test. */
export const forgetful = (language: string) => `forgetful-${language}@example.org`
/** A profile of the demo with everything that a profile can have. */
export const wholeProfile = "camille-aubert"
/** Two members without conversations: a premium member, and the owner of a demo profile, with the password of both. */
export const chatters = {
  requester: "asker@example.org",
  name: "Eleanor Marsh",
  owner: "imane@example.org",
  slug: "imane-haddad",
  password: "the dog sleeps on the sofa",
} as const
/** Acts of the members in the tests of billing. Their trial is over; the password is that of the chatters. */
export const payers = ["declined", "change", "cancel", "refund", "withdraw", "tabs", "plain", "renew"] as const
/** `attempt`: 1 when the test is tried again, with an account that has not paid yet. */
export const payer = (name: (typeof payers)[number], language: string, attempt: number) =>
  `${name}-${attempt}-${language}@payers.example.org`
/** Roles with sessions of staff who re-authenticated too long ago to change anything. */
export const staleRoles = ["editor", "moderator"] as const
/** The token of such a session. `attempt`: 1 when the test is tried again, with a session that nobody has confirmed yet. */
export const staleSession = (role: (typeof staleRoles)[number], attempt: number) =>
  `a-stale-session-of-the-${role}-${attempt}`
/** Pairs with a conversation of their own, so that test files do not read each other's messages. */
export const pairs = {
  offline: {
    requester: "offline-asker@example.org",
    name: "Julian Frost",
    owner: "adele@example.org",
    slug: "adele-fournier",
  },
  reading: {
    requester: "reading-asker@example.org",
    name: "Iris Lang",
    owner: "alice@example.org",
    slug: "alice-navarre",
  },
  scrolling: {
    requester: "scrolling-asker@example.org",
    name: "Ines Ruiz",
    owner: "leon@example.org",
    slug: "leon-collet",
  },
  notices: {
    requester: "notices-asker@example.org",
    name: "Owen Reed",
    owner: "aurore@example.org",
    slug: "aurore-ferhat",
  },
  templates: {
    requester: "templates-asker@example.org",
    name: "Nora Whitlock",
    owner: "delphine@example.org",
    slug: "delphine-fontaine",
  },
  photos: {
    requester: "photos-asker@example.org",
    name: "Ida Sandberg",
    owner: "clemence@example.org",
    slug: "clemence-gauthier",
  },
  safety: {
    requester: "safety-asker@example.org",
    name: "Hugh Penrose",
    owner: "elise-lecomte@example.org",
    slug: "elise-lecomte",
  },
  replies: {
    requester: "replies-asker@example.org",
    name: "Vera Lindqvist",
    owner: "edith@example.org",
    slug: "edith-granger",
  },
  searching: {
    requester: "searching-asker@example.org",
    name: "Signe Aalto",
    owner: "lorraine@example.org",
    slug: "lorraine-chevalier",
  },
  chaos: {
    requester: "chaos-asker@example.org",
    name: "Miles Corbett",
    owner: "constance@example.org",
    slug: "constance-lacombe",
  },
  chaosOwner: {
    requester: "chaos-owner-asker@example.org",
    name: "Edgar Holm",
    owner: "maelle@example.org",
    slug: "maelle-bonnet",
  },
} as const
