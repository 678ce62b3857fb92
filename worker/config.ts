import * as z from "zod"
import { ageAdapters, contentRatings, isEnough } from "~/domain/safety/age.server"
import { locales } from "~/i18n/locales"
import { developmentApp } from "../party/user-channel/settings"
import { hashMatchers } from "./adapters/hash-matchers"
import { type TranslationModel, translators } from "./adapters/translation/translation-model"
import { isLocationWithin, objectLocations } from "./object-locations"

const developmentAccessKey = "open-sesame"
/** Published in .dev.vars.example; older .dev.vars have none. */
const developmentSecretsKey = "ZGV2ZWxvcG1lbnQtb25seS1ub3QtYS1zZWNyZXQtMDE"
const developmentBackupKey = "YmFja3VwLW9mLWRldmVsb3BtZW50LW5vdC1zZWNyZXQ"
const developmentVapidKey = "7BkkOrQYSXkmoO9foZm8O2ee3QtO67EOsvDtbWVdraA"

const LocaleDomains = z
  .string()
  .transform(parseJson)
  .pipe(
    z.array(
      z.object({
        code: z.enum(locales.map(({ code }) => code)),
        domain: z.string().regex(/^(https?:\/\/)?[a-z0-9.-]+(:\d+)?$/i, "is not a host or origin"),
        domainDefault: z.boolean().default(false),
      }),
    ),
  )

const PaymentApproval = z
  .string()
  .transform(parseJson)
  .pipe(
    z.object({
      provider: z.literal("stripe"),
      /** Of the provider's letter or ticket. */
      ref: z.string().min(1).max(200),
      date: z.iso.date(),
      declared_activity: z.string().min(10).max(2_000),
    }),
  )

const blankIsAbsent = (value: unknown) => (value === "" ? undefined : value)

const Settings = z.object({
  APP_ENV: z.enum(["production", "development", "test"]),
  /** Where the Durable Objects are kept; empty where they need not stay, and on a development machine. */
  DATA_JURISDICTION: z.preprocess(blankIsAbsent, z.enum(["eu", "us"]).optional()),
  /** Region near which Durable Objects are created; empty: near the first request for each. */
  OBJECT_LOCATION: z.preprocess(blankIsAbsent, z.enum(objectLocations).optional()),
  APP_NAME: z.string().min(1).max(40).default("Salon"),
  ACCESS_KEY: z.preprocess(blankIsAbsent, z.string().min(8).max(200).optional()),
  /** 32 bytes, base64url: encrypts stored secrets that must be readable again. */
  SECRETS_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[\w-]{43}$/, "is not 32 bytes in base64url")
      .optional(),
  ),
  /** 32 bytes, base64url: backups are encrypted with it. Without it none can be made. */
  BACKUP_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[\w-]{43}$/, "is not 32 bytes in base64url")
      .optional(),
  ),
  /** Closes the site and lets a backup be loaded. */
  RESTORE: z.enum(["off", "on"]).default("off"),
  /** Whether the back office asks for a second factor; production always does. */
  STAFF_SECOND_FACTOR: z.preprocess(blankIsAbsent, z.enum(["required", "optional"]).optional()),
  LOCALE_DOMAINS: z.preprocess(blankIsAbsent, LocaleDomains.default([])),
  /** The origin of a deployment without language domains. */
  APP_ORIGIN: z.preprocess(blankIsAbsent, z.url().optional()),
  MAIL_ADAPTER: z.enum(["cloudflare", "http", "mailbox"]),
  MAIL_FROM: z.string().min(3).max(200),
  MAIL_HTTP_URL: z.preprocess(blankIsAbsent, z.url().optional()),
  MAIL_HTTP_TOKEN: z.preprocess(blankIsAbsent, z.string().optional()),
  /** Without it, bounces and complaints of the mail provider are not heard. */
  MAIL_WEBHOOK_SECRET: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^whsec_[A-Za-z\d+/]{20,}={0,2}$/, "is not a webhook's signing secret")
      .optional(),
  ),
  CAPTCHA_PROVIDER: z.preprocess(blankIsAbsent, z.enum(["recaptcha", "turnstile"]).optional()),
  CAPTCHA_SITE_KEY: z.preprocess(blankIsAbsent, z.string().max(200).optional()),
  CAPTCHA_SECRET: z.preprocess(blankIsAbsent, z.string().max(200).optional()),
  /** Replaces the provider's origin, in tests. */
  CAPTCHA_ORIGIN: z.preprocess(blankIsAbsent, z.url().optional()),
  /** How long an isolate caches the content epoch: a takedown can take this many seconds to show. */
  CONTENT_EPOCH_SECONDS: z.coerce.number().int().min(0).max(60).default(5),
  /** The Pusher app that sockets connect to: its public key, and the secret that signs for channels. */
  REALTIME_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[\w-]{1,64}$/, "is not made of letters, digits, - and _")
      .default(developmentApp.key),
  ),
  REALTIME_SECRET: z.preprocess(blankIsAbsent, z.string().min(32).max(200).default(developmentApp.secret)),
  /** The host of the sockets, if it is not the page's own. */
  REALTIME_HOST: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[a-z0-9.-]+$/i, "is not a host")
      .optional(),
  ),
  REALTIME_PORT: z.preprocess(blankIsAbsent, z.coerce.number().int().min(1).max(65_535).optional()),
  REALTIME_SCHEME: z.preprocess(blankIsAbsent, z.enum(["http", "https"]).optional()),
  /** The VAPID key pair (RFC 8292), base64url, and the contact for push services; without it Web Push is off. */
  VAPID_PUBLIC_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^B[\w-]{86}$/, "is not an uncompressed P-256 point in base64url")
      .optional(),
  ),
  VAPID_PRIVATE_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[\w-]{43}$/, "is not 32 bytes in base64url")
      .optional(),
  ),
  VAPID_SUBJECT: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^(mailto:|https:\/\/)\S+$/, "is neither mailto: nor https:")
      .optional(),
  ),
  /** Replaces the browsers' push services, in tests. */
  PUSH_ORIGIN: z.preprocess(blankIsAbsent, z.url().optional()),
  /** An origin that owners' calendars are read from although it is not public, in tests and development. */
  CALENDAR_ORIGIN: z.preprocess(blankIsAbsent, z.url().optional()),
  /** Without both, nothing can be bought. `npm start` sets those of the payment simulator. */
  STRIPE_SECRET_KEY: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^(sk|rk)_(test|live)_\w+$/, "is not a secret key of Stripe")
      .optional(),
  ),
  STRIPE_WEBHOOK_SECRET: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^whsec_\w+$/, "is not a webhook's signing secret")
      .optional(),
  ),
  /** Replaces Stripe's origin: the payment simulator's. */
  STRIPE_ORIGIN: z.preprocess(blankIsAbsent, z.url().optional()),
  /** The provider's written approval of the operator's activity (trust-safety R27), as JSON; live payments need it. */
  PAYMENT_APPROVAL: z.preprocess(blankIsAbsent, PaymentApproval.optional()),
  /** With both, Cloudflare Stream encodes uploaded videos; without, they are served as they are, less their metadata. */
  STREAM_ACCOUNT_ID: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^[0-9a-f]{32}$/, "is not an account's id")
      .optional(),
  ),
  STREAM_API_TOKEN: z.preprocess(blankIsAbsent, z.string().min(20).max(200).optional()),
  /** Drafts of profile texts in another language: `workers-ai` by a model of Cloudflare's, `none` not at all. */
  TRANSLATOR: z.preprocess(blankIsAbsent, z.enum(translators).default("none")),
  /** The binding of Workers AI, in a deployment whose translator it is; no text can stand for it. */
  AI: z.custom<TranslationModel>((value) => value === undefined || typeof value === "object").optional(),
  PRIMARY_COLOR: z.enum(["pink", "green"]).default("pink"),
  /** Whether search engines may index the public pages: controls robots rules, sitemap, Open Graph and JSON-LD. */
  INDEXING: z.enum(["closed", "open"]).default("closed"),
  /** Marks every page as a demonstration; outside production it always is one. */
  DEMO: z.enum(["off", "on"]).default("off"),
  /** Asks visitors whether they are of age before any profile is shown. */
  AGE_NOTICE: z.enum(["on", "off"]).default("on"),
  AGE_ADAPTER: z.enum(ageAdapters).default("self_declaration"),
  CONTENT_RATING: z.enum(contentRatings).default("non_explicit"),
  /** Matcher of uploads: `local` is the table of blocked hashes, `noop` none. */
  HASH_MATCHER: z.preprocess(blankIsAbsent, z.enum(hashMatchers).default("local")),
  /** The target of the quick exit and of "leave"; `{language}` is the user's. */
  QUICK_EXIT_URL: z.preprocess(
    blankIsAbsent,
    z
      .string()
      .regex(/^https:\/\/[^\s"'<>\\]+$/, "is not an https address")
      .default("https://{language}.wikipedia.org/"),
  ),
})

const Config = Settings.refine(
  (config) => config.APP_ENV !== "production" || config.ACCESS_KEY !== developmentAccessKey,
  {
    path: ["ACCESS_KEY"],
    message: "is the development value",
  },
)
  .refine((config) => config.APP_ENV !== "production" || config.SECRETS_KEY !== undefined, {
    path: ["SECRETS_KEY"],
    message: "is missing",
  })
  .refine((config) => config.APP_ENV !== "production" || config.SECRETS_KEY !== developmentSecretsKey, {
    path: ["SECRETS_KEY"],
    message: "is the development value",
  })
  .refine((config) => config.APP_ENV !== "production" || config.BACKUP_KEY !== developmentBackupKey, {
    path: ["BACKUP_KEY"],
    message: "is the development value",
  })
  .refine((config) => config.APP_ENV !== "production" || config.REALTIME_SECRET !== developmentApp.secret, {
    path: ["REALTIME_SECRET"],
    message: "is missing, or the development value",
  })
  .refine((config) => config.APP_ENV !== "production" || config.STAFF_SECOND_FACTOR !== "optional", {
    path: ["STAFF_SECOND_FACTOR"],
    message: "cannot be optional in production",
  })
  .refine((config) => config.APP_ENV !== "production" || !isExample(config.MAIL_FROM), {
    path: ["MAIL_FROM"],
    message: "is an example: nothing can be sent from it",
  })
  .refine((config) => config.APP_ENV !== "production" || config.MAIL_ADAPTER !== "mailbox", {
    path: ["MAIL_ADAPTER"],
    message: "is the development adapter",
  })
  .refine((config) => config.APP_ENV !== "production" || config.HASH_MATCHER !== "noop", {
    path: ["HASH_MATCHER"],
    message: "is the development adapter",
  })
  .refine((config) => config.MAIL_ADAPTER !== "http" || (config.MAIL_HTTP_URL && config.MAIL_HTTP_TOKEN), {
    path: ["MAIL_HTTP_URL"],
    message: "and MAIL_HTTP_TOKEN are needed by the http adapter",
  })
  .refine((config) => !config.CAPTCHA_PROVIDER || (config.CAPTCHA_SITE_KEY && config.CAPTCHA_SECRET), {
    path: ["CAPTCHA_SITE_KEY"],
    message: "and CAPTCHA_SECRET are needed by a captcha",
  })
  .refine((config) => !config.VAPID_PUBLIC_KEY || (config.VAPID_PRIVATE_KEY && config.VAPID_SUBJECT), {
    path: ["VAPID_PUBLIC_KEY"],
    message: "needs VAPID_PRIVATE_KEY and VAPID_SUBJECT",
  })
  .refine((config) => config.APP_ENV !== "production" || config.VAPID_PRIVATE_KEY !== developmentVapidKey, {
    path: ["VAPID_PRIVATE_KEY"],
    message: "is the development value",
  })
  .refine((config) => config.APP_ENV !== "production" || !config.PUSH_ORIGIN, {
    path: ["PUSH_ORIGIN"],
    message: "is for tests",
  })
  .refine((config) => config.APP_ENV !== "production" || !config.CALENDAR_ORIGIN, {
    path: ["CALENDAR_ORIGIN"],
    message: "is for tests",
  })
  .refine((config) => config.APP_ENV !== "production" || !config.CAPTCHA_ORIGIN, {
    path: ["CAPTCHA_ORIGIN"],
    message: "is for tests",
  })
  .refine((config) => config.APP_ENV !== "production" || config.LOCALE_DOMAINS.length > 0 || config.APP_ORIGIN, {
    path: ["APP_ORIGIN"],
    message: "is needed for links in mails where LOCALE_DOMAINS is empty",
  })
  .refine((config) => config.TRANSLATOR !== "workers-ai" || config.AI !== undefined, {
    path: ["TRANSLATOR"],
    message: "workers-ai needs the binding AI",
  })
  .refine((config) => !config.STREAM_ACCOUNT_ID === !config.STREAM_API_TOKEN, {
    path: ["STREAM_API_TOKEN"],
    message: "and STREAM_ACCOUNT_ID are needed together",
  })
  // Stream stores videos in no jurisdiction, and the privacy page says where data lies.
  .refine((config) => !config.STREAM_ACCOUNT_ID || !config.DATA_JURISDICTION, {
    path: ["STREAM_ACCOUNT_ID"],
    message: "would take videos out of DATA_JURISDICTION",
  })
  .refine(({ OBJECT_LOCATION, DATA_JURISDICTION }) => isLocationWithin(OBJECT_LOCATION, DATA_JURISDICTION), {
    path: ["OBJECT_LOCATION"],
    message: "is not in DATA_JURISDICTION",
  })
  .refine((config) => !config.STRIPE_SECRET_KEY || config.STRIPE_WEBHOOK_SECRET, {
    path: ["STRIPE_WEBHOOK_SECRET"],
    message: "is needed by STRIPE_SECRET_KEY",
  })
  .refine((config) => config.APP_ENV !== "production" || !config.STRIPE_ORIGIN, {
    path: ["STRIPE_ORIGIN"],
    message: "is the payment simulator's",
  })
  .refine((config) => config.APP_ENV !== "production" || isLiveKey(config.STRIPE_SECRET_KEY ?? "sk_live_"), {
    path: ["STRIPE_SECRET_KEY"],
    message: "is a test key",
  })
  .refine((config) => !isLiveKey(config.STRIPE_SECRET_KEY) || config.APP_ENV === "production", {
    path: ["STRIPE_SECRET_KEY"],
    message: "charges real cards: in production only",
  })
  .refine((config) => !isLiveKey(config.STRIPE_SECRET_KEY) || config.PAYMENT_APPROVAL, {
    path: ["PAYMENT_APPROVAL"],
    message: "is missing: live payments need the provider's recorded approval of your activity",
  })
  .refine((config) => isEnough(config.AGE_ADAPTER, config.CONTENT_RATING), {
    path: ["AGE_ADAPTER"],
    message: "is not enough for explicit content",
  })
  .refine((config) => config.INDEXING === "closed" || !config.ACCESS_KEY, {
    path: ["INDEXING"],
    message: "cannot be open while ACCESS_KEY is set",
  })
  .refine((config) => config.INDEXING === "closed" || !isDemo(config), {
    path: ["INDEXING"],
    message: "cannot be open for a demonstration: that is any APP_ENV but production, and DEMO",
  })
  .transform((config) => ({
    ...config,
    SECRETS_KEY: config.SECRETS_KEY ?? developmentSecretsKey,
    STAFF_SECOND_FACTOR: config.STAFF_SECOND_FACTOR ?? (config.APP_ENV === "production" ? "required" : "optional"),
  }))

function parseJson(text: string, issue: z.RefinementCtx): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    issue.addIssue("is not JSON")
    return z.NEVER
  }
}

const isLiveKey = (key: string | undefined) => key !== undefined && /^(sk|rk)_live_/.test(key)

/** Whether a sender's address is in a domain that never exists (RFC 2606): that of wrangler.toml, for example. */
function isExample(sender: string): boolean {
  return /[@.](example|invalid|localhost|test)>?$/i.test(sender)
}

/** Whether the settings alone make this deployment a demonstration; whether it is one: worker/launch.ts. */
export function isDemo({ APP_ENV, DEMO }: { APP_ENV: string; DEMO: string }): boolean {
  return APP_ENV !== "production" || DEMO === "on"
}

/** The settings of this deployment, parsed. README.md explains each. */
export type Config = z.infer<typeof Config>

/** A missing or malformed setting. The message names each setting and its problem, never its value. */
export class ConfigError extends Error {
  override readonly name = "ConfigError"
}

/** The names of all settings. */
const settingNames: readonly string[] = Object.keys(Settings.shape)

/** Returns a problem for each text among the bindings that is no setting: a misspelt ACCESS_KEY would open the site. */
function unknownSettings(env: object): string[] {
  return (
    Object.entries(env)
      // A runtime's own names begin with an underscore.
      .filter(([name, value]) => typeof value === "string" && !name.startsWith("_") && !settingNames.includes(name))
      .map(([name]) => unknownSetting(name))
  )
}

/** Returns what is wrong with an unknown setting, with the one that was probably meant. */
function unknownSetting(name: string): string {
  const [nearest] = settingNames
    .map((known) => ({ known, distance: distanceOf(name.toUpperCase(), known) }))
    .filter(({ distance }) => distance <= 3)
    .toSorted((a, b) => a.distance - b.distance)
  return `${name}: is no setting${nearest ? ` (did you mean ${nearest.known}?)` : ""}`
}

/** Returns the number of letters to insert, delete or replace (Levenshtein). */
function distanceOf(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (const [place, letter] of [...a].entries()) {
    const next = [place + 1]
    for (let at = 1; at <= b.length; at++) {
      const replaced = (row[at - 1] ?? 0) + (letter === b[at - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[at] ?? 0) + 1, (next[at - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

const parsed = new WeakMap<object, Config>()

/** Parses the settings from the Worker's bindings, once per isolate. Throws ConfigError. */
export function readConfig(env: object): Config {
  const known = parsed.get(env)
  if (known) return known
  const result = Config.safeParse(env)
  const problems = [
    ...unknownSettings(env),
    ...(result.error?.issues ?? []).map((issue) => `${issue.path.join(".")}: ${issue.message}`),
  ]
  if (!result.success || problems.length > 0) throw new ConfigError(problems.join("; "))
  parsed.set(env, result.data)
  return result.data
}
