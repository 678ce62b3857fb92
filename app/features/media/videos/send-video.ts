import { ApiProblem, callApi, readProblem } from "~/browser/call-api"
import type { OwnVideo } from "~/domain/media/videos/schema"
import { digestOf } from "./video-file"

const path = "/api/me/profile/videos"

/** Opens the upload of a file, or finds the one that was opened before. Throws ApiProblem. */
export function openUpload(file: File, clientId: string): Promise<OwnVideo> {
  return callApi<OwnVideo>(path, { method: "POST", json: { client_id: clientId, bytes: file.size }, isQuiet: true })
}

/** After how long a part that did not go through is sent again, ms. */
const delays = [1_000, 4_000, 10_000, 30_000]

export interface Sending {
  signal: AbortSignal
  /** Called with the bytes that are stored. */
  onProgress: (bytes: number) => void
  /** Called when a part did not go through and will be sent again, and with false once it did. */
  onWaiting: (isWaiting: boolean) => void
}

/** Sends the parts of a file that are not stored yet, one after the other, and completes the upload. Throws ApiProblem. */
export async function sendVideo(file: File, video: OwnVideo, sending: Sending): Promise<OwnVideo> {
  if (!video.upload) return video
  const { part_bytes: partBytes, part_count: count, parts } = video.upload
  const stored = new Set(parts)
  const storedBytes = () =>
    [...stored].reduce((sum, number) => sum + Math.min(partBytes, file.size - (number - 1) * partBytes), 0)
  sending.onProgress(storedBytes())
  for (let number = 1; number <= count; number += 1) {
    if (stored.has(number)) continue
    const part = await file.slice((number - 1) * partBytes, number * partBytes).arrayBuffer()
    await insist(() => sendPart(video.id, number, part, sending.signal), sending)
    stored.add(number)
    sending.onProgress(storedBytes())
  }
  return insist(
    () => callApi<OwnVideo>(`${path}/${video.id}/complete`, { method: "POST", isQuiet: true, signal: sending.signal }),
    sending,
  )
}

async function sendPart(id: string, number: number, body: ArrayBuffer, signal: AbortSignal): Promise<null> {
  const headers = { "Content-Type": "application/octet-stream", "Content-Digest": await digestOf(body) }
  const response = await fetch(`${path}/${id}/parts/${number}`, { method: "PUT", body, headers, signal }).catch(() => {
    throw new ApiProblem()
  })
  if (!response.ok) throw await readProblem(response)
  return null
}

/** Repeats a call until it goes through: while the browser is offline, and while the server is busy. */
async function insist<Result>(call: () => Promise<Result>, { signal, onWaiting }: Sending): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await call()
      onWaiting(false)
      return result
    } catch (error) {
      if (signal.aborted || !isPassing(error)) throw error
      const delay = delays[Math.min(attempt, delays.length - 1)] as number
      onWaiting(true)
      await pause(error instanceof ApiProblem && error.retryAfter ? Math.max(error.retryAfter, delay) : delay, signal)
      if (signal.aborted) throw error
    }
  }
}

/** A part that arrived damaged is worth another attempt too. */
const isPassing = (error: unknown) =>
  error instanceof ApiProblem && (error.isPassing || error.code === "video.part_damaged")

/** Waits; shorter if the connection comes back or the upload is paused. */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const stop = () => {
      clearTimeout(timer)
      removeEventListener("online", stop)
      signal.removeEventListener("abort", stop)
      resolve()
    }
    const timer = setTimeout(stop, milliseconds)
    addEventListener("online", stop)
    signal.addEventListener("abort", stop)
  })
}

/** Sends a poster. Throws ApiProblem. */
export async function sendPoster(id: string, version: number, picture: Blob): Promise<void> {
  const headers = { "Content-Type": picture.type }
  const response = await fetch(`${path}/${id}/poster?version=${version}`, { method: "PUT", body: picture, headers })
  if (!response.ok) throw await readProblem(response)
}

/** Fetches one of the owner's videos. Throws ApiProblem. */
export const fetchVideo = (id: string) => callApi<OwnVideo>(`${path}/${id}`, { isQuiet: true })
