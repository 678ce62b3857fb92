import { videoPartBytes } from "../../core/ports/video-provider"
import type { VideoLimits } from "./queries.server"

const GB = 1024 ** 3
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

/** The largest video, in bytes. */
export const maxVideoBytes = 2 * GB
export const videoLimits: VideoLimits = { videos: 20, open: 3, bytesPerDay: 10 * GB }
/** Of one language, in bytes. */
export const maxCaptionsBytes = 256 * 1024
export const maxVideoTitle = 80
export const maxVideoDescription = 1_000

/** After the last part, until an upload is given up, ms. The store itself discards parts after seven days. */
export const uploadLifetime = 3 * DAY
/** How long a worker may process a video before another one takes over, ms: as long as a queue lets it run. */
export const videoLease = 15 * MINUTE

export const videoFolder = (id: string) => `videos/${id}`
export const partCount = (bytes: number) => Math.ceil(bytes / videoPartBytes)

/** Returns the length of part `number` (from 1) of a video, or null if it has none of this number. */
export function partLength(bytes: number, number: number): number | null {
  const rest = bytes - (number - 1) * videoPartBytes
  return Number.isInteger(number) && number >= 1 && rest > 0 ? Math.min(rest, videoPartBytes) : null
}
