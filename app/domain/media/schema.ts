import * as z from "zod"

export interface Photo {
  id: string
  width: number
  height: number
  /** `#rrggbb`, shown until the picture has loaded. */
  color: string
  /** Alternative text in the reader's language; empty if its owner wrote nothing. */
  alt: string
}

export interface Video extends Photo {
  type: "mp4" | "webm"
  /** In the reader's language, or in another one; empty if its owner wrote none. */
  title: string
  description: string
  /** Seconds. */
  duration: number
  /** ISO 639-1: the languages of its captions. */
  captions: string[]
}

/** A signed query that opens one private media item, for five minutes and for one sign-in. */
export interface Pass {
  /** The query string of the media item's URL: `?e=1700000000&s=SIGNATURE`. */
  query: string
  /** Epoch ms. */
  expires_at: number
}

/** A pass in a URL's query. */
export const PassQuery = z.object({ e: z.string().regex(/^\d{1,12}$/), s: z.string().regex(/^[\w-]{43}$/) })
export type PassQuery = z.infer<typeof PassQuery>
