import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

/** The link to the question in confidence: the same for everyone, whatever they have answered. */
export function HelpLink() {
  const { t } = useTranslation("settings")
  return (
    <div className="mt-8">
      <h3 className="text-body font-medium">{t("privacy.help.title")}</h3>
      <p className="measure mt-2 text-ui text-ink2">{t("privacy.help.text")}</p>
      <ButtonLink to="/profile/help" className="mt-4">
        {t("privacy.help.open")}
      </ButtonLink>
    </div>
  )
}
