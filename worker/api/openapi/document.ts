import type { OpenAPIHono } from "@hono/zod-openapi"
import type { AppContext, AppEnv } from "../../env"

/** Every tag that a route names, in the order of the documentation. */
const tags = [
  { name: "auth", description: "Join, sign in, sign out and reset a password." },
  { name: "captcha", description: "A code by e-mail for clients that cannot show the CAPTCHA." },
  { name: "second factor", description: "Authenticator app, passkeys, recovery codes and re-authentication." },
  { name: "me", description: "Your account: name, picture, e-mail address, password, sessions and settings." },
  { name: "privacy", description: "Export of your data and erasure of your account." },
  { name: "favorites", description: "The profiles that you have saved." },
  { name: "profiles", description: "Published profiles: listing, details, pictures, videos and services." },
  { name: "media", description: "Access to private pictures and videos." },
  { name: "chat", description: "Conversations, messages, blocks, realtime events and socket authorization." },
  { name: "notifications", description: "Notifications, their settings and Web Push subscriptions." },
  { name: "content", description: "Pages and frequently asked questions that staff publish." },
  { name: "moderation", description: "Reports of pages, pictures and videos." },
  { name: "support", description: "The contact form and your support tickets." },
  { name: "casting", description: "Applications to be listed with a profile." },
  { name: "admin", description: "Operations for staff. Members receive 404 `request.not_found`." },
]

const description = [
  "JSON over HTTPS. Send request bodies as `application/json`, up to 1 MB; pictures are the exception, as their operations say.",
  "Authenticate with `Authorization: Bearer TOKEN`, where the token comes from `POST /auth/login`, or with the session cookie of the site. Operations without a security requirement are public.",
  "Times are epoch milliseconds (UTC) and amounts are Euro cents, unless a field says otherwise.",
  "Lists return `{ data, next_cursor }`. Repeat the request with `cursor` (for `GET /events`: `after`) set to `next_cursor` until it is null. Cursors are opaque.",
  "Errors return `{ message, code, errors?, request_id }`: branch on `code`; `message` and `errors` are texts for the user, in the language of the domain, else of the `locale` cookie or `Accept-Language`. 429 responses carry `Retry-After` in seconds.",
  "Any operation may return 403 `access.denied` while the deployment is closed to the public, and those that show profiles return 403 `age.required` to visitors who have not confirmed the age notice.",
].join(" ")

/** Returns the OpenAPI 3.1 document of the whole API. */
export function describeApi(api: OpenAPIHono<AppEnv>, c: AppContext) {
  api.openAPIRegistry.registerComponent("securitySchemes", "bearer", {
    type: "http",
    scheme: "bearer",
    description:
      "The token of `POST /auth/login`. It expires 90 days after its last use, at most 180 days after sign-in.",
  })
  api.openAPIRegistry.registerComponent("securitySchemes", "cookie", {
    type: "apiKey",
    in: "cookie",
    name: "__Host-salon_session",
    description: "The session cookie of the site. Unsafe methods also need the site's own `Origin` header.",
  })
  return api.getOpenAPI31Document({
    openapi: "3.1.0",
    info: { title: `${c.var.config.APP_NAME} API`, version: "1", description },
    servers: [{ url: new URL("/api", c.req.url).toString() }],
    tags,
  })
}
