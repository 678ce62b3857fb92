/** What the router could not get, and left the page as it was for (scripts/remix-kept-page.ts). */
export interface Lost {
  /** A page that was asked for, an act that was to be done, or data that is only fetched again. */
  kind: "page" | "act" | "data"
  error: unknown
  /** The page's path, query and hash. */
  path: string
}

/** What the window hears of each loss: a CustomEvent whose detail is a `Lost`. */
export const lostEvent = "salon:lost"
