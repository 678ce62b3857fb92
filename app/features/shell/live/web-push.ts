import { callApi } from "~/browser/call-api"

export type PushState = "unsupported" | "denied" | "off" | "on"

/** Returns whether this browser receives push notifications, or why it cannot. */
export async function readPushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "unsupported"
  if (Notification.permission === "denied") return "denied"
  return (await ownSubscription()) ? "on" : "off"
}

async function ownSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  return (await registration?.pushManager.getSubscription()) ?? null
}

/** Asks for the permission and subscribes this browser. `texts`: of the notification, which says nothing of its subject. */
export async function turnOnPush(publicKey: string, texts: Record<string, string>): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return "denied"
  await navigator.serviceWorker.register(`/sw.js?${new URLSearchParams(texts)}`)
  const { pushManager } = await navigator.serviceWorker.ready
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  await send("POST", subscription.endpoint)
  return "on"
}

/** Ends this browser's subscription. */
export async function turnOffPush(): Promise<PushState> {
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
