import Play from "lucide-react/icons/play"
import RotateCw from "lucide-react/icons/rotate-cw"
import { lazy } from "react"
import { importRetried } from "~/browser/loading/retried-import"
import { useTranslation } from "~/i18n/use-translation"
import { Optional } from "~/ui/feedback/optional"
import { Spinner } from "~/ui/feedback/spinner"
import type { ControlBarProps } from "./control-bar"
import { RoundButton, useLostFocus } from "./round-button"
import { play, playAgain } from "./start"

const ControlBar = lazy(() =>
  importRetried(() => import("./control-bar")).then((module) => ({ default: module.ControlBar })),
)

interface PlayerControlsProps extends ControlBarProps {
  /** The video's name. */
  label: string
}

/** The one button that starts a video; then the bar over it, whose code is fetched with the first picture. */
export function PlayerControls({ label, ...bar }: PlayerControlsProps) {
  const { element, playback } = bar
  const { t } = useTranslation("player")
  if (playback.hasFailed) return <Failure onRetry={() => element.current && playAgain(element.current)} />
  if (!playback.hasStarted) {
    return (
      <RoundButton
        name={t("play_named", { name: label })}
        onClick={() => element.current && play(element.current)}
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
        <ControlBar {...bar} />
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
