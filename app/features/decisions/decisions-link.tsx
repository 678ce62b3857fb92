import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

/** The link of the settings to the decisions about a member. */
export function DecisionsLink() {
  const { t } = useTranslation("settings")
  return (
    <div className="mt-8">
      <h3 className="text-body font-medium">{t("privacy.decisions.title")}</h3>
      <p className="measure mt-2 text-ui text-ink2">{t("privacy.decisions.text")}</p>
      <ButtonLink to="/profile/decisions" className="mt-4">
        {t("privacy.decisions.open")}
      </ButtonLink>
    </div>
  )
}
