import { Hono } from "hono"
import { completeLocales } from "~/i18n/locales"
import { DAY } from "~/lib/time"
import type { AppEnv } from "../env"

/** How long a copy of security.txt may be trusted, in days; RFC 9116 advises less than a year. */
const securityDays = 90

/** Addresses that programs look for on any site (RFC 8615). */
export const wellKnown = new Hono<AppEnv>()
  /** Whom to write to about a fault of security (RFC 9116): the operator's address, or the contact page. */
  .get("/security.txt", (c) => {
    const { ctx } = c.var
    const email = ctx.settings["contact.email"]
    // By the day, so that it may be cached.
    const expires = new Date((Math.floor(ctx.now() / DAY) + securityDays) * DAY).toISOString()
    const lines = [
      `Contact: ${email ? `mailto:${email}` : new URL("/contact", c.req.url)}`,
      `Expires: ${expires}`,
      `Preferred-Languages: ${completeLocales.map(({ code }) => code).join(", ")}`,
      `Canonical: ${new URL("/.well-known/security.txt", c.req.url)}`,
    ]
    return c.text(`${lines.join("\n")}\n`, 200, { "Cache-Control": "public, max-age=86400" })
  })
  /** Where password managers send their users to change a password (w3c.github.io/webappsec-change-password-url). */
  .get("/change-password", (c) => c.redirect("/profile/settings/password", 302))
