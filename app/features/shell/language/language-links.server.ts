import type { Ctx } from "~/domain/core/context"
import { isComplete, locales } from "~/i18n/locales"
import type { AppSettings } from "~/load-context"
import type { LanguageLink } from "~/remix/root-data"

/**
 * Returns the address of each language: on a domain of its own (with a hand-off if the reader may have a session or an
 * access pass to transfer), or on this one, by cookie. Warns of a language that has no domain while others have one
 * (behaviours 4).
 */
export function languageLinks(
  ctx: Ctx,
  app: Pick<AppSettings, "domains" | "isGated" | "asksAge">,
  here: URL,
): LanguageLink[] {
  const carries = ctx.actor.kind !== "visitor" || app.isGated || app.asksAge
  const domainOf = (code: string) => app.domains.find((entry) => entry.code === code)?.domain
  // Where languages have domains, one in progress is offered from the day that it has one.
  const offered = locales.filter(({ code }) => isComplete(code) || app.domains.length === 0 || domainOf(code))
  return offered.map(({ code, name }) => {
    const domain = domainOf(code)
    if (!domain && app.domains.length > 0) {
      console.warn(
        JSON.stringify({
          level: "warn",
          event: "locale.no_domain",
          message: `Could not find domain name for locale ${code}`,
        }),
      )
    }
    const origin = domain && (/^https?:\/\//.test(domain) ? domain : `${here.protocol}//${domain}`)
    if (!origin || origin === here.origin)
      return { code, name, prefix: `/locale/choose/${code}?to=`, isParameter: true }
    if (carries) return { code, name, prefix: `${origin}/locale/start?from=${ctx.locale}&to=`, isParameter: true }
    return { code, name, prefix: origin, isParameter: false }
  })
}
