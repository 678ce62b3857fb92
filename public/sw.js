// Two tasks: notices of what is new while no page is open, and a page of its own for when there is no network. It stores nothing else.
//
// Shows that there is something new, and never what: what knocks here carries no payload. The words come with this
// script's own address, in the language of the page that set it up.
const words = new URL(self.location.href).searchParams
const page = "/profile/notifications"

const offlinePage = "/offline.html"

self.addEventListener("install", (event) => {
  self.skipWaiting()
  event.waitUntil(storeOfflinePage())
})

/** Anew with each version of this script. A browser without room has its own page. */
async function storeOfflinePage() {
  try {
    const cache = await caches.open("offline")
    await cache.add(new Request(offlinePage, { cache: "reload" }))
  } catch (error) {
    console.warn("The page for no network could not be stored:", error)
  }
}

// The browser asks for a document while this script is still waking up, so that it costs nobody time.
self.addEventListener("activate", (event) => event.waitUntil(self.registration.navigationPreload?.enable()))

self.addEventListener("fetch", (event) => {
  const { mode, method } = event.request
  if (mode === "navigate" && method === "GET") event.respondWith(fetchDocument(event))
})

async function fetchDocument(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    const page = await caches.match(offlinePage)
    // A copy: a response that came by a redirect, as that of a static page may, is refused for a document.
    return page ? new Response(page.body, { headers: page.headers }) : Response.error()
  }
}

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
