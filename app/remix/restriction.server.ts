import type { Restriction } from "~/domain/core/actor/actor"
import { restrictionError } from "~/domain/core/actor/guards"
import { translator } from "~/i18n/i18n.server"
import type { Locale } from "~/i18n/locales"
import type { RestrictionNotice } from "./root-data"

/** Returns the notice for a member's pages: the sentence that also refuses them what is closed. */
export function restrictionNotice(locale: Locale, restriction: Restriction): RestrictionNotice {
  const { code, values } = restrictionError({ locale }, restriction)
  const message = translator(locale, "errors")(code, values)
  return { message, hint: restrictionHint(locale, code), links: restrictionLinks(locale) }
}

/** Returns where the reasons were given, and how to contest them. */
export function restrictionHint(locale: Locale, code: string): string {
  return translator(locale, "member")(code === "account.suspended" ? "restriction.hint" : "restriction.contest")
}

/** The four things that a restricted member may do (trust-safety R17). */
export function restrictionLinks(locale: Locale): RestrictionNotice["links"] {
  const t = translator(locale, "member")
  return [
    { to: "/contact", label: t("restriction.contact") },
    { to: "/profile/billing", label: t("restriction.plan") },
    { to: "/profile/settings/data#data-export", label: t("restriction.export") },
    { to: "/profile/settings/data#data-erasure", label: t("restriction.erasure") },
  ]
}
