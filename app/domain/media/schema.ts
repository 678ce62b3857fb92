import * as z from "zod"

export interface Photo {
  id: string
  width: number
  height: number
  /** `#rrggbb`, shown until the picture is there. */
  color: string
}

export interface Video extends Photo {
  /** Seconds. */
  duration: number
  /** ISO 639-1: the languages of its captions. */
  captions: string[]
}

/** Opens one private medium, for five minutes and for who it was made for. */
export interface Pass {
  /** What follows the medium's address: `?e=1700000000&s=SIGNATURE`. */
  query: string
  /** Epoch ms. */
  expires_at: number
}

/** What a pass looks like in an address. */
export const PassQuery = z.object({ e: z.string().regex(/^\d{1,12}$/), s: z.string().regex(/^[\w-]{43}$/) })
export type PassQuery = z.infer<typeof PassQuery>
