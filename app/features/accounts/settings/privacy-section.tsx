import type { Consent } from "~/domain/accounts/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Section } from "./section"
import { SettingsLink } from "./settings-link"

/** A member's consents and their dates. */
export function PrivacySection({ consents }: { consents: Consent[] }) {
  const { t } = useTranslation(["settings", "privacy"])
  const locale = useLocale()
  return (
    <Section name="privacy">
      <h2 className="text-body font-medium">{t("privacy.consents")}</h2>
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
      <SettingsLink
        title={t("privacy.access.title")}
        text={t("privacy.access.text")}
        label={t("privacy.access.open")}
        to="/profile/settings/access"
      />
      <SettingsLink
        title={t("privacy:title")}
        text={t("privacy:lead")}
        label={t("privacy:open")}
        to="/profile/settings/data"
      />
      <SettingsLink
        title={t("privacy.decisions.title")}
        text={t("privacy.decisions.text")}
        label={t("privacy.decisions.open")}
        to="/profile/decisions"
      />
      {/* The same for everyone, whatever they have answered there. */}
      <SettingsLink
        title={t("privacy.help.title")}
        text={t("privacy.help.text")}
        label={t("privacy.help.open")}
        to="/profile/help"
      />
    </Section>
  )
}
