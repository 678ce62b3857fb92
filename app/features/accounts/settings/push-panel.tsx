import { useEffect, useState } from "react"
import { ApiProblem } from "~/browser/call-api"
import { toasts } from "~/browser/toasts"
import { type PushState, readPushState, turnOffPush, turnOnPush } from "~/features/shell/live/web-push"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"

/** Push notifications in this browser. The browser's prompt follows a press, never the page itself. */
export function PushPanel({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation("settings")
  const [state, setState] = useState<PushState | "unknown">("unknown")
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    readPushState().then(setState)
  }, [])

  async function change(action: () => Promise<PushState>) {
    setBusy(true)
    try {
      const next = await action()
      setState(next)
      if (next === "on" || next === "off") toasts.add({ title: t(`notifications.push.is_${next}`), color: "ok" })
    } catch (error) {
      // The server's own sentence is shown already.
      if (!(error instanceof ApiProblem) || error.sentence === null)
        toasts.add({ title: t("notifications.push.failed"), color: "bad" })
    } finally {
      setBusy(false)
    }
  }

  const texts = { title: t("notifications.push.notice_title"), body: t("notifications.push.notice_body") }
  return (
    <div className="mt-10 noscript:hidden">
      <h2 className="text-body font-medium">{t("notifications.push.title")}</h2>
      <p className="measure mt-2 text-ui text-ink2">{t("notifications.push.lead")}</p>
      <div className="mt-4">
        {state === "denied" || state === "unsupported" ? (
          <p className="text-ui text-mute">{t(`notifications.push.${state}`)}</p>
        ) : (
          <Button
            isBusy={isBusy}
            disabled={state === "unknown"}
            onClick={() => change(state === "on" ? turnOffPush : () => turnOnPush(publicKey, texts))}
          >
            {t(state === "on" ? "notifications.push.off" : "notifications.push.on")}
          </Button>
        )}
      </div>
    </div>
  )
}
