import type { Locale } from "./locales"

/** The fixed time zone: server and browser must print the same date. */
const defaultTimeZone = "Europe/Paris"

/**
 * - day: 14 November / 14 novembre
 * - date: 3 September 2026 / 3 septembre 2026
 * - short: 29 Nov / 29 nov.
 * - month: September 2026 / septembre 2026
 * - weekday: Saturday 14 November / samedi 14 novembre
 * - day_of_week: Sat 14 November / sam. 14 novembre
 */
export type DateStyle = "day" | "date" | "short" | "month" | "weekday" | "day_of_week"

/** Tag of dates and numbers: English ones are written the British way, others as in the main country of their language. */
export const formattingTag = (locale: Locale): string => (locale === "en" ? "en-GB" : locale)

const dateStyles: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  day: { day: "numeric", month: "long" },
  date: { day: "numeric", month: "long", year: "numeric" },
  short: { day: "numeric", month: "short" },
  month: { month: "long", year: "numeric" },
  weekday: { weekday: "long", day: "numeric", month: "long" },
  day_of_week: { weekday: "short", day: "numeric", month: "long" },
}

const noBreakSpace = "\u00a0"
const narrowNoBreakSpace = "\u202f"

const formatters = new Map<string, unknown>()

function cached<T>(key: string, make: () => T): T {
  if (!formatters.has(key)) formatters.set(key, make())
  return formatters.get(key) as T
}

function numberFormat(locale: Locale, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  return cached(`number ${locale} ${JSON.stringify(options)}`, () => {
    return new Intl.NumberFormat(formattingTag(locale), options)
  })
}

function dateFormat(locale: Locale, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return cached(`date ${locale} ${JSON.stringify(options)}`, () => {
    return new Intl.DateTimeFormat(formattingTag(locale), options)
  })
}

/**
 * Sets the spaces of French numbers: they differ between ICU versions (64 % has had both), and server and browser must
 * agree.
 */
function joinNumber(parts: Intl.NumberFormatPart[], locale: Locale): string {
  if (locale !== "fr") return parts.map((part) => part.value).join("")
  const beforeSign = parts.some((part) => part.type === "percentSign") ? narrowNoBreakSpace : noBreakSpace
  return parts
    .map((part) => {
      if (part.type === "group") return narrowNoBreakSpace
      return part.type === "literal" ? part.value.replace(/\s/g, beforeSign) : part.value
    })
    .join("")
}

/** Separator of the thousands of a number; another language is asked of Intl. */
const thousands: Partial<Record<Locale, string>> = { en: ",", fr: narrowNoBreakSpace }

/**
 * Formats a number: 1284 -> "1,284", "1 284" (U+202F). Whole numbers without Intl: a browser takes up to 20 ms to make
 * its first format, while it hydrates the page.
 */
export function formatNumber(value: number, locale: Locale): string {
  const separator = thousands[locale]
  if (separator && Number.isSafeInteger(value)) return String(value).replace(/\B(?=(\d{3})+$)/g, separator)
  return joinNumber(numberFormat(locale, {}).formatToParts(value), locale)
}

/** Returns the sign before the decimals: "." in English, "," in French. */
export function decimalSign(locale: Locale): string {
  return cached(`decimal ${locale}`, () => {
    const parts = numberFormat(locale, {}).formatToParts(0.5)
    return parts.find((part) => part.type === "decimal")?.value ?? "."
  })
}

/** Formats a share of one as a percentage: 0.64 -> "64%", "64 %" (U+202F). */
export function formatPercent(share: number, locale: Locale): string {
  return joinNumber(numberFormat(locale, { style: "percent" }).formatToParts(share), locale)
}

/** Formats cents: "€140", "140 €" (U+00A0); decimals are shown only if not zero. `currency` must have two decimals. */
export function formatPrice(cents: number, locale: Locale, currency = "EUR"): string {
  const digits = cents % 100 === 0 ? 0 : 2
  const format = numberFormat(locale, {
    style: "currency",
    currency: currency.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  return joinNumber(format.formatToParts(cents / 100), locale)
}

const sizeUnits = ["byte", "kilobyte", "megabyte", "gigabyte"] as const

/** Formats bytes: "1.5 MB", "1,5 Mo", with no-break spaces; units are powers of 1,000. */
export function formatSize(bytes: number, locale: Locale): string {
  // By the rounded number: 999,950 bytes are 1 MB, not 1,000 kB.
  const last = sizeUnits.length - 1
  const step = sizeUnits.findIndex((_, power) => power === last || Math.round((bytes * 10) / 1000 ** power) < 10_000)
  const unit = sizeUnits[step]
  const format = numberFormat(locale, { style: "unit", unit, unitDisplay: "short", maximumFractionDigits: 1 })
  const parts = format.formatToParts(bytes / 1000 ** step)
  return joinNumber(parts, locale).replace(/\s/g, noBreakSpace)
}

/** Formats epoch ms as a date; in French the first is "1er", and "29 nov." does not wrap. */
export function formatDate(epochMs: number, locale: Locale, style: DateStyle, timeZone = defaultTimeZone): string {
  const parts = dateFormat(locale, { ...dateStyles[style], timeZone }).formatToParts(epochMs)
  if (locale !== "fr") return parts.map((part) => part.value).join("")
  return parts
    .map((part) => {
      if (part.type === "day" && part.value === "1") return "1er"
      return part.type === "literal" && style === "short" ? part.value.replace(/\s/g, noBreakSpace) : part.value
    })
    .join("")
}

/** Formats epoch ms as a time: "20:30", "20 h 30" with no-break spaces. */
export function formatTime(epochMs: number, locale: Locale, timeZone = defaultTimeZone): string {
  const format = dateFormat(locale, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone })
  const parts = format.formatToParts(epochMs)
  const hour = parts.find((part) => part.type === "hour")?.value ?? ""
  const minute = parts.find((part) => part.type === "minute")?.value ?? ""
  return locale === "fr" ? `${Number(hour)}${noBreakSpace}h${noBreakSpace}${minute}` : `${hour}:${minute}`
}

/** Formats minutes: "45 min", "2 h", "1 h 30", the same in both languages, with no-break spaces. */
export function formatDuration(minutes: number): string {
  const whole = Math.round(minutes)
  if (whole < 60) return `${whole}${noBreakSpace}min`
  return hoursAndMinutes(Math.floor(whole / 60), whole % 60)
}

function hoursAndMinutes(hours: number, minutes: number): string {
  const full = `${hours}${noBreakSpace}h`
  return minutes === 0 ? full : `${full}${noBreakSpace}${String(minutes).padStart(2, "0")}`
}

/** Formats seconds as a player shows them: 65 -> "1:05". */
export function formatClock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`
}

/** Formats a list: "a, b and c", "a, b et c"; with type "disjunction" "a, b or c", "a, b ou c". */
export function formatList(
  items: readonly string[],
  locale: Locale,
  type: "conjunction" | "disjunction" = "conjunction",
): string {
  return cached(`list ${locale} ${type}`, () => new Intl.ListFormat(formattingTag(locale), { type })).format(items)
}

/** Returns a language's name: "fr" -> "French", "français". Malformed tags are returned unchanged. */
export function formatLanguage(code: string, locale: Locale): string {
  const names = cached(`language ${locale}`, () => {
    return new Intl.DisplayNames(formattingTag(locale), { type: "language" })
  })
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}

/**
 * Returns a country's name: "FR" -> "France". Null for codes without one, such as Cloudflare's T1 (Tor) and XX
 * (unknown).
 */
export function formatCountry(code: string, locale: Locale): string | null {
  const names = cached(`region ${locale}`, () => {
    return new Intl.DisplayNames(formattingTag(locale), { type: "region", fallback: "none" })
  })
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? null) : null
}

/** Returns a language tag's badge: "fr", "fr-CA" -> "FR". */
export function languageBadge(code: string): string {
  return code.split("-", 1).join("").toUpperCase()
}

/** Returns a text with a capital at its beginning. */
export function sentenceCase(text: string, locale: string): string {
  return text.charAt(0).toLocaleUpperCase(locale) + text.slice(1)
}
