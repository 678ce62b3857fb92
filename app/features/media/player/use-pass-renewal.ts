import { type RefObject, useEffect } from "react"
import { passLifetime, passMargin } from "~/domain/media/policy"
import type { Pass } from "~/domain/media/schema"

/**
 * Allows a private video to start or continue after the five minutes of the page's pass. They are counted from its
 * arrival: the reader's clock may be wrong.
 */
export function usePassRenewal(element: RefObject<HTMLVideoElement>, id: string, pass: Pass | undefined): void {
  useEffect(() => {
    const video = element.current
    if (!video || !pass) return
    let cameAt = Date.now()
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRenewing = false
    const timeLeft = () => cameAt + passLifetime - passMargin - Date.now()

    const renewInTime = () => {
      clearTimeout(timer)
      if (isWhole(video)) return
      if (timeLeft() <= 0) void renew()
      else if (!video.paused) timer = setTimeout(renewInTime, timeLeft())
    }

    const renew = async () => {
      if (isRenewing) return
      isRenewing = true
      const next = await fetchPass(id)
      isRenewing = false
      if (!next) return
      cameAt = Date.now()
      continueWith(video, next.query)
      renewInTime()
    }

    // Also for a range requested too late: such an error is the source's, and does not bubble.
    const onError = () => timeLeft() <= 0 && void renew()
    const stop = () => clearTimeout(timer)
    video.addEventListener("play", renewInTime)
    video.addEventListener("pause", stop)
    video.addEventListener("error", onError, true)
    return () => {
      stop()
      video.removeEventListener("play", renewInTime)
      video.removeEventListener("pause", stop)
      video.removeEventListener("error", onError, true)
    }
  }, [element, id, pass])
}

/** Whether the whole file is buffered. */
function isWhole({ buffered, duration }: HTMLVideoElement): boolean {
  return buffered.length === 1 && buffered.start(0) === 0 && buffered.end(0) >= duration
}

async function fetchPass(id: string): Promise<Pass | null> {
  try {
    const response = await fetch(`/api/media/${encodeURIComponent(id)}/ticket`, { method: "POST" })
    return response.ok ? ((await response.json()) as Pass) : null
  } catch {
    // Offline: the next error retries.
    return null
  }
}

/** Changes the address of the video's file, and continues at the same position. */
function continueWith(video: HTMLVideoElement, query: string): void {
  const { currentTime, paused } = video
  for (const part of video.querySelectorAll<HTMLSourceElement | HTMLTrackElement>("source, track")) {
    part.src = new URL(part.src).pathname + query
  }
  video.load()
  video.currentTime = currentTime
  if (!paused) void video.play().catch(() => {})
}
