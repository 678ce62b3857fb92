// Shows that there is something new, and never what: what knocks here carries no payload. The words come with this
// script's own address, in the language of the page that set it up.
const words = new URL(self.location.href).searchParams
const page = "/profile/notifications"

self.addEventListener("install", () => self.skipWaiting())

self.addEventListener("push", (event) => event.waitUntil(showNotice()))

/** An open page says it itself. */
async function showNotice() {
  if ((await ownWindows()).some(({ visibilityState }) => visibilityState === "visible")) return
  const [title, body] = [words.get("title") ?? "", words.get("body") ?? ""]
  await self.registration.showNotification(title, { body, tag: "news", icon: "/favicon-48.png" })
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close()
  event.waitUntil(openPage())
})

/** Those too that were there before this worker was. */
function ownWindows() {
  return self.clients.matchAll({ type: "window", includeUncontrolled: true })
}

async function openPage() {
  const open = (await ownWindows()).find((one) => new URL(one.url).pathname === page)
  return open ? open.focus() : self.clients.openWindow(page)
}
