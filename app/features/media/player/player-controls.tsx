import Play from "lucide-react/icons/play"
import RotateCw from "lucide-react/icons/rotate-cw"
import { lazy } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { useTranslation } from "~/i18n/use-translation"
import { Optional } from "~/ui/feedback/optional"
import { Spinner } from "~/ui/feedback/spinner"
import type { PlayerAction } from "./player-keys"
import { RoundButton, useLostFocus } from "./round-button"
import type { Playback } from "./use-playback"

const ControlBar = lazy(() =>
  importRetried(() => import("./control-bar")).then((module) => ({ default: module.ControlBar })),
)

export interface PlayerControlsProps {
  /** The video's name. */
  label: string
  playback: Playback
  /** Seconds; null before it is known. */
  length: number | null
  /** ISO 639-1: the languages of its captions. */
  languages: readonly string[]
  isFull: boolean
  mayBeFull: boolean
  isIdle: boolean
  run: (action: PlayerAction) => void
  /** Continues at a second of the video. */
  seek: (to: number) => void
  setVolume: (volume: number) => void
  showCaptions: (language: string | null) => void
  retry: () => void
}

/** The one button that starts a video; then the bar over it, whose code is fetched with the first picture. */
export function PlayerControls(props: PlayerControlsProps) {
  const { label, playback, run, retry } = props
  const { t } = useTranslation("player")
  if (playback.hasFailed) return <Failure onRetry={retry} />
  if (!playback.hasStarted) {
    return (
      <RoundButton
        name={t("play_named", { name: label })}
        onClick={() => run({ kind: "toggle" })}
        className="absolute top-1/2 left-1/2 size-16 -translate-1/2 bg-night/70"
      >
        <Play aria-hidden className="size-7 translate-x-0.5 fill-current" />
      </RoundButton>
    )
  }
  return (
    <>
      {playback.isWaiting && (
        <Spinner label={t("waiting")} className="pointer-events-none absolute inset-0 text-white" />
      )}
      <Optional>
        <ControlBar {...props} />
      </Optional>
    </>
  )
}

function Failure({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation("player")
  return (
    <div className="absolute inset-0 flex flex-col items-center justify-center gap-4 bg-night/80 p-4 text-center text-ui text-white">
      <p role="alert">{t("failed")}</p>
      <RoundButton ref={useLostFocus()} name={t("retry")} onClick={onRetry} className="size-12 bg-white/15">
        <RotateCw aria-hidden className="size-5" />
      </RoundButton>
    </div>
  )
}
