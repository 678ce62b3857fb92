import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { AppLink } from "~/ui/navigation/app-link"

/** The link to the development mailbox, where no mail leaves the app. */
export function MailboxLink() {
  const { t } = useTranslation("account-access")
  const environment = useRootData()?.app.environment
  if (!environment || environment === "production") return null
  return (
    <p className="mt-6 border-t border-line pt-4 text-meta">
      <AppLink to="/dev/mailbox" className="link">
        {t("mailbox.open")}
      </AppLink>
    </p>
  )
}
