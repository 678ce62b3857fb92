import { type RefObject, useEffect, useState } from "react"
import type { Locale } from "~/i18n/locales"
import type { PlayerAction } from "./player-keys"
import { toggle } from "./start"

export interface PlayerElements {
  element: RefObject<HTMLVideoElement>
  /** The video with all that is shown on it. */
  stage: RefObject<HTMLElement>
  /** ISO 639-1: the languages of the captions. */
  captions: readonly string[]
  /** The reader's language: the key of captions shows these, if there are any. */
  locale: Locale
  /** Called after each action. */
  onDone: () => void
}

/** iPhones show only a video itself on the whole screen. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** The actions of a player's controls, by button or key. */
export function usePlayerActions({ element, stage, captions, locale, onDone }: PlayerElements) {
  const [isFull, setFull] = useState(false)
  const [mayBeFull, setMayBeFull] = useState(false)
  useEffect(() => {
    setMayBeFull(document.fullscreenEnabled || (element.current as PhoneVideo)?.webkitEnterFullscreen !== undefined)
    const read = () => setFull(document.fullscreenElement !== null && document.fullscreenElement === stage.current)
    // After a failure, the controls of a video on the whole screen come again.
    read()
    document.addEventListener("fullscreenchange", read)
    return () => document.removeEventListener("fullscreenchange", read)
  }, [element, stage])

  const withVideo = (change: (video: HTMLVideoElement) => void) => {
    if (!element.current) return
    change(element.current)
    onDone()
  }
  const seek = (to: number) =>
    withVideo((video) => {
      const end = Number.isFinite(video.duration) ? video.duration : to
      video.currentTime = Math.max(0, Math.min(to, end))
    })
  const setVolume = (volume: number) =>
    withVideo((video) => {
      video.volume = Math.max(0, Math.min(volume, 1))
      video.muted = video.volume === 0
    })
  const showCaptions = (language: string | null) =>
    withVideo((video) => {
      for (const track of video.textTracks) track.mode = track.language === language ? "showing" : "disabled"
    })
  const toggleFull = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else if (stage.current?.requestFullscreen) stage.current.requestFullscreen().catch(() => {})
    else (element.current as PhoneVideo | null)?.webkitEnterFullscreen?.()
  }

  function run(action: PlayerAction): void {
    if (action.kind === "toggle") withVideo(toggle)
    else if (action.kind === "full") toggleFull()
    else if (action.kind === "seek") withVideo((video) => seek(video.currentTime + action.by))
    else if (action.kind === "volume") withVideo((video) => setVolume((video.muted ? 0 : video.volume) + action.by))
    else if (action.kind === "captions")
      withVideo((video) => {
        const isShown = [...video.textTracks].some(({ mode }) => mode === "showing")
        const preferred = captions.includes(locale) ? locale : captions[0]
        showCaptions(isShown ? null : (preferred ?? null))
      })
    else
      withVideo((video) => {
        if (video.volume === 0) setVolume(1)
        else video.muted = !video.muted
      })
  }

  return { isFull, mayBeFull, run, seek, setVolume, showCaptions }
}
