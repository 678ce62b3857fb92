import Captions from "lucide-react/icons/captions"
import Maximize from "lucide-react/icons/maximize"
import Minimize from "lucide-react/icons/minimize"
import Pause from "lucide-react/icons/pause"
import Play from "lucide-react/icons/play"
import Volume2 from "lucide-react/icons/volume-2"
import VolumeX from "lucide-react/icons/volume-x"
import { forwardRef } from "react"
import { formatClock, formatLanguage, sentenceCase } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { Tooltip } from "~/ui/overlay/tooltip"
import { RoundButton, type RoundButtonProps, useLostFocus } from "./round-button"
import type { Playback } from "./use-playback"
import { type PlayerElements, usePlayerActions } from "./use-player-actions"
import { usePlayerKeys } from "./use-player-keys"
import { useRaisedCaptions } from "./use-raised-captions"

export interface ControlBarProps extends Omit<PlayerElements, "locale"> {
  playback: Playback
  /** Seconds; null before it is known. */
  length: number | null
  isIdle: boolean
}

/** The controls of a video that was started, over the lower edge of its picture, and its keys. */
export function ControlBar({ playback, length, isIdle, ...elements }: ControlBarProps) {
  const { t } = useTranslation("player")
  const locale = useLocale()
  const { isFull, mayBeFull, run, seek, setVolume, showCaptions } = usePlayerActions({ ...elements, locale })
  usePlayerKeys(elements.stage, run)
  useRaisedCaptions(elements.element)
  const { isPlaying, isMuted, at, captions: shown } = playback
  const first = useLostFocus()
  const now = formatClock(Math.floor(at))
  const whole = formatClock(Math.floor(length ?? 0))
  return (
    <div
      className={classNames(
        "absolute inset-x-0 bottom-0 flex items-center gap-1 bg-[linear-gradient(to_top,rgb(12_10_9/0.9),transparent)] px-2 pt-8 pb-1 text-meta text-white transition-opacity forced-colors:bg-[Canvas] forced-colors:pt-1",
        // A tap on controls that are out of the way reaches the picture, and brings them back.
        isIdle && "pointer-events-none opacity-0 has-focus-visible:opacity-100",
      )}
    >
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
      {elements.captions.length > 0 && (
        <CaptionsMenu languages={elements.captions} shown={shown} onChoose={showCaptions} />
      )}
      {mayBeFull && (
        <BarButton name={t(isFull ? "small" : "full")} onClick={() => run({ kind: "full" })}>
          {isFull ? <Minimize aria-hidden /> : <Maximize aria-hidden />}
        </BarButton>
      )}
    </div>
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

const BarButton = forwardRef<HTMLButtonElement, RoundButtonProps>(function BarButton(props, ref) {
  return (
    <Tooltip text={props.name} isName>
      <RoundButton {...props} ref={ref} />
    </Tooltip>
  )
})
