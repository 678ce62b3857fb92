import { readdirSync, readFileSync } from "node:fs"
import type { Presents } from "./texts/fragments.ts"

/** The folder of the painted pictures and short videos. */
export const demoFolder = new URL("./demo/", import.meta.url)

/** A picture as the rows refer to it. */
export interface Picture {
  /** The key of its variants in R2. */
  storageKey: string
  /** Pixels of the largest variant. */
  width: number
  height: number
  /** Base64. */
  thumbhash: string
  /** The mean colour, `#rrggbb`. */
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

/** All pictures and videos for profiles. */
export interface PictureSet {
  people: Person[]
  scenes: Record<string, Picture>
  videos: Record<string, Video>
}

/** Reads the painted people from `demo/people.json`; `pictures` are file names below `demo/people/`. */
export function readPeople(): { id: string; presents: Presents; pictures: string[] }[] {
  return JSON.parse(readFileSync(new URL("people.json", demoFolder), "utf8"))
}

/** Lists names without their extension: `roofs`, `table`. */
export function listNames(kind: "scenes" | "videos"): string[] {
  return readdirSync(new URL(`${kind}/`, demoFolder))
    .map((file) => file.replace(/\.\w+$/, ""))
    .sort()
}
