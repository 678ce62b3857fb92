/**
 * Registers the service worker, which shows an offline page when a document cannot be fetched, once the page is loaded
 * and idle. An existing registration stays: push notifications may have registered it with their texts (public/sw.js).
 */
export function prepareOfflinePage(): void {
  const container = navigator.serviceWorker
  if (!container) return
  const idle = window.requestIdleCallback ?? setTimeout
  const register = async () => {
    try {
      if (!(await container.getRegistration())) await container.register("/sw.js")
    } catch (error) {
      console.warn("No service worker:", error)
    }
  }
  const wait = () => idle(register)
  if (document.readyState === "complete") wait()
  else addEventListener("load", wait, { once: true })
}
