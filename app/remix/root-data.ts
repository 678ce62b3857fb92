import type { MetaDescriptor } from "@remix-run/cloudflare"
import { useRouteLoaderData } from "@remix-run/react"
import type { Locale } from "~/i18n/locales"

export const rootRouteId = "root"

/** Data of a page's error boundary for an error thrown on purpose (page.server.ts). */
export interface PageError {
  code: string
  message: string
  /** The document's title. */
  title: string
  /** Advice to the reader. */
  hint: string
  /** Where to go from here, the most likely first. */
  links: { to: string; label: string }[]
}

/** Notice on a member's pages while their account is restricted: the error that also refuses them what is closed. */
export type RestrictionNotice = Pick<PageError, "message" | "hint" | "links">

/** The root loader's data, available to every page. */
export interface RootData {
  locale: Locale
  app: {
    name: string
    environment: "production" | "development" | "test"
    primary: "pink" | "green"
    demo: "fictional" | "closed" | null
    /** Staff's announcement on every page; empty: none. */
    announcement: string
    /** The target of the quick exit. */
    exitUrl: string
  }
  head: PageHead
  /** The titles of pages that failed before their own loader could name them (product-spec 2). */
  errorTitles: { notFound: string; badMethod: string; failed: string }
  buildId: string
  languages: LanguageLink[]
  user: ShownUser | null
  /** Staff see the site as that user, read only. */
  impersonation: { id: string; memberId: string; name: string; expiresAt: number } | null
  /** The address of a member's socket; null for visitors, restricted members, and staff who see the site as a member. */
  realtime: RealtimeAddress | null
}

/** For `new Pusher(key, …)`: `forceTLS` unless the scheme is http. */
export interface RealtimeAddress {
  key: string
  host: string
  port: number
  scheme: "http" | "https"
}

/** The page's entries in the document's head, beside its title (meta.ts). */
export interface PageHead {
  /** Search engines may index this page. */
  isIndexed: boolean
  descriptors: MetaDescriptor[]
}

/**
 * The address of this page in another language: `prefix` and then the page's own path and query, encoded if it
 * `isParameter`.
 */
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
  unread: number | null
  /** The number of unread notifications. */
  unreadNotifications: number
  isStaff: boolean
  isPremium: boolean
  /** Of their own profile while it is public. */
  publicSlug: string | null
}

/** The root loader's data; undefined only if that loader itself failed. */
export function useRootData(): RootData | undefined {
  return useRouteLoaderData<RootData>(rootRouteId)
}
