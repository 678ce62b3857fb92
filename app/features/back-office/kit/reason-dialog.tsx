import { useEffect, useRef, useState } from "react"
import type { ActionView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { Dialog } from "~/ui/overlay/dialog"

type ReasonDialogProps = {
  /** Null while it is closed. */
  action: ActionView | null
  count: number
  onCancel: () => void
  onConfirm: (reason: string | null) => void
}

/** Confirms an act that cannot be undone, and asks for its reason where the audit log wants one. */
export function ReasonDialog({ action, count, onCancel, onConfirm }: ReasonDialogProps) {
  const { t } = useTranslation("admin-kit")
  const [reason, setReason] = useState("")
  // The typed reason stays for the same action: the server may refuse it, and ask for a re-authentication first.
  const typedFor = useRef<string>()
  useEffect(() => {
    if (!action || action.name === typedFor.current) return
    typedFor.current = action.name
    setReason("")
  }, [action])
  const isMissing = action?.needsReason === true && reason.trim() === ""
  return (
    <Dialog
      open={action !== null}
      onClose={onCancel}
      isAlert
      title={action?.label ?? ""}
      description={t("confirm.records", { count })}
      buttons={
        <>
          <Button onClick={onCancel}>{t("cancel")}</Button>
          <Button variant="danger-filled" disabled={isMissing} onClick={() => onConfirm(reason.trim() || null)}>
            {action?.label}
          </Button>
        </>
      }
    >
      {action?.needsReason && (
        <TextArea
          label={t("reason.label")}
          hint={t("reason.hint")}
          size="short"
          maxLength={1_000}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
    </Dialog>
  )
}
