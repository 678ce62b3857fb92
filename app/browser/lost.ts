/** A request of the router that failed and left the page as it was (scripts/remix-kept-page.ts). */
export interface Lost {
  /** A requested page, a submitted action, or a background refresh of data. */
  kind: "page" | "act" | "data"
  error: unknown
  /** The page's path, query and hash. */
  path: string
}

/** The event that the window receives for each loss: a CustomEvent whose detail is a `Lost`. */
export const lostEvent = "salon:lost"
