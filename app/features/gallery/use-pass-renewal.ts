import { type RefObject, useEffect } from "react"
import { passLifetime, passMargin } from "~/domain/media/policy"
import type { Pass } from "~/domain/media/schema"

/**
 * Keeps a private video playing, or lets it be started, after the five minutes of the pass that the page came with. They are counted from
 * when it came: the reader's clock may be wrong.
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

    // Of a part that was asked for too late, too: such an error is the source's, and does not bubble.
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

/** All of it is here already. */
function isWhole({ buffered, duration }: HTMLVideoElement): boolean {
  return buffered.length === 1 && buffered.start(0) === 0 && buffered.end(0) >= duration
}

async function fetchPass(id: string): Promise<Pass | null> {
  try {
    const response = await fetch(`/api/media/${encodeURIComponent(id)}/ticket`, { method: "POST" })
    return response.ok ? ((await response.json()) as Pass) : null
  } catch {
    // Offline: the next error asks again.
    return null
  }
}

/** Gives the video the same file by another address, and goes on where it was. */
function continueWith(video: HTMLVideoElement, query: string): void {
  const { currentTime, paused } = video
  for (const part of video.querySelectorAll<HTMLSourceElement | HTMLTrackElement>("source, track")) {
    part.src = new URL(part.src).pathname + query
  }
  video.load()
  video.currentTime = currentTime
  if (!paused) void video.play().catch(() => {})
}
