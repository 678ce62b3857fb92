import type { OwnPasskey, SecondFactor } from "~/domain/accounts/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** The number of recovery codes in a set (domain/accounts/second-factor/recovery-codes.ts). */
const total = 10

/** Describes the state of the authenticator app and of the recovery codes. */
export function useSecondFactorLabels({ app_since, recovery_codes_left }: SecondFactor) {
  const { t } = useTranslation("second-factor")
  const locale = useLocale()
  return {
    app: app_since === null ? t("app.none") : t("app.since", { date: formatDate(app_since, locale, "date") }),
    codes: t("codes.left", { count: recovery_codes_left, total }),
  }
}

/** Returns a function that describes a passkey: its creation, its last use, and its domain if that is another. */
export function usePasskeyFacts(here?: string): (passkey: OwnPasskey) => string {
  const { t } = useTranslation("second-factor")
  const locale = useLocale()
  return ({ created_at, last_used_at, domain }) =>
    [
      t("passkeys.added", { date: formatDate(created_at, locale, "date") }),
      last_used_at !== null && t("passkeys.used", { date: formatDate(last_used_at, locale, "date") }),
      here !== undefined && domain !== here && t("passkeys.elsewhere", { domain }),
    ]
      .filter(Boolean)
      .join(", ")
}
