import { legalPages } from "~/domain/content/schema"
import type { Permission } from "~/domain/core/actor/roles"
import { listingParameters } from "~/domain/profiles/listing-parameters"
import { sections } from "~/features/accounts/settings/sections"

/** Facts of an address by its path alone. Everything left out is the safe choice. */
export interface PathPolicy {
  /** `:slug` and `:name` are one segment, `/*` is the path itself and everything below it; otherwise a regular expression. */
  path: string
  /** Before the access gate: `open` to everyone, `bearer` to members with a token; otherwise closed. */
  gate?: "open" | "bearer"
  /** Shows no profile: visitors need not have passed the age notice. */
  isAgeless?: true
  /** Visitors' copies are cached, one for each combination of these query parameters; any other parameter is rendered each time. */
  cachedBy?: readonly string[]
  /** Search engines may index it once the operator allows it (INDEXING); these query parameters make another page of it. */
  indexedBy?: readonly string[]
  /** Its addresses in the sitemap, where they are not in the database. */
  sitemap?: readonly string[]
  /** Named in robots.txt, by its first segment, as nothing to crawl. */
  isUncrawled?: true
  /** Changes by the minute for its reader: links to it are not prefetched (app/browser/loading/prefetch.ts). */
  isLive?: true
  /** A page of the back office, and what it takes to see it (trust-safety R24). Without one, nobody sees it. */
  permission?: Permission
  /** Rights of a suspended member (trust-safety R17): to read it, or to use it too; otherwise none. */
  whileSuspended?: "read" | "use"
  /** Reachable from a country whose visitors are blocked (trust-safety R30): by all, or by members alone; otherwise by staff. */
  fromBlocked?: "all" | "members"
  /** Rights of staff while they see the site as a member: to read it, or to use it too; otherwise none. */
  whileImpersonating?: "read" | "use"
  /** A page of the resource kit: it takes its resource's permission. */
  isOfResource?: true
  /** Takes a Bearer token in place of the session's cookie. */
  takesBearer?: true
  /** Errors are JSON. */
  hasJsonErrors?: true
  /** Takes a file by this method instead of JSON of 1 MB at most; its route says how large the file may be. */
  upload?: "POST" | "PUT"
}

const api = { gate: "bearer", takesBearer: true, hasJsonErrors: true, isUncrawled: true } as const

/** A member's own pages without messages, money, access, and pictures that are not public; and the parts that every page needs. */
const seen = { whileImpersonating: "read" } as const

const live = { isAgeless: true, isUncrawled: true, isLive: true } as const

/** A line for each page, and for each part that is no page. The first line that matches counts; tests hold it to routes.ts. */
export const pathPolicies: readonly PathPolicy[] = [
  { path: "/", ...seen, whileSuspended: "read", cachedBy: [], indexedBy: [], sitemap: ["/"] },
  // Not `q`: what people type is seldom typed twice, and would evict what is asked for often.
  {
    path: "/escorts",
    ...seen,
    whileSuspended: "read",
    cachedBy: [...listingParameters.filter((name) => name !== "q"), "whole"],
    indexedBy: ["category", "city"],
    sitemap: ["/escorts"],
  },
  // Before profiles: no profile has the slug "in".
  { path: "/escorts/in", ...seen, whileSuspended: "read", cachedBy: [], indexedBy: [], sitemap: ["/escorts/in"] },
  { path: "/escorts/in/:slug", ...seen, whileSuspended: "read", cachedBy: [], indexedBy: [] },
  { path: "/escorts/in/:slug/:slug", ...seen, whileSuspended: "read", cachedBy: [], indexedBy: [] },
  { path: "/escorts/:slug", ...seen, whileSuspended: "read", cachedBy: [], indexedBy: [] },
  { path: "/escorts/:slug/gallery", ...seen, whileSuspended: "read", cachedBy: ["photo"], indexedBy: [] },
  { path: "/escorts/:slug/(infos|services|videos)", ...seen, whileSuspended: "read", cachedBy: [], indexedBy: [] },
  // Cached too: visitors, the only readers of the cache, all see the same locked page.
  { path: "/escorts/:slug/private", cachedBy: [] },
  {
    path: "/about",
    ...seen,
    whileSuspended: "read",
    isAgeless: true,
    cachedBy: [],
    indexedBy: [],
    sitemap: ["/about"],
  },
  { path: "/faq", ...seen, whileSuspended: "read", isAgeless: true, cachedBy: [], indexedBy: [], sitemap: ["/faq"] },
  {
    path: "/legal/:name",
    ...seen,
    fromBlocked: "all",
    whileSuspended: "read",
    isAgeless: true,
    cachedBy: [],
    indexedBy: [],
    sitemap: legalPages.map((name) => `/legal/${name}`),
  },
  {
    path: "/transparency",
    ...seen,
    fromBlocked: "all",
    whileSuspended: "read",
    isAgeless: true,
    cachedBy: ["period"],
    indexedBy: ["period"],
    sitemap: ["/transparency"],
  },
  { path: "/transparency\\.csv", fromBlocked: "all", whileSuspended: "read", isAgeless: true },
  { path: "/become-member", isAgeless: true, indexedBy: [], sitemap: ["/become-member"] },
  { path: "/plans", isAgeless: true, indexedBy: [], sitemap: ["/plans"] },
  { path: "/casting", isAgeless: true, indexedBy: [], sitemap: ["/casting"] },
  { path: "/casting/*", isAgeless: true },
  {
    path: "/contact",
    whileSuspended: "use",
    fromBlocked: "all",
    isAgeless: true,
    indexedBy: [],
    sitemap: ["/contact"],
  },
  { path: "/contact/*", whileSuspended: "use", fromBlocked: "all", isAgeless: true },
  { path: "/report/*", whileSuspended: "use", fromBlocked: "all", isAgeless: true, isUncrawled: true },
  // With the key of a mail, or by its member.
  {
    path: "/decisions/:id",
    whileSuspended: "use",
    fromBlocked: "all",
    isAgeless: true,
    isUncrawled: true,
    isLive: true,
  },
  // With the key of a mail, or by who is asked.
  {
    path: "/questions/:id",
    whileSuspended: "use",
    fromBlocked: "all",
    isAgeless: true,
    isUncrawled: true,
    isLive: true,
  },
  { path: "/consent/*", whileSuspended: "use", fromBlocked: "all", isAgeless: true, isUncrawled: true },
  { path: "/unsubscribe/*", whileSuspended: "use", fromBlocked: "all", isAgeless: true },
  { path: "/age/*", whileSuspended: "use", isAgeless: true },
  { path: "/dev/*", whileSuspended: "use", fromBlocked: "all", isAgeless: true },
  {
    path: "/auth/(impersonation|logout)",
    whileSuspended: "use",
    fromBlocked: "all",
    isAgeless: true,
    whileImpersonating: "use",
    isUncrawled: true,
  },
  // Joining: not from a blocked country.
  { path: "/auth/emails/(sent|verify)/.*", whileSuspended: "use", isAgeless: true, isUncrawled: true },
  // Where a visitor is only ever sent to the login page.
  { path: "/auth/*", whileSuspended: "use", fromBlocked: "all", isAgeless: true, isUncrawled: true },
  { path: "/profile", ...live, ...seen, whileSuspended: "read", fromBlocked: "members" },
  { path: "/profile/(favorites|searches)", ...live, ...seen },
  { path: "/profile/escort/(words|services|preview|statistics)", ...live, ...seen },
  // Its secret address is the owner's alone.
  { path: "/profile/escort/calendar", ...live },
  {
    path: `/profile/(settings(/(access|${sections.join("|")}))?|invoices(/.*)?)`,
    ...live,
    whileSuspended: "read",
    fromBlocked: "members",
  },
  // Its forms stop the profile; the domain refuses those that do not.
  { path: "/profile/escort", ...live, ...seen, whileSuspended: "use", fromBlocked: "members" },
  {
    path: "/profile/(billing|billing/withdraw|settings/data(/.*)?)",
    ...live,
    whileSuspended: "use",
    fromBlocked: "members",
  },
  { path: "/profile/(decisions|escort/hiding)", ...live, whileSuspended: "use", fromBlocked: "members" },
  // Passwords and sessions: they may be stolen on the way.
  { path: "/profile/settings/*", ...live, fromBlocked: "members" },
  // Open to suspended members, and closed to staff who see the site as a member.
  { path: "/profile/help(/lines)?", ...live, whileSuspended: "use", fromBlocked: "members" },
  { path: "/profile/*", ...live },
  { path: "/checkout/*", ...live },
  { path: "/dashboard/admin", ...live, permission: "dashboard.read" },
  { path: "/dashboard/admin/countries", ...live, permission: "countries.read" },
  { path: "/dashboard/admin/countries/:id", ...live, permission: "countries.read" },
  { path: "/dashboard/admin/figures\\.csv", ...live, permission: "dashboard.read" },
  { path: "/dashboard/admin/settings", ...live, permission: "settings.read" },
  { path: "/dashboard/admin/settings/:slug", ...live, permission: "settings.read" },
  { path: "/dashboard/admin/appeals", ...live, permission: "appeals.read" },
  { path: "/dashboard/admin/appeals/:id", ...live, permission: "appeals.read" },
  { path: "/dashboard/admin/applications", ...live, permission: "applications.review" },
  { path: "/dashboard/admin/applications/:id", ...live, permission: "applications.review" },
  { path: "/dashboard/admin/cases", ...live, permission: "reports.read" },
  { path: "/dashboard/admin/cases/:id", ...live, permission: "reports.read" },
  { path: "/dashboard/admin/help", ...live, permission: "help.read" },
  { path: "/dashboard/admin/identity", ...live, permission: "identity.read" },
  { path: "/dashboard/admin/media", ...live, permission: "media.review" },
  { path: "/dashboard/admin/profiles/:id/review", ...live, permission: "profiles.review" },
  { path: "/dashboard/admin/readiness", ...live, permission: "readiness.read" },
  { path: "/dashboard/admin/review", ...live, permission: "profiles.review" },
  { path: "/dashboard/admin/tickets", ...live, permission: "tickets.read" },
  { path: "/dashboard/admin/tickets/:id", ...live, permission: "tickets.read" },
  { path: "/dashboard/admin/videos", ...live, permission: "media.review" },
  { path: "/dashboard/admin/transparency", ...live, permission: "transparency.read" },
  { path: "/dashboard/admin/transparency/:id", ...live, permission: "transparency.read" },
  { path: "/dashboard/admin/staff", ...live, permission: "staff.read" },
  { path: "/dashboard/admin/users/:id", ...live, permission: "members.read" },
  { path: "/dashboard/admin/audit/archive", ...live, permission: "audit.read" },
  // Keep last: more specific pages match first.
  { path: "/dashboard/admin/:slug(/.+)?", ...live, isOfResource: true },

  {
    path: "/api/auth/login(/(passkey|second-factor)(/options)?)?",
    ...api,
    gate: "open",
    isAgeless: true,
    whileSuspended: "use",
    fromBlocked: "all",
  },
  {
    path: "/api/auth/(impersonation|logout)",
    ...api,
    isAgeless: true,
    whileSuspended: "use",
    fromBlocked: "all",
    whileImpersonating: "use",
  },
  { path: "/api/me/avatar", ...api, upload: "PUT" },
  { path: "/api/me/profile/photos", ...api, upload: "POST" },
  { path: "/api/me/profile/videos/:id/poster", ...api, upload: "PUT" },
  { path: "/api/me/profile/videos/:id/(parts|captions)/:id", ...api, upload: "PUT" },
  { path: "/api/applications/:id/pictures", ...api, isAgeless: true, upload: "POST" },
  // Joining: not from a blocked country.
  { path: "/api/auth/(join(/resend)?|verify)", ...api, isAgeless: true, whileSuspended: "use" },
  {
    path: "/api/(auth|captcha|consents|contact|decisions|questions|reports|tickets)/*",
    ...api,
    isAgeless: true,
    whileSuspended: "use",
    fromBlocked: "all",
  },
  { path: "/api/(pages|transparency)/*", ...api, ...seen, isAgeless: true, whileSuspended: "read", fromBlocked: "all" },
  // Like the list that it leads to, for a suspended member.
  { path: "/api/search/*", ...api, whileSuspended: "read" },
  { path: "/api/(docs|faqs|openapi\\.json)/*", ...api, ...seen, isAgeless: true, whileSuspended: "read" },
  { path: "/api/(applications|broadcasting)/*", ...api, isAgeless: true },
  {
    path: "/api/me/(exports|erasure|plan/cancel|plan/withdrawal)/*",
    ...api,
    whileSuspended: "use",
    fromBlocked: "members",
  },
  {
    path: "/api/me/(decisions|help|profile/pause|profile/publication|profile/hidden-from(/.*)?)",
    ...api,
    whileSuspended: "use",
    fromBlocked: "members",
  },
  {
    path: "/api/me/(accesses|billing|entitlements|invoices)/*",
    ...api,
    whileSuspended: "read",
    fromBlocked: "members",
  },
  { path: "/api/me/(email|password|sessions)/*", ...api, fromBlocked: "members" },
  { path: "/api/*", ...api },
  { path: "/broadcasting/*", gate: "bearer", isAgeless: true, takesBearer: true, hasJsonErrors: true },
  { path: "/(app|realtime)/*", isAgeless: true, takesBearer: true },
  {
    path: "/media/avatars/*",
    ...seen,
    whileSuspended: "read",
    fromBlocked: "members",
    takesBearer: true,
    hasJsonErrors: true,
    isUncrawled: true,
  },
  { path: "/media/*", ...seen, whileSuspended: "read", takesBearer: true, hasJsonErrors: true, isUncrawled: true },
  // Owners' days off and tours by a secret address: calendar programs have no cookies.
  {
    path: "/calendars/.*",
    ...seen,
    gate: "open",
    isAgeless: true,
    whileSuspended: "read",
    fromBlocked: "all",
    isUncrawled: true,
  },
  { path: "/(webhooks|builds)/.*", ...seen, gate: "open", isAgeless: true, fromBlocked: "all" },
  {
    path: "/\\.well-known/security\\.txt",
    ...seen,
    gate: "open",
    isAgeless: true,
    whileSuspended: "read",
    fromBlocked: "all",
  },
  { path: "/\\.well-known/change-password", ...seen, isAgeless: true, whileSuspended: "read", fromBlocked: "all" },
  { path: "/backup/*", gate: "open", isAgeless: true, hasJsonErrors: true, isUncrawled: true },
  { path: "/health", gate: "open", isAgeless: true, fromBlocked: "all" },
  {
    path: "/locale/(start|finish)",
    ...seen,
    whileSuspended: "use",
    fromBlocked: "all",
    gate: "open",
    isAgeless: true,
    isUncrawled: true,
  },
  { path: "/locale/*", ...seen, whileSuspended: "use", fromBlocked: "all", isAgeless: true, isUncrawled: true },
  {
    path: "/exit/*",
    whileSuspended: "use",
    fromBlocked: "all",
    isAgeless: true,
    whileImpersonating: "use",
    isUncrawled: true,
  },
  { path: "/(health|webhooks|builds)/*", isAgeless: true, fromBlocked: "all" },
  {
    path: "/(__manifest|icons|robots\\.txt)/*",
    ...seen,
    whileSuspended: "read",
    fromBlocked: "all",
    isAgeless: true,
  },
  { path: "/(sitemap\\.xml|sitemaps)/*", ...seen, whileSuspended: "read", isAgeless: true },
]

const compiled = pathPolicies.map((policy) => ({ policy, pattern: patternOf(policy.path) }))
const unknown: PathPolicy = { path: "" }

/** Returns what is known of a path; of an unknown one nothing, which closes it everywhere. */
export function policyOf(pathname: string): PathPolicy {
  return compiled.find(({ pattern }) => pattern.test(pathname))?.policy ?? unknown
}

/**
 * Returns the one address of a page that search engines may index, without what only sorts or pages it, and
 * without filters of several values; null for every other page.
 */
export function canonicalPath(pathname: string, search: URLSearchParams): string | null {
  const names = policyOf(pathname).indexedBy
  if (!names) return null
  const named = names.flatMap((name) => {
    const value = search.get(name)
    return value && !value.includes(",") ? [[name, value]] : []
  })
  return named.length > 0 ? `${pathname}?${new URLSearchParams(named)}` : pathname
}

/** Returns the query parameters that a cached page, or its data, knows; null for one that is not cached. */
export function cacheParameters(pathname: string): readonly string[] | null {
  const page = pathname === "/_root.data" ? "/" : pathname.replace(/\.data$/, "")
  return policyOf(page).cachedBy ?? null
}

function patternOf(path: string): RegExp {
  const source = path
    .replace(/:slug/g, "[a-z0-9-]+")
    .replace(/:name/g, "[a-z]+")
    .replace(/:id/g, "[^/]+")
    .replace(/\/\*$/, "(/.*)?")
  return new RegExp(`^${source}$`, "s")
}
