import { Hono } from "hono"
import { api } from "./api/api"
import { backup } from "./endpoints/backup"
import { calendars } from "./endpoints/calendars"
import { health } from "./endpoints/health"
import { icons } from "./endpoints/icons"
import { changeLocale } from "./endpoints/locale-handoff"
import { media } from "./endpoints/media"
import { pages } from "./endpoints/pages"
import { quickExit } from "./endpoints/quick-exit"
import { robots } from "./endpoints/robots"
import { sitemap } from "./endpoints/sitemap"
import { webhooks } from "./endpoints/webhooks"
import { wellKnown } from "./endpoints/well-known"
import type { AppEnv } from "./env"
import { errorHandler } from "./http/error-handler"
import { allowedMethods } from "./middleware/allowed-methods"
import { canonicalAddress } from "./middleware/canonical-address"
import { countViews, reportView } from "./middleware/count-views"
import { accessGate } from "./middleware/gates/access-gate"
import { ageNotice } from "./middleware/gates/age-notice"
import { countryGate } from "./middleware/gates/country-gate"
import { restoring } from "./middleware/gates/restoring"
import { suspension } from "./middleware/gates/suspension"
import { heldAction } from "./middleware/held-action"
import { impersonation } from "./middleware/impersonation"
import { keptPictures } from "./middleware/kept-pictures"
import { locale } from "./middleware/locale"
import { openContext } from "./middleware/open-context"
import { originCheck } from "./middleware/origin-check"
import { pageCache } from "./middleware/page-cache"
import { requestLog } from "./middleware/request-log"
import { securityHeaders } from "./middleware/security-headers"
import { session } from "./middleware/session"
import { broadcasting } from "./realtime/broadcasting"
import { sockets } from "./realtime/sockets"

/** The middleware and routes, in order. */
export const app: Hono<AppEnv> = new Hono<AppEnv>()
  .onError(errorHandler)
  // Before the middleware that copies headers: a WebSocket response cannot be copied.
  .route("/", sockets)
  .use(requestLog)
  .use(securityHeaders)
  // Before the middleware that needs a service which may be down.
  .get("/health", health)
  .use(openContext)
  .use(locale)
  .route("/backup", backup)
  .use(restoring)
  .use(accessGate)
  .use("/media/:id/:variant", keptPictures)
  .use(session)
  .use(originCheck)
  .use(heldAction)
  .use(impersonation)
  .use(countryGate)
  .use(ageNotice)
  .use(suspension)
  .get("/robots.txt", robots)
  .route("/.well-known", wellKnown)
  .route("/exit", quickExit)
  .route("/locale", changeLocale)
  .route("/icons", icons)
  .route("/media", media)
  .route("/broadcasting", broadcasting)
  .route("/api", api)
  .route("/webhooks", webhooks)
  .route("/calendars", calendars)
  .route("/", sitemap)
  .post("/views/:slug", reportView)
  .all(
    "*",
    canonicalAddress,
    allowedMethods(() => app.routes),
    countViews,
    pageCache,
    pages,
  )
