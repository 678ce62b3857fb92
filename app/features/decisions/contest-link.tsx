import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"

/** The link from what staff have sent back to its decision, which can be contested. */
export function ContestLink() {
  const { t } = useTranslation("common")
  return (
    <p className="mt-2 text-ui">
      <AppLink to="/profile/decisions" className="link">
        {t("contest")}
      </AppLink>
    </p>
  )
}
