import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { Dialog } from "~/ui/overlay/dialog"

export type Question = "both" | "remove" | "block"

export interface ConfirmDialogProps {
  /** Null while nothing is asked. */
  question: Question | null
  name: string
  onConfirm: (question: Question) => void
  onClose: () => void
}

/** Asks for confirmation of an act that the other member notices, or that hides something. */
export function ConfirmDialog({ question, name, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation("chat")
  const texts = {
    both: { title: t("confirm.both_title"), body: t("confirm.both_body", { name }), action: t("confirm.both_do") },
    remove: {
      title: t("confirm.remove_title"),
      body: t("confirm.remove_body", { name }),
      action: t("confirm.remove_do"),
    },
    block: {
      title: t("confirm.block_title", { name }),
      body: t("confirm.block_body"),
      action: t("confirm.block_do", { name }),
    },
  }[question ?? "both"]
  return (
    <Dialog
      isAlert
      open={question !== null}
      onClose={onClose}
      title={texts.title}
      description={texts.body}
      buttons={
        <>
          <Button onClick={onClose}>{t("confirm.cancel")}</Button>
          <Button variant="danger-filled" onClick={() => question && onConfirm(question)}>
            {texts.action}
          </Button>
        </>
      }
    />
  )
}
