import { data, type LinksFunction, type MetaFunction } from "@remix-run/cloudflare"
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useMatches } from "@remix-run/react"
import { type ReactNode, useState } from "react"
import { colorModeScript } from "~/browser/color-mode"
import { quickExitScript } from "~/browser/document/quick-exit"
import { startRetryScript } from "~/browser/document/start-retry"
import type { Actor, SignedIn } from "~/domain/core/actor/actor"
import { belongsToStaff, impersonationOf, isPremium, isSignedIn } from "~/domain/core/actor/actor"
import type { Ctx } from "~/domain/core/context"
import { ruleOf } from "~/domain/core/countries/policy"
import { countUnreadMessages, pageWait } from "~/domain/notifications/unread.server"
import { ImpersonationBanner } from "~/features/accounts/impersonation/impersonation-banner"
import { ErrorPage } from "~/features/shell/error-page"
import { languageLinks } from "~/features/shell/language/language-links.server"
import { pageHead } from "~/features/shell/page-head.server"
import { PlainProviders, ShellProviders } from "~/features/shell/providers"
import { Announcement, DemoBanner } from "~/features/shell/safety"
import { DefaultShell } from "~/features/shell/shell"
import { translator } from "~/i18n/i18n.server"
import type { Texts } from "~/i18n/translate"
import { useTranslation } from "~/i18n/use-translation"
import { handlesOf } from "~/remix/handle"
import { errorMeta, pageMeta } from "~/remix/meta"
import { pageUrl, withContext } from "~/remix/page.server"
import { type RootData, useRootData } from "~/remix/root-data"
import { Styles } from "~/remix/styles"
import stylesheet from "~/styles/app.css?url"
import interFont from "~/styles/fonts/inter-latin.woff2"
import { InlineScript } from "~/ui/inline-script"
import { useNonce } from "~/ui/nonce"

export const links: LinksFunction = () => [
  { rel: "preload", href: interFont, as: "font", type: "font/woff2", crossOrigin: "anonymous" },
  { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
  { rel: "icon", href: "/favicon-48.png", type: "image/png", sizes: "48x48" },
  { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  { rel: "manifest", href: "/site.webmanifest" },
  // Vite's development server replaces this element while the page is shown: last, since React cannot insert before it then.
  ...(import.meta.env.DEV ? [{ rel: "stylesheet", href: stylesheet }] : []),
]

export const meta: MetaFunction<typeof loader> = ({ matches, error, data }) =>
  error ? errorMeta(matches, titleOf(error, data?.errorTitles)) : pageMeta(matches)

/** Returns the title of an error page: of an error thrown on purpose (page.server.ts), or of any other failure. */
function titleOf(error: unknown, titles: RootData["errorTitles"] | undefined): string | undefined {
  if (!isRouteErrorResponse(error)) return titles?.failed
  const named = (error.data as { title?: string } | null)?.title
  return named ?? (error.status === 404 ? titles?.notFound : error.status === 405 ? titles?.badMethod : titles?.failed)
}

export const loader = withContext(async ({ ctx, context, request }): Promise<RootData> => {
  const { name, environment, primary, demo, announcement, exitUrl } = context.app
  const t = translator(ctx.locale, "common")
  return {
    locale: ctx.locale,
    app: { name, environment, primary, demo, announcement, exitUrl },
    head: pageHead(ctx, context.app, pageUrl(request)),
    errorTitles: {
      notFound: t("error_page.not_found"),
      badMethod: t("error_page.bad_method"),
      failed: t("error_page.server_error"),
    },
    buildId: __BUILD_ID__,
    languages: languageLinks(ctx, context.app, new URL(request.url)),
    user:
      ctx.actor.kind === "visitor"
        ? null
        : toShownUser(ctx.actor, await countUnreadMessages(ctx, ctx.actor.user.id, pageWait)),
    impersonation: toShownImpersonation(ctx.actor),
    realtime: mayListen(ctx) ? context.app.realtime : null,
  }
})

/** Refuses a form sent to `/`: the root's loader does not run then, so the refusal itself names the page. */
export const action = withContext(async ({ ctx }): Promise<never> => {
  throw data({ title: translator(ctx.locale, "common")("error_page.bad_method") }, { status: 405 })
})

/** Whether a socket of this reader is accepted (worker/realtime/sockets.ts). */
function mayListen(ctx: Ctx): boolean {
  const { actor } = ctx
  if (!isSignedIn(actor) || impersonationOf(actor) !== null || actor.session.restriction !== null) return false
  return belongsToStaff(actor) || ruleOf(ctx, "visit") !== "block"
}

function toShownUser(actor: SignedIn, unread: number | null) {
  const { user } = actor
  return {
    id: user.id,
    name: user.name,
    avatar: user.avatar,
    unread,
    unreadNotifications: user.unread_notifications_count,
    isStaff: belongsToStaff(actor),
    isPremium: isPremium(user),
    publicSlug: user.profile?.state === "published" ? user.profile.slug : null,
  }
}

function toShownImpersonation(actor: Actor): RootData["impersonation"] {
  const impersonation = impersonationOf(actor)
  if (!impersonation || !isSignedIn(actor)) return null
  const { id, memberId, expiresAt } = impersonation
  return { id, memberId, expiresAt, name: actor.user.name }
}

/** Whether a page shows a profile that is hidden from some countries: a search engine would show it there. */
function isUnlisted(data: unknown): boolean {
  return (data as { profile?: { is_unlisted?: boolean } } | null)?.profile?.is_unlisted === true
}

/** The document around every page and every error page. */
export function Layout({ children }: { children: ReactNode }) {
  const { i18n } = useTranslation()
  const nonce = useNonce()
  const root = useRootData()
  const matches = useMatches()
  const handles = handlesOf(matches)
  const isIndexed = root?.head.isIndexed && !matches.some(({ data }) => isUnlisted(data))
  const [texts] = useState(() => {
    const namespaces = ["common", ...handles.flatMap((handle) => handle.i18n ?? [])]
    const sent = (all: Texts) => Object.fromEntries(namespaces.map((name) => [name, all[name]]))
    return scriptJson({ own: sent(i18n.texts), fallback: i18n.fallback && sent(i18n.fallback) })
  })
  const forcedMode = handles.findLast((handle) => handle.colorMode)?.colorMode
  return (
    <html
      lang={i18n.language}
      data-primary={root?.app.primary}
      data-forced-color-mode={forcedMode}
      data-impersonated={root?.impersonation ? "" : undefined}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content={isIndexed ? "index, follow" : "noindex, nofollow"} />
        <meta name="theme-color" content="#fafaf9" media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content="#0c0a09" media="(prefers-color-scheme: dark)" />
        {/* Vite's development server inserts its styles with this nonce. */}
        {import.meta.env.DEV && <meta property="csp-nonce" nonce={nonce} suppressHydrationWarning />}
        <InlineScript>{colorModeScript}</InlineScript>
        <InlineScript>{quickExitScript}</InlineScript>
        <InlineScript>{startRetryScript}</InlineScript>
        <Meta />
        {!import.meta.env.DEV && <Styles />}
        <Links />
      </head>
      <body className="flex min-h-dvh flex-col bg-paper text-ink has-data-whole-window:h-dvh">
        {root?.impersonation && <ImpersonationBanner {...root.impersonation} />}
        {root?.app.demo && <DemoBanner isClosed={root.app.demo === "closed"} />}
        {root?.app.announcement && <Announcement text={root.app.announcement} />}
        {children}
        <InlineScript id="page-texts" type="application/json">
          {texts}
        </InlineScript>
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

/** Serialises JSON that cannot end the script element it is in. */
function scriptJson(value: unknown): string {
  return JSON.stringify(value).replaceAll("<", "\\u003c")
}

export default function App() {
  return (
    <ShellProviders>
      <Outlet />
    </ShellProviders>
  )
}

export function ErrorBoundary() {
  return (
    <PlainProviders>
      <DefaultShell>
        <ErrorPage />
      </DefaultShell>
    </PlainProviders>
  )
}
