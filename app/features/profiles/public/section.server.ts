import { type MetaDescriptor, redirect } from "@remix-run/cloudflare"
import type { Ctx } from "~/domain/core/context"
import { readableIn } from "~/domain/profiles/content/shown-language-queries.server"
import type { Moved, ProfileHead } from "~/domain/profiles/schema"
import { pageHead } from "~/features/shell/page-head.server"
import { formatLanguage } from "~/i18n/format"
import { translator } from "~/i18n/i18n.server"
import { completeLocales, type Locale } from "~/i18n/locales"
import type { AppSettings } from "~/load-context"
import { fullPath, notValid, pageUrl } from "~/remix/page.server"

/**
 * Returns the section. Throws `page.not_valid` if there is none, and a redirect to the new address of a renamed
 * profile.
 */
export function foundSection<Found extends object>(found: Found | Moved | null, request: Request): Found {
  if (!found) throw notValid(request)
  if ("moved" in found) {
    throw redirect(fullPath(request).replace(/^\/escorts\/[^/?]+/, `/escorts/${found.moved as string}`), 301)
  }
  return found
}

/** Returns the addresses of a profile's page for its head, where it is not written in every language; else the shell's are right. */
export function originalHead(
  { written_in }: Pick<ProfileHead, "written_in">,
  { ctx, context, request }: { ctx: Pick<Ctx, "locale" | "site">; context: { app: AppSettings }; request: Request },
): MetaDescriptor[] | undefined {
  const languages = readableIn(written_in)
  if (completeLocales.every(({ code }) => languages.includes(code))) return undefined
  return pageHead(ctx, context.app, pageUrl(request), languages).descriptors
}

/** Returns the sentence that says of which language a profile's texts are; null where it is the reader's. */
export function originalNote(
  { texts_language: language }: Pick<ProfileHead, "texts_language">,
  locale: Locale,
): string | null {
  if (language === locale) return null
  return translator(locale, "profile")("original", { language: formatLanguage(language, locale) })
}
