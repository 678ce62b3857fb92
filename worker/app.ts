import { Hono } from "hono"
import { accessGate } from "./access-gate"
import { answerError } from "./answer-error"
import { api } from "./api/api"
import { changeLocale } from "./change-locale"
import type { AppEnv } from "./environment"
import { health } from "./health"
import { locale } from "./locale"
import { media } from "./media"
import { openContext } from "./open-context"
import { originCheck } from "./origin-check"
import { pageCache } from "./page-cache"
import { pages } from "./pages"
import { requestLog } from "./request-log"
import { securityHeaders } from "./security-headers"
import { session } from "./session"

/** A request's way through the house, in order. Each step is a file of its own beside this one. */
export const app = new Hono<AppEnv>()
  .onError(answerError)
  .use(requestLog)
  .use(securityHeaders)
  .use(openContext)
  .use(locale)
  .use(accessGate)
  .use(session)
  .use(originCheck)
  .get("/health", health)
  .route("/locale", changeLocale)
  .route("/media", media)
  .route("/api", api)
  .all("*", pageCache, pages)
