/**
 * The event that a document receives when its toasts change: the shell waits for the first one to load their component.
 */
export const toastEvent = "salon:toast"
