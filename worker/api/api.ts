import { bodyLimit } from "hono/body-limit"
import { requireAnyStaff } from "~/domain/core/actor/guards"
import { AppError } from "~/lib/errors"
import { policyOf } from "~/page-policy"
import type { AppContext } from "../env"
import { methodsAt } from "../http/methods"
import { broadcasting } from "../realtime/broadcasting"
import { auth } from "./accounts/auth/auth"
import { captcha } from "./accounts/auth/captcha-codes"
import { passkeySignIn } from "./accounts/auth/passkey-sign-in"
import { secondFactor } from "./accounts/auth/second-factor"
import { me } from "./accounts/me"
import { meAccess } from "./accounts/me-access"
import { adminAudit } from "./back-office/admin-audit"
import { adminCountries } from "./back-office/admin-countries"
import { adminFigures } from "./back-office/admin-figures"
import { adminReadiness } from "./back-office/admin-readiness"
import { adminSettings } from "./back-office/admin-settings"
import { adminStaff } from "./back-office/admin-staff"
import { adminUsers } from "./back-office/admin-users"
import { resourceOperations } from "./back-office/records/resource-operations"
import { resourceSearch } from "./back-office/records/resource-search"
import { adminBilling } from "./billing/admin-billing"
import { meBilling } from "./billing/me-billing"
import { plans } from "./billing/plans"
import { blocks } from "./chat/blocks"
import { conversations } from "./chat/conversations"
import { events } from "./chat/events"
import { meAnswering } from "./chat/me-answering"
import { meChat } from "./chat/me-chat"
import { messageSearch } from "./chat/message-search"
import { messages } from "./chat/messages"
import { content } from "./content/content"
import { decisions, meDecisions } from "./decisions/decisions"
import { docsPage } from "./docs/docs-page"
import { redirectFormerNames } from "./former-names"
import { adminMedia } from "./media/admin-media"
import { meMedia } from "./media/me-media"
import { meVideos } from "./media/me-videos"
import { media } from "./media/media-tickets"
import { notifications } from "./notifications/notifications"
import { createApi } from "./openapi/create-api"
import { describeApi } from "./openapi/document"
import { privacy } from "./privacy/privacy"
import { adminProfiles } from "./profiles/admin-profiles"
import { adminReview } from "./profiles/admin-review"
import { calendar } from "./profiles/calendar"
import { calendarFeeds } from "./profiles/calendar-feeds"
import { favorites } from "./profiles/favorites"
import { hiding } from "./profiles/hiding"
import { meStatistics } from "./profiles/me-statistics"
import { profiles } from "./profiles/profiles"
import { savedSearches } from "./profiles/saved-searches"
import { suggestions } from "./profiles/suggestions"
import { textDrafts } from "./profiles/text-drafts"
import { workshop } from "./profiles/workshop"
import { adminAppeals } from "./safety/admin-appeals"
import { adminCases } from "./safety/admin-cases"
import { adminReportedMessages } from "./safety/admin-reported-messages"
import { adminSanctions } from "./safety/admin-sanctions"
import { adminTransparency } from "./safety/admin-transparency"
import { adminHelp, meHelp } from "./safety/help"
import { questions } from "./safety/questions"
import { reports } from "./safety/reports"
import { transparency } from "./safety/transparency"
import { adminApplications } from "./support/admin-applications"
import { adminTickets } from "./support/admin-tickets"
import { applications } from "./support/applications"
import { support } from "./support/support"
import { adminIdentity } from "./verification/admin-identity"
import { consents } from "./verification/consents"
import { meIdentity } from "./verification/me-identity"
import { mePeople } from "./verification/me-people"

const maxJsonBytes = 1024 * 1024

/** The JSON API, one file for each noun; their schemas make the OpenAPI document. */
export const api = createApi()

const limitJson = bodyLimit({
  maxSize: maxJsonBytes,
  onError: () => {
    throw new AppError("request.too_large")
  },
})

// Before the JSON check: it accepts forms too.
api.route("/broadcasting", broadcasting)
api.use((c, next) => (acceptsFile(c) ? next() : limitJson(c, next)))
api.use(async (c, next) => {
  if (acceptsFile(c)) return next()
  const hasBody = c.req.raw.body !== null && c.req.header("Content-Length") !== "0"
  const isJson = /^application\/json\b/i.test(c.req.header("Content-Type") ?? "")
  if (hasBody && !isJson) throw new AppError("request.unsupported_type")
  await next()
})
api.use("/admin/*", async (c, next) => {
  requireAnyStaff(c.var.ctx)
  await next()
})
api.use("/admin/*", redirectFormerNames)
api.route("/auth", auth)
api.route("/captcha", captcha)
api.route("/me/favorites", favorites)
api.route("/me/searches", savedSearches)
api.route("/me", privacy)
api.route("/me", meBilling)
api.route("/plans", plans)
api.route("/admin", adminApplications)
api.route("/admin", adminAppeals)
api.route("/admin", adminAudit)
api.route("/admin", adminBilling)
api.route("/admin", adminCountries)
api.route("/admin", adminFigures)
api.route("/admin", adminHelp)
api.route("/admin", adminIdentity)
api.route("/admin", adminMedia)
api.route("/admin", adminReadiness)
api.route("/admin", adminUsers)
api.route("/admin", adminProfiles)
api.route("/admin", adminReview)
api.route("/admin", adminCases)
api.route("/admin", adminReportedMessages)
api.route("/admin", resourceOperations)
api.route("/admin", resourceSearch)
api.route("/admin", adminSanctions)
api.route("/admin", adminStaff)
api.route("/admin", adminSettings)
api.route("/admin", adminTickets)
api.route("/admin", adminTransparency)
api.route("/auth", passkeySignIn)
api.route("/auth", secondFactor)
api.route("/", decisions)
api.route("/", questions)
api.route("/me", me)
api.route("/me", meAccess)
api.route("/me", meChat)
api.route("/me", meDecisions)
api.route("/me", meHelp)
api.route("/me", textDrafts)
api.route("/me", workshop)
api.route("/me", calendar)
api.route("/me", hiding)
api.route("/me", calendarFeeds)
api.route("/me", meMedia)
api.route("/me", meIdentity)
api.route("/me", mePeople)
api.route("/me", meVideos)
api.route("/me", meAnswering)
api.route("/me", meStatistics)
api.route("/conversations", conversations)
api.route("/conversations", messages)
api.route("/", messageSearch)
api.route("/profiles", profiles)
api.route("/search", suggestions)
api.route("/media", media)
api.route("/", content)
api.route("/", transparency)
api.route("/", reports)
api.route("/", events)
api.route("/", blocks)
api.route("/", notifications)
api.route("/", support)
api.route("/applications", applications)
api.route("/consents", consents)
api.get("/openapi.json", (c) => c.json(documentOf(c)))
api.get("/docs", (c) => docsPage(c, documentOf(c)))
api.all("*", (c) => {
  const methods = methodsOfApi(c.req.path)
  if (methods.length === 0) throw new AppError("request.not_found")
  c.header("Allow", methods.join(", "))
  throw new AppError("request.method_not_allowed")
})

function documentOf(c: AppContext) {
  return describeApi(api, { name: c.var.config.APP_NAME, server: new URL("/api", c.req.url).toString() })
}

/** Whether this route accepts a file instead of JSON; the route limits its size. */
function acceptsFile(c: AppContext): boolean {
  return c.req.method === policyOf(c.req.path).upload
}

/** Returns the methods that the API supports at a path, decoded as Hono's is. */
export function methodsOfApi(path: string): string[] {
  return methodsAt(api.routes, path.slice("/api".length))
}
