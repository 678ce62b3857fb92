import * as z from "zod"
import { type LimitName, limits } from "../rate-limits"
import { Email } from "../shared/email"
import { lineDraft } from "../shared/text"

/** In the order of the back office. */
export const settingGroups = ["access", "listing", "limits", "announcement", "captcha", "contact", "payments"] as const
export type SettingGroup = (typeof settingGroups)[number]

/** How a value is entered and stored. A `hash` can only be compared, a `secret` is sealed: neither is shown again. */
export type SettingKind = "text" | "email" | "number" | "switch" | "hash" | "secret"

interface Definition<Value> {
  group: SettingGroup
  kind: SettingKind
  /** Schema of the values that staff may enter. */
  schema: z.ZodType
  default: Value
  /** Of a number. */
  min?: number
  max?: number
  /** The rate limit whose maximum it is. */
  limit?: LimitName
}

const define = <Value>(definition: Definition<Value>) => definition

const number = (initial: number, min: number, max: number, limit?: LimitName) =>
  define<number>({
    group: "limits",
    kind: "number",
    default: initial,
    min,
    max,
    limit,
    schema: z.number().int().min(min).max(max),
  })
/** A rate limit's maximum; its window is in the code. */
const limit = (name: LimitName, min: number, max: number) => number(limits[name].max, min, max, name)

const address = define<string>({
  group: "contact",
  kind: "email",
  default: "",
  schema: z.union([z.literal(""), Email]),
})
const notice = define<string>({ group: "announcement", kind: "text", default: "", schema: lineDraft(200) })

/** Every setting, with its default. `listing.*` and `announcement.*` show in cached pages (`shownSettings`). */
const registry = {
  /** Keyed hash of the access gate's value; null: the deployment's ACCESS_KEY. */
  "access.key": define<string | null>({
    group: "access",
    kind: "hash",
    default: null,
    schema: z.string().min(8).max(200),
  }),
  /** Cards show hourly rates. */
  "listing.prices": define<boolean>({ group: "listing", kind: "switch", default: true, schema: z.boolean() }),
  "limits.messages": limit("chat.send", 1, 200),
  "limits.new_conversations": limit("chat.start", 1, 200),
  "limits.chat_changes": limit("chat.write", 10, 1_000),
  "limits.favorites": limit("favorites.change", 10, 1_000),
  /** Favourites that a member may have. */
  "limits.most_favorites": number(500, 10, 5_000),
  "limits.photos": limit("media.upload", 10, 1_000),
  "limits.videos": limit("video.open", 1, 200),
  "limits.submissions": limit("workshop.submit", 1, 200),
  "limits.tickets": limit("support.write.account", 1, 200),
  "limits.reports": limit("moderation.report.address", 5, 500),
  "limits.applications": limit("casting.start", 1, 200),
  "limits.exports": limit("privacy.export", 1, 20),
  "announcement.en": notice,
  "announcement.fr": notice,
  /** Of the provider that CAPTCHA_PROVIDER names; empty: the deployment's. */
  "captcha.site_key": define<string>({
    group: "captcha",
    kind: "text",
    default: "",
    schema: z
      .string()
      .max(200)
      .regex(/^[\w.-]*$/),
  }),
  "captcha.secret": define<string | null>({
    group: "captcha",
    kind: "secret",
    default: null,
    schema: z.string().min(8).max(200),
  }),
  "contact.email": address,
  /** The point of contact for authorities (DSA, Article 11). */
  "contact.authorities": address,
  /** Minor units of the invoice's currency: what a member of staff may refund of an invoice alone. */
  "payments.refund_limit": define<number>({
    group: "payments",
    kind: "number",
    default: 10_000,
    min: 0,
    max: 1_000_000,
    schema: z.number().int().min(0).max(1_000_000),
  }),
  /** Days from now that a member of staff may give alone, with those given before. */
  "payments.gift_days": define<number>({
    group: "payments",
    kind: "number",
    default: 92,
    min: 0,
    max: 730,
    schema: z.number().int().min(0).max(730),
  }),
} as const

export type SettingKey = keyof typeof registry
export const settingKeys = Object.keys(registry) as SettingKey[]

/** The settings in force. */
export type Settings = { readonly [Key in SettingKey]: (typeof registry)[Key]["default"] }

export const definitionOf = (key: SettingKey): Definition<Settings[SettingKey]> =>
  registry[key] as Definition<Settings[SettingKey]>

export const isHidden = (kind: SettingKind) => kind === "hash" || kind === "secret"

export const defaultSettings = Object.fromEntries(
  settingKeys.map((key) => [key, registry[key].default]),
) as unknown as Settings

const shownKeys = settingKeys.filter((key) => ["listing", "announcement"].includes(definitionOf(key).group))

/** Returns the values of the settings that show in cached pages, in one order. */
export const shownSettings = (settings: Settings) => shownKeys.map((key) => settings[key])

/** Returns the maximum of a rate limit. */
export function maxOf(settings: Settings, name: LimitName): number {
  const key = settingKeys.find((one) => definitionOf(one).limit === name)
  return key ? (settings[key] as number) : limits[name].max
}

/**
 * Returns the settings that rows say, with the keys of rows that say nothing valid: an unknown key, or a value that the
 * registry would refuse by now. They have their defaults.
 */
export function toSettings(rows: readonly { key: string; value: string }[]): { settings: Settings; invalid: string[] } {
  const found: Record<string, unknown> = { ...defaultSettings }
  const invalid: string[] = []
  for (const { key, value } of rows) {
    const parsed = Object.hasOwn(registry, key) ? parseStored(definitionOf(key as SettingKey), value) : undefined
    if (!parsed) invalid.push(key)
    else if (parsed.value !== null) found[key] = parsed.value
  }
  return { settings: found as unknown as Settings, invalid }
}

/** Returns a stored value, null for the default; undefined if it is not valid. */
function parseStored({ kind, schema }: Definition<unknown>, text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    if (value === null) return { value }
    const result = (isHidden(kind) ? z.string().min(1) : schema).safeParse(value)
    return result.success ? { value: result.data } : undefined
  } catch {
    return undefined
  }
}
