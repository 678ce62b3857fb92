import type { MetaDescriptor } from "@remix-run/cloudflare"
import { type RootData, rootRouteId } from "./root-data"

interface PageData {
  about?: MetaDescriptor[]
  originalHead?: MetaDescriptor[]
}
type Matches = { id: string; data: unknown }[]

/**
 * Builds a page's head. The title is the page's, then ` - `, then the app's name; without a title the name alone
 * (product-spec 1). The rest is built on the server: by the root (app/features/shell/page-head.server.ts), and in the
 * page's own data under `about` (aboutPage), and under `originalHead` where the page is not written in every language.
 */
export function pageMeta(matches: Matches, title?: string | null): MetaDescriptor[] {
  const root = rootOf(matches)
  const shown = titleOf(root, title)
  const { about = [], originalHead = root?.head.descriptors ?? [] } = (matches.at(-1)?.data ?? {}) as PageData
  const shared = root?.head.isIndexed ? [{ property: "og:title", content: shown }, ...about] : []
  return [{ title: shown }, ...originalHead, ...shared]
}

/** Builds the head of a missing or failed page, which is not indexed. */
export function errorMeta(matches: Matches, title: string | undefined): MetaDescriptor[] {
  return [{ title: titleOf(rootOf(matches), title) }]
}

function rootOf(matches: Matches): RootData | undefined {
  return matches.find((match) => match.id === rootRouteId)?.data as RootData | undefined
}

function titleOf(root: RootData | undefined, title: string | null | undefined): string {
  const name = root?.app.name ?? "Salon"
  return title ? `${title} - ${name}` : name
}
