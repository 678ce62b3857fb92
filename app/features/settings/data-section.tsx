import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"

/** The way to the page where one takes one's data along, or has it deleted. */
export function DataSection() {
  const { t } = useTranslation("privacy")
  return (
    <section aria-labelledby="settings-data">
      <h2 id="settings-data" className="text-subsection">
        {t("title")}
      </h2>
      <p className="mt-2 text-body text-ink2">{t("lead")}</p>
      <ButtonLink to="/profile/settings/data" className="mt-6">
        {t("open")}
      </ButtonLink>
    </section>
  )
}
