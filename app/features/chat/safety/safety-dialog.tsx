import { useTranslation } from "~/i18n/use-translation"
import { Button, ButtonLink } from "~/ui/button"
import { Dialog } from "~/ui/overlay/dialog"

/** The community rules, with what to do about pressure and demands for money. */
export const safetyPath = "/legal/use"

export interface SafetyDialogProps {
  open: boolean
  onClose: () => void
}

/** The warning of impostors, once the member's first conversations no longer show it over the messages. */
export function SafetyDialog({ open, onClose }: SafetyDialogProps) {
  const { t } = useTranslation("chat")
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("safety.title")}
      description={t("not_staff")}
      buttons={
        <>
          <Button onClick={onClose}>{t("safety.close")}</Button>
          <ButtonLink to={safetyPath}>{t("safety.rules")}</ButtonLink>
        </>
      }
    />
  )
}
