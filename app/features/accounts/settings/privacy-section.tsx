import type { Consent } from "~/domain/accounts/schema"
import { DecisionsLink } from "~/features/decisions/decisions-link"
import { AccessLink } from "~/features/privacy/access-link"
import { HelpLink } from "~/features/safety/help-link"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { DataLink } from "./data-link"
import { Section } from "./section"

/** A member's consents and their dates. */
export function PrivacySection({ consents }: { consents: Consent[] }) {
  const { t } = useTranslation("settings")
  const locale = useLocale()
  return (
    <Section name="privacy">
      <h3 className="text-body font-medium">{t("privacy.consents")}</h3>
      {consents.length === 0 ? (
        <p className="mt-2 text-ui text-ink2">{t("privacy.none")}</p>
      ) : (
        <ul className="mt-3 border-t border-line">
          {consents.map(({ kind, version, agreed_at }) => (
            <li key={`${kind} ${version} ${agreed_at}`} className="border-b border-line py-3 text-body">
              <p>{t(`privacy.kinds.${kind}`)}</p>
              <p className="mt-0.5 text-meta text-mute">
                {t("privacy.agreed", {
                  version: formatDate(Date.parse(version), locale, "month"),
                  date: formatDate(agreed_at, locale, "date"),
                })}
              </p>
            </li>
          ))}
        </ul>
      )}
      <AccessLink />
      <DataLink />
      <DecisionsLink />
      <HelpLink />
    </Section>
  )
}
