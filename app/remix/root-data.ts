import type { MetaDescriptor } from "@remix-run/cloudflare"
import { useRouteLoaderData } from "@remix-run/react"
import type { Locale } from "~/i18n/locales"

export const rootRouteId = "root"

/** What every page knows: the root loader's data. */
export interface RootData {
  locale: Locale
  app: {
    name: string
    environment: "production" | "development" | "test"
    primary: "pink" | "green"
    isDemo: boolean
    /** Where the quick exit leads. */
    exitUrl: string
  }
  head: PageHead
  /** What pages are called that failed before their own loader could name them (product-spec 2). */
  errorTitles: { notFound: string; badMethod: string; failed: string }
  buildId: string
  languages: LanguageLink[]
  user: ShownUser | null
  /** Where a member's socket connects; null for visitors. */
  realtime: RealtimeAddress | null
}

/** For `new Pusher(key, …)`: `forceTLS` unless the scheme is http. */
export interface RealtimeAddress {
  key: string
  host: string
  port: number
  scheme: "http" | "https"
}

/** What the document's head says of this page beside its title (meta.ts). */
export interface PageHead {
  /** Search engines may know this page. */
  isIndexed: boolean
  descriptors: MetaDescriptor[]
}

/** How to read this page in another language: `prefix` and then the page's own path and query, encoded if it `isParameter`. */
export interface LanguageLink {
  code: Locale
  name: string
  prefix: string
  isParameter: boolean
}

/** The signed-in member as the shell shows them. */
export interface ShownUser {
  id: string
  name: string
  avatar: string | null
  unread: number
  /** Notifications that are not read. */
  unreadNotifications: number
  isStaff: boolean
  isPremium: boolean
  profileSlug: string | null
}

/** The root loader's data; undefined only when that loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>(rootRouteId)
}
