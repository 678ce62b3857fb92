import { useEffect, useState } from "react"
import { ApiProblem, callApi } from "~/browser/call-api"
import { toasts } from "~/browser/toasts"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"

type PushState = "unknown" | "unsupported" | "denied" | "off" | "on"

/** Push notifications in this browser. The browser's prompt follows a press, never the page itself. */
export function PushPanel({ publicKey }: { publicKey: string }) {
  const { t } = useTranslation("settings")
  const [state, setState] = useState<PushState>("unknown")
  const [isBusy, setBusy] = useState(false)
  useEffect(() => {
    readState().then(setState)
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
            onClick={() => change(state === "on" ? turnOff : () => turnOn(publicKey, texts))}
          >
            {t(state === "on" ? "notifications.push.off" : "notifications.push.on")}
          </Button>
        )}
      </div>
    </div>
  )
}

async function readState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported"
  if (Notification.permission === "denied") return "denied"
  return (await ownSubscription()) ? "on" : "off"
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

async function turnOn(publicKey: string, texts: Record<string, string>): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "denied"
  await navigator.serviceWorker.register(`/sw.js?${new URLSearchParams(texts)}`)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await send("POST", subscription.endpoint)
  return "on"
}

async function turnOff(): Promise<PushState> {
  const subscription = await ownSubscription()
  if (subscription) {
    await send("DELETE", subscription.endpoint)
    await subscription.unsubscribe()
  }
  return "off"
}

async function send(method: "POST" | "DELETE", endpoint: string): Promise<void> {
  await callApi("/api/me/push-subscriptions", { method, json: { endpoint } })
}
