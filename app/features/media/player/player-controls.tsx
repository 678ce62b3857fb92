import Captions from "lucide-react/icons/captions"
import Maximize from "lucide-react/icons/maximize"
import Minimize from "lucide-react/icons/minimize"
import Pause from "lucide-react/icons/pause"
import Play from "lucide-react/icons/play"
import RotateCw from "lucide-react/icons/rotate-cw"
import Volume2 from "lucide-react/icons/volume-2"
import VolumeX from "lucide-react/icons/volume-x"
import { type ComponentPropsWithoutRef, forwardRef, type ReactNode, useLayoutEffect, useRef } from "react"
import { formatClock, formatLanguage, sentenceCase } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Spinner } from "~/ui/feedback/spinner"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { Tooltip } from "~/ui/overlay/tooltip"
import type { PlayerAction } from "./player-keys"
import type { Playback } from "./use-playback"

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

/** The bar over a video; before it is started, the one button that starts it. */
export function PlayerControls(props: PlayerControlsProps) {
  const { label, playback, run, retry, isIdle } = props
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
      <div
        className={classNames(
          "absolute inset-x-0 bottom-0 flex items-center gap-1 bg-linear-to-t from-night/90 to-transparent px-2 pt-8 pb-1 text-meta text-white transition-opacity forced-colors:bg-[Canvas] forced-colors:pt-1",
          // A tap on controls that are out of the way reaches the picture, and brings them back.
          isIdle && "pointer-events-none opacity-0 has-focus-visible:opacity-100",
        )}
      >
        <ControlBar {...props} />
      </div>
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

/** Returns the ref of the button that has the focus next, if the control that had it is gone. */
function useLostFocus() {
  const next = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    if (document.activeElement === document.body) next.current?.focus({ preventScroll: true })
  }, [])
  return next
}

function ControlBar({ playback, length, languages, isFull, mayBeFull, ...props }: PlayerControlsProps) {
  const { t } = useTranslation("player")
  const { run, seek, setVolume, showCaptions } = props
  const { isPlaying, isMuted, at, captions } = playback
  const first = useLostFocus()
  const now = formatClock(Math.floor(at))
  const whole = formatClock(Math.floor(length ?? 0))
  return (
    <>
      <BarButton ref={first} name={t(isPlaying ? "pause" : "play")} onClick={() => run({ kind: "toggle" })}>
        {isPlaying ? <Pause aria-hidden className="fill-current" /> : <Play aria-hidden className="fill-current" />}
      </BarButton>
      <input
        type="range"
        min={0}
        max={length ?? 0}
        step={0.1}
        value={Math.min(at, length ?? 0)}
        onChange={(event) => seek(event.currentTarget.valueAsNumber)}
        aria-label={t("position")}
        aria-valuetext={t("position_of", { at: now, length: whole })}
        className="h-11 min-w-0 grow cursor-pointer accent-white"
      />
      <span aria-hidden className="px-2 whitespace-nowrap tabular-nums">
        {now}
        <span className="max-sm:hidden"> / {whole}</span>
      </span>
      <BarButton name={t(isMuted ? "unmute" : "mute")} onClick={() => run({ kind: "mute" })}>
        {isMuted ? <VolumeX aria-hidden /> : <Volume2 aria-hidden />}
      </BarButton>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={isMuted ? 0 : Math.round(playback.volume * 100)}
        onChange={(event) => setVolume(event.currentTarget.valueAsNumber / 100)}
        aria-label={t("volume")}
        className="h-11 w-16 cursor-pointer accent-white max-md:hidden pointer-coarse:hidden"
      />
      {languages.length > 0 && <CaptionsMenu languages={languages} shown={captions} onChoose={showCaptions} />}
      {mayBeFull && (
        <BarButton name={t(isFull ? "small" : "full")} onClick={() => run({ kind: "full" })}>
          {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </BarButton>
      )}
    </>
  )
}

interface CaptionsMenuProps {
  languages: readonly string[]
  shown: string | null
  onChoose: (language: string | null) => void
}

function CaptionsMenu({ languages, shown, onChoose }: CaptionsMenuProps) {
  const { t } = useTranslation("player")
  const locale = useLocale()
  return (
    <Menu
      label={t("captions")}
      align="end"
      trigger={(attributes) => (
        <RoundButton {...attributes} name={t("captions")} className={shown ? "bg-white/25" : undefined}>
          <Captions aria-hidden />
        </RoundButton>
      )}
    >
      <MenuItem isChecked={shown === null} onSelect={() => onChoose(null)}>
        {t("no_captions")}
      </MenuItem>
      {languages.map((code) => (
        <MenuItem key={code} isChecked={shown === code} onSelect={() => onChoose(code)}>
          {sentenceCase(formatLanguage(code, locale), locale)}
        </MenuItem>
      ))}
    </Menu>
  )
}

interface RoundButtonProps extends ComponentPropsWithoutRef<"button"> {
  name: string
  children: ReactNode
}

const BarButton = forwardRef<HTMLButtonElement, RoundButtonProps>(function BarButton(props, ref) {
  return (
    <Tooltip text={props.name} isName>
      <RoundButton {...props} ref={ref} />
    </Tooltip>
  )
})

const RoundButton = forwardRef<HTMLButtonElement, RoundButtonProps>(function RoundButton(
  { name, className, children, ...rest },
  ref,
) {
  return (
    <button
      {...rest}
      ref={ref}
      type="button"
      aria-label={name}
      className={classNames(
        "flex size-11 shrink-0 items-center justify-center rounded-full text-white outline-offset-[-2px] outline-white hover:bg-white/15 [&_.lucide]:size-5",
        className,
      )}
    >
      {children}
    </button>
  )
})
