import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

/** The link to the page for exporting and erasing the account's data. */
export function DataLink() {
  const { t } = useTranslation("privacy")
  return (
    <div className="mt-8">
      <h3 className="text-body font-medium">{t("title")}</h3>
      <p className="measure mt-2 text-ui text-ink2">{t("lead")}</p>
      <ButtonLink to="/profile/settings/data" className="mt-4">
        {t("open")}
      </ButtonLink>
    </div>
  )
}
