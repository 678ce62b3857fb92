import { useFetcher, useLocation } from "@remix-run/react"
import { useEffect } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { Dialog } from "~/ui/overlay/dialog"
import { LoginForm, type LoginResult } from "./login-form"
import { LoginPanel } from "./login-panel"

export interface LoginDialogProps {
  open: boolean
  onClose: () => void
  /** Called once there is a user, or with the page of the second step. */
  onSuccess: () => void
}

/** The login in the global modal. Success closes it and stays on the page it was opened on. */
export function LoginDialog({ open, onClose, onSuccess }: LoginDialogProps) {
  const { t } = useTranslation(["auth", "errors"])
  const fetcher = useFetcher<LoginResult>({ key: "login" })
  const user = useRootData()?.user
  const { pathname, search, hash } = useLocation()
  const isAtSecondStep = pathname === "/auth/second-factor"
  useEffect(() => {
    if (user || isAtSecondStep) onSuccess()
  }, [user, isAtSecondStep, onSuccess])
  return (
    <Dialog open={open} onClose={onClose} title={t("welcome")} isTitleHidden isBare size="wide" closeLabel={t("close")}>
      <LoginPanel
        heading={
          <p aria-hidden className="text-page-title">
            {t("welcome")}
          </p>
        }
        lead={t("lead")}
      >
        <LoginForm
          result={fetcher.data}
          form={fetcher.Form as never}
          isBusy={fetcher.state !== "idle"}
          back={pathname + search + hash}
        />
      </LoginPanel>
    </Dialog>
  )
}
