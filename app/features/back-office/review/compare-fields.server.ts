import { diffWordsWithSpace } from "diff"
import type { Ctx } from "~/domain/core/context"
import { findCatalog, findServiceCatalog } from "~/domain/profiles/catalog/service.server"
import { type ProfileField, profileFields, type ServiceOffer } from "~/domain/profiles/content/fields"
import type { Review } from "~/domain/profiles/editing/schema"
import { formatDuration, formatLanguage, formatList, formatPercent, formatPrice } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { type Locale, locales } from "~/i18n/locales"
import type { ShownField, TextPart } from "./shown-field"

/** Longer searches for a smallest difference end: the whole text is then marked. */
const maxEdits = 1_200

/** Returns the edits of a review as texts, with what differs from what is live, and the fields that nobody changed. */
export async function compareFields(
  ctx: Ctx,
  { edits, content }: Review,
): Promise<{
  changed: ShownField[]
  unchanged: { field: string; label: string; lang: Locale | null; text: string }[]
}> {
  const write = await fieldWriter(ctx)
  const edited = new Set<string>(edits.map(({ field }) => field))
  const changed = edits.map(({ field, live, value, ...edit }): ShownField => {
    const [before, after] = [write.text(field, live), write.text(field, value)]
    return {
      ...edit,
      field,
      label: write.label(field),
      lang: langOf(field),
      ...compareTexts(before, after),
      rise: field === "hourly_rate" ? riseOf(live, value, ctx.locale) : null,
    }
  })
  const unchanged = profileFields
    .filter((field) => !edited.has(field))
    .map((field) => ({
      field,
      label: write.label(field),
      lang: langOf(field),
      text: write.text(field, content[field]),
    }))
  return { changed: changed.toSorted((a, b) => orderOf(a.field) - orderOf(b.field)), unchanged }
}

/** The descriptions of photos come last. */
const orderOf = (field: string) => {
  const at = (profileFields as readonly string[]).indexOf(field)
  return at < 0 ? profileFields.length : at
}

const langOf = (field: string) => locales.find(({ code }) => field.endsWith(`.${code}`))?.code ?? null

/** Returns two texts in parts: of the first what was deleted, of the second what was inserted. */
export function compareTexts(before: string, after: string): { live: TextPart[]; proposed: TextPart[] } {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: maxEdits })
  if (!parts) return { live: [{ text: before, isMarked: true }], proposed: [{ text: after, isMarked: true }] }
  const side = (other: "added" | "removed", own: "added" | "removed") =>
    parts.filter((part) => !part[other]).map((part) => ({ text: part.value, isMarked: part[own] }))
  return { live: side("added", "removed"), proposed: side("removed", "added") }
}

/** Returns by how much a rate rises, such as "+14%"; null where there is nothing to compare. */
function riseOf(live: unknown, value: unknown, locale: Locale): string | null {
  if (typeof live !== "number" || typeof value !== "number" || live === 0 || live === value) return null
  const share = (value - live) / live
  return `${share > 0 ? "+" : "−"}${formatPercent(Math.abs(share), locale)}`
}

/** Returns writers of fields' names and values in the reader's language. */
async function fieldWriter(ctx: Ctx) {
  const { locale } = ctx
  const t = translator(locale, "admin-review")
  const [{ cities, categories }, services] = await Promise.all([findCatalog(ctx), findServiceCatalog(ctx)])
  const names = new Map(
    [...cities, ...categories, ...services.flatMap(({ services }) => services)].map(({ slug, name }) => [slug, name]),
  )
  const named = (slug: unknown) => names.get(String(slug)) ?? String(slug ?? "")

  function writeOffer({ service, price, duration, note }: ServiceOffer): string {
    const facts = [price === null ? t("on_request") : formatPrice(price, locale), duration && formatDuration(duration)]
    const notes = Object.entries(note).flatMap(([code, text]) => (text ? [`${code}: ${text}`] : []))
    return [`${named(service)}: ${facts.filter(Boolean).join(", ")}`, ...notes].join("\n")
  }

  function text(field: string, value: unknown): string {
    if (value === null || value === undefined || value === "") return ""
    if (field === "city" || field === "category") return named(value)
    if (field === "hourly_rate") return formatPrice(Number(value), locale)
    if (field === "languages") {
      return formatList(
        (value as string[]).map((code) => formatLanguage(code, locale)),
        locale,
      )
    }
    if (field === "services") return (value as ServiceOffer[]).map(writeOffer).join("\n")
    if (typeof value === "object") {
      return Object.entries(value as Record<string, string>)
        .filter(([, one]) => one)
        .map(([code, one]) => `${code}: ${one}`)
        .join("\n")
    }
    return String(value)
  }

  function label(field: string): string {
    if (field.startsWith("photo_alt:")) return t("fields.photo_alt")
    const [name] = field.split(".") as [Exclude<ProfileField, `${string}.${string}`> | "headline" | "quote" | "about"]
    return t(`fields.${name}`)
  }

  return { text, label }
}
