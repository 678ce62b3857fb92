import { useTranslation } from "~/i18n/use-translation"
import { SpriteIcon } from "~/ui/sprite-icon"

/**
 * The seal of a verified profile: identity and age were confirmed. It says nothing about safety, and no text beside it
 * may.
 */
export function VerifiedTick() {
  const { t } = useTranslation("listing")
  return (
    <>
      <SpriteIcon name="badge-check" className="seal" />
      <span className="sr-only">{t("card.verified")}</span>
    </>
  )
}
