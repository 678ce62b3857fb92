import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

/** The link to the page of who opened the member's data. */
export function AccessLink() {
  const { t } = useTranslation("settings")
  return (
    <div className="mt-8">
      <h3 className="text-body font-medium">{t("privacy.access.title")}</h3>
      <p className="measure mt-2 text-ui text-ink2">{t("privacy.access.text")}</p>
      <ButtonLink to="/profile/settings/access" className="mt-4">
        {t("privacy.access.open")}
      </ButtonLink>
    </div>
  )
}
