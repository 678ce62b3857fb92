/** What a document hears when its toasts change: the shell waits for the first before it loads what shows them. */
export const toastEvent = "salon:toast"
