import { Hono } from "hono"
import { accessGate } from "./access-gate"
import { ageNotice } from "./age-notice"
import { answerError } from "./answer-error"
import { api } from "./api/api"
import { changeLocale } from "./change-locale"
import type { AppEnv } from "./environment"
import { health } from "./health"
import { icons } from "./icons"
import { locale } from "./locale"
import { media } from "./media"
import { openContext } from "./open-context"
import { originCheck } from "./origin-check"
import { pageCache } from "./page-cache"
import { pages } from "./pages"
import { quickExit } from "./quick-exit"
import { broadcasting } from "./realtime/broadcasting"
import { sockets } from "./realtime/sockets"
import { requestLog } from "./request-log"
import { robots } from "./robots"
import { securityHeaders } from "./security-headers"
import { session } from "./session"
import { sitemap } from "./sitemap"
import { webhooks } from "./webhooks"

/** A request's way through the house, in order. Each step is a file of its own beside this one. */
export const app = new Hono<AppEnv>()
  .onError(answerError)
  // Before whatever copies headers: an answer that is a socket cannot be copied.
  .route("/", sockets)
  .use(requestLog)
  .use(securityHeaders)
  // Before whatever needs a part that may be down.
  .get("/health", health)
  .use(openContext)
  .use(locale)
  .use(accessGate)
  .use(session)
  .use(originCheck)
  .use(ageNotice)
  .get("/robots.txt", robots)
  .route("/exit", quickExit)
  .route("/locale", changeLocale)
  .route("/icons", icons)
  .route("/media", media)
  .route("/broadcasting", broadcasting)
  .route("/api", api)
  .route("/webhooks", webhooks)
  .route("/", sitemap)
  .all("*", pageCache, pages)
