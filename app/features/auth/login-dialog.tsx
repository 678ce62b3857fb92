import { useFetcher, useLocation } from "@remix-run/react"
import { useEffect } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/lib/root-data"
import { Dialog } from "~/ui/dialog"
import { LoginForm, type LoginResult } from "./login-form"
import { LoginPanel } from "./login-panel"

/** The login in the global modal. Success closes it: then there is a user, or the page of the second step. */
export function LoginDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(["auth", "errors"])
  const fetcher = useFetcher<LoginResult>({ key: "login" })
  const user = useRootData()?.user
  const isAtSecondStep = useLocation().pathname === "/auth/second-factor"
  useEffect(() => {
    if (user || isAtSecondStep) onClose()
  }, [user, isAtSecondStep, onClose])
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
        <LoginForm result={fetcher.data} form={fetcher.Form as never} isBusy={fetcher.state !== "idle"} />
      </LoginPanel>
    </Dialog>
  )
}
