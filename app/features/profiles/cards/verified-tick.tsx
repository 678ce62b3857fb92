import BadgeCheck from "lucide-react/icons/badge-check"
import { useTranslation } from "~/i18n/use-translation"

/**
 * The seal of a verified profile: identity and age were confirmed. It says nothing about safety, and no text beside it
 * may.
 */
export function VerifiedTick() {
  const { t } = useTranslation("listing")
  return (
    <>
      <BadgeCheck aria-hidden className="mt-0.5 size-4 fill-ink text-ink [&>:last-child]:stroke-paper" />
      <span className="sr-only">{t("card.verified")}</span>
    </>
  )
}
