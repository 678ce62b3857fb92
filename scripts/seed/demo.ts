import { readdirSync, readFileSync } from "node:fs"
import type { Presents } from "./texts/fragments.ts"

/** The folder of the painted pictures and short videos. */
export const demoFolder = new URL("./demo/", import.meta.url)

/** A picture as the rows name it. */
export interface Picture {
  /** Where its variants lie in R2. */
  storageKey: string
  /** Pixels of the largest variant. */
  width: number
  height: number
  /** Base64. */
  thumbhash: string
  /** The average, `#rrggbb`. */
  color: string
}

interface Video extends Picture {
  /** Seconds. */
  duration: number
}

export interface Person {
  id: string
  presents: Presents
  portraits: Picture[]
}

/** Everything that profiles are illustrated with. */
export interface PictureSet {
  people: Person[]
  scenes: Record<string, Picture>
  videos: Record<string, Video>
}

/** The people painted, as `demo/people.json` lists them; `pictures` are file names below `demo/people/`. */
export function readPeople(): { id: string; presents: Presents; pictures: string[] }[] {
  return JSON.parse(readFileSync(new URL("people.json", demoFolder), "utf8"))
}

/** Names without their ending: `roofs`, `table`. */
export function listNames(kind: "scenes" | "videos"): string[] {
  return readdirSync(new URL(`${kind}/`, demoFolder))
    .map((file) => file.replace(/\.\w+$/, ""))
    .sort()
}
