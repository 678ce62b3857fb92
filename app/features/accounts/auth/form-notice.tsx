import CircleCheck from "lucide-react/icons/circle-check"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { useRootData } from "~/remix/root-data"
import { Banner } from "~/ui/feedback/banner"
import { AppLink } from "~/ui/navigation/app-link"
import { ProofNotice } from "./proof-notice"

/** The result of a form, on the page itself: the toast disappears, and without script there is none. */
export function FormNotice({ result }: { result: FormResult | undefined }) {
  if (!result?.message) return null
  if (result.code === "auth.confirm_required") return <ProofNotice message={result.message} />
  if (result.isError) return <Banner tone="bad" fact={result.message} className="mt-5" />
  return <Banner icon={<CircleCheck className="text-ok" />} fact={result.message} className="mt-5" />
}

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
