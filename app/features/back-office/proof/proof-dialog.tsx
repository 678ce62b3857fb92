import { useFetcher } from "@remix-run/react"
import { useEffect, useRef } from "react"
import { toasts } from "~/browser/toasts"
import { hereAction, ProofForms, type ProofFormsProps } from "~/features/accounts/auth/proof-forms"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { proofGivenEvent } from "~/remix/proof-event"
import { Spinner } from "~/ui/feedback/spinner"
import { Dialog } from "~/ui/overlay/dialog"

interface ProofDialogProps {
  open: boolean
  onClose: () => void
  /** Returns how many forms waited, and are sent now. */
  onGiven: () => number
}

/** The re-authentication, over the page whose form was refused: what was typed there stays. */
export default function ProofDialog({ open, onClose, onGiven }: ProofDialogProps) {
  const { t } = useTranslation(["admin-kit", "second-factor"])
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={t("second-factor:confirm.title")}
      description={t("proof.kept")}
      closeLabel={t("cancel")}
    >
      {open && <Proof onGiven={onGiven} />}
    </Dialog>
  )
}

/** Proof that `/auth/confirm` asks for. */
interface Asked extends Pick<ProofFormsProps, "methods" | "elsewhere"> {
  isConfirmed: boolean
}

/** Mounted for each time that it is asked: nothing is left of the last one. */
function Proof({ onGiven }: Pick<ProofDialogProps, "onGiven">) {
  const { t } = useTranslation("admin-kit")
  const asked = useFetcher<Asked>()
  const fetcher = useFetcher<FormResult>()
  const { load } = asked
  useEffect(() => load(hereAction), [load])
  // Loaded again after the form, like everything on the page.
  const isGiven = asked.data?.isConfirmed === true
  const isSettled = useRef(false)
  useEffect(() => {
    if (!isGiven || isSettled.current) return
    isSettled.current = true
    document.dispatchEvent(new Event(proofGivenEvent))
    if (onGiven() === 0) toasts.add({ title: t("proof.given"), color: "ok" })
  }, [isGiven, onGiven, t])
  if (!asked.data || isGiven) return <Spinner label={t("loading")} />
  const { methods, elsewhere } = asked.data
  return <ProofForms methods={methods} elsewhere={elsewhere} result={fetcher.data} fetcher={fetcher} />
}
