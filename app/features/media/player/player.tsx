import { type RefObject, useRef } from "react"
import { useIsScripted } from "~/browser/use-is-scripted"
import { captionsName, variantWidths, videoFileName } from "~/domain/media/pictures/variants"
import type { Pass, Video } from "~/domain/media/schema"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { classNames } from "~/lib/class-names"
import { PlayerControls } from "./player-controls"
import { toggle } from "./start"
import { useIsIdle } from "./use-is-idle"
import { usePassRenewal } from "./use-pass-renewal"
import { usePlayback } from "./use-playback"

/** The largest width at which a poster is drawn. */
const posterPixels = 1_280

export type PlayerProps = Pick<Video, "id" | "type" | "captions"> & {
  /** The video's size and length in seconds; null before they are known. */
  width: number | null
  height: number | null
  duration: number | null
  pass?: Pass
  label: string
  /** Fills its frame, instead of showing the whole picture. */
  isCropped?: boolean
  /** Fetches the first picture before it is started. */
  isFetched?: boolean
  element?: RefObject<HTMLVideoElement>
}

/** A video with the site's own controls; the browser's before its script runs, and without it. */
export function Player(props: PlayerProps) {
  const { id, type, captions, width, height, duration, pass, label, isCropped, isFetched } = props
  const locale = useLocale()
  const own = useRef<HTMLVideoElement>(null)
  const element = props.element ?? own
  const stage = useRef<HTMLDivElement>(null)
  usePassRenewal(element, id, pass)
  const { playback, read } = usePlayback(element)
  const { isIdle, wake } = useIsIdle(playback.isPlaying)
  const isScripted = useIsScripted()
  const poster = width === null ? null : (variantWidths(width).findLast((one) => one <= posterPixels) ?? width)
  const address = (variant: string) => `/media/${encodeURIComponent(id)}/${variant}${pass?.query ?? ""}`

  /** A finger on the picture brings the controls back first. */
  function press() {
    if (isIdle && matchMedia("(pointer: coarse)").matches) wake()
    else if (element.current) toggle(element.current)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields
    <div
      ref={stage}
      role="group"
      aria-label={label}
      onKeyDown={wake}
      onPointerMove={wake}
      onFocus={wake}
      className={classNames("relative overflow-hidden rounded-card bg-night", isIdle && "cursor-none")}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a track for each language of the captions */}
      <video
        ref={element}
        controls={!isScripted}
        playsInline
        preload={isFetched ? "metadata" : "none"}
        width={width ?? undefined}
        height={height ?? undefined}
        poster={poster === null ? undefined : address(`${poster}.webp`)}
        aria-label={isScripted ? undefined : label}
        onClick={isScripted ? press : undefined}
        className={classNames(
          "block aspect-video h-auto w-full in-[:fullscreen]:h-full in-[:fullscreen]:object-contain",
          isCropped ? "object-cover" : "object-contain",
        )}
      >
        <source src={address(videoFileName(type))} type={`video/${type}`} />
        {captions.map((code) => (
          <track
            key={code}
            kind="captions"
            srcLang={code}
            label={formatLanguage(code, locale)}
            src={address(captionsName(code))}
          />
        ))}
      </video>
      {isScripted && (
        <PlayerControls
          label={label}
          element={element}
          stage={stage}
          captions={captions}
          playback={playback}
          length={playback.length ?? duration}
          isIdle={isIdle}
          onDone={read}
        />
      )}
    </div>
  )
}
