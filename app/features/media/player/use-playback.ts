import { type RefObject, useEffect, useRef, useState } from "react"

export interface Playback {
  hasStarted: boolean
  isPlaying: boolean
  /** Playback goes on as soon as more of the file has arrived. */
  isWaiting: boolean
  hasFailed: boolean
  /** Seconds. */
  at: number
  /** Seconds; null before the file says it. */
  length: number | null
  isMuted: boolean
  /** 0 to 1. */
  volume: number
  /** The language of the captions that are shown; null for none. */
  captions: string | null
}

const before: Playback = {
  hasStarted: false,
  isPlaying: false,
  isWaiting: false,
  hasFailed: false,
  at: 0,
  length: null,
  isMuted: false,
  volume: 1,
  captions: null,
}

/** A private video whose pass has ended goes on within this time (ms): that is no failure. */
const renewedWithin = 1_500

const events = ["play", "pause", "ended", "timeupdate", "seeked", "durationchange", "volumechange"] as const

/**
 * Returns the state of a video's playback, as the video itself reports it. `read` reads it at once: a slider that still
 * had its former value after it was moved would be moved back.
 */
export function usePlayback(element: RefObject<HTMLVideoElement>): { playback: Playback; read: () => void } {
  const [playback, setPlayback] = useState(before)
  const read = () => {
    const video = element.current
    if (video) setPlayback((current) => ({ ...current, ...stateOf(video) }))
  }
  const latest = useRef(read)
  latest.current = read
  useEffect(() => {
    const video = element.current
    if (!video) return
    const end = new AbortController()
    const { signal } = end
    const change = (changes: Partial<Playback>) => setPlayback((current) => ({ ...current, ...changes }))
    const changed = () => latest.current()
    for (const event of events) video.addEventListener(event, changed, { signal })
    video.addEventListener("play", () => change({ hasStarted: true, hasFailed: false }), { signal })
    video.addEventListener("waiting", () => change({ isWaiting: true }), { signal })
    for (const event of ["playing", "pause", "canplay"])
      video.addEventListener(event, () => change({ isWaiting: false }), { signal })
    let reporting: ReturnType<typeof setTimeout> | undefined
    const recover = () => {
      clearTimeout(reporting)
      change({ hasFailed: false })
    }
    for (const event of ["loadstart", "canplay"]) video.addEventListener(event, recover, { signal })
    // Before a video is started, nothing is missed.
    const report = () => setPlayback((current) => ({ ...current, hasFailed: current.hasStarted, isWaiting: false }))
    const fail = (event: Event) => {
      if (event.target !== video && !(event.target instanceof HTMLSourceElement)) return
      change({ isWaiting: true })
      clearTimeout(reporting)
      reporting = setTimeout(report, renewedWithin)
    }
    // The error of a source does not bubble.
    video.addEventListener("error", fail, { signal, capture: true })
    signal.addEventListener("abort", () => clearTimeout(reporting))
    video.textTracks.addEventListener("change", changed, { signal })
    // Playback may have been started by the browser's own controls, before this page's script ran.
    change({ ...stateOf(video), hasStarted: !video.paused || video.currentTime > 0 })
    return () => end.abort()
  }, [element])
  return { playback, read }
}

function stateOf(video: HTMLVideoElement): Partial<Playback> {
  const shown = [...video.textTracks].find(({ mode }) => mode === "showing")
  return {
    isPlaying: !video.paused && !video.ended,
    at: video.currentTime,
    length: Number.isFinite(video.duration) ? video.duration : null,
    isMuted: video.muted || video.volume === 0,
    volume: video.volume,
    captions: shown?.language ?? null,
  }
}
