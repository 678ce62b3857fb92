import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react"
import type { Crop, DrawnPicture } from "~/browser/draw-picture"
import { formatPercent } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { Dialog } from "~/ui/overlay/dialog"
import { largestCrop, movedCrop, type Ratio, ratios, resizedCrop } from "./crop"

export interface CropDialogProps {
  open: boolean
  picture: DrawnPicture
  crop: Crop | null
  /** The only shape; without it, one may be chosen. */
  fixedRatio?: Ratio
  onClose: () => void
  /** Null for the whole picture. */
  onCrop: (crop: Crop | null) => void
}

/** Chooses the part of a picture that is shown. */
export function CropDialog({ open, picture, crop, fixedRatio, onClose, onCrop }: CropDialogProps) {
  const { t } = useTranslation("crop")
  const [chosen, setChosen] = useState<Crop>(crop ?? largestCrop(fixedRatio ?? "free", picture))
  const [ratio, setRatio] = useState<Ratio>(fixedRatio ?? "free")
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="large"
      title={t("title")}
      description={t("text")}
      closeLabel={t("close")}
      buttons={
        <>
          <Button onClick={() => onCrop(null)}>{t("whole")}</Button>
          <Button variant="primary" onClick={() => onCrop(chosen)}>
            {t("apply")}
          </Button>
        </>
      }
    >
      {!fixedRatio && (
        <ChoiceGroup legend={t("ratio")} className="flex flex-wrap gap-x-6 gap-y-2">
          {(Object.keys(ratios) as Ratio[]).map((one) => (
            <Radio
              key={one}
              name="ratio"
              label={t(`ratios.${one}`)}
              checked={one === ratio}
              onChange={() => {
                setRatio(one)
                setChosen(largestCrop(one, picture))
              }}
            />
          ))}
        </ChoiceGroup>
      )}
      <CropFrame picture={picture} crop={chosen} ratio={ratio} onChange={setChosen} />
    </Dialog>
  )
}

interface CropFrameProps {
  picture: DrawnPicture
  crop: Crop
  ratio: Ratio
  onChange: (crop: Crop) => void
}

/** A step of the keyboard, in fractions of the picture. */
const step = 0.02

/**
 * The picture with the frame on it. Drawn in SVG, whose attributes give places: the policy of the site forbids style
 * attributes.
 */
function CropFrame({ picture, crop, ratio, onChange }: CropFrameProps) {
  const { t } = useTranslation("crop")
  const locale = useLocale()
  const svg = useRef<SVGSVGElement>(null)
  const address = useAddress(picture.blob)
  const { width, height } = picture
  const place = { x: crop.x * width, y: crop.y * height, width: crop.w * width, height: crop.h * height }
  const handle = Math.max(width, height) * 0.055
  const [right, bottom] = [place.x + place.width, place.y + place.height]

  /** Follows the pointer from where it was pressed. */
  function follow(event: PointerEvent<SVGElement>, changed: (dx: number, dy: number) => Crop) {
    const box = svg.current?.getBoundingClientRect()
    if (!box) return
    event.preventDefault()
    event.stopPropagation()
    const target = event.currentTarget
    target.setPointerCapture(event.pointerId)
    const { clientX, clientY } = event
    const end = new AbortController()
    const move = (next: globalThis.PointerEvent) =>
      onChange(changed((next.clientX - clientX) / box.width, (next.clientY - clientY) / box.height))
    target.addEventListener("pointermove", move as EventListener, end)
    for (const name of ["pointerup", "pointercancel"]) target.addEventListener(name, () => end.abort(), end)
  }

  function onKeyDown(event: KeyboardEvent) {
    const resized = (by: number) => resizedCrop(crop, { dx: by, dy: by, ratio, size: picture })
    const keys: Record<string, () => Crop> = {
      ArrowLeft: () => movedCrop(crop, -step, 0),
      ArrowRight: () => movedCrop(crop, step, 0),
      ArrowUp: () => movedCrop(crop, 0, -step),
      ArrowDown: () => movedCrop(crop, 0, step),
      "+": () => resized(step),
      "=": () => resized(step),
      "-": () => resized(-step),
    }
    const change = keys[event.key]
    if (!change || event.metaKey || event.ctrlKey || event.altKey) return
    event.preventDefault()
    onChange(change())
  }

  return (
    <svg
      ref={svg}
      viewBox={`0 0 ${width} ${height}`}
      className="mx-auto mt-5 block max-h-[50dvh] max-w-full touch-none overflow-visible"
    >
      <title>{t("title")}</title>
      {address && <image href={address} width={width} height={height} />}
      <path
        d={`M0 0H${width}V${height}H0Z M${place.x} ${place.y}V${bottom}H${right}V${place.y}Z`}
        className="pointer-events-none fill-night/60"
        fillRule="evenodd"
      />
      <rect
        {...place}
        role="slider"
        tabIndex={0}
        aria-label={t("frame")}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(crop.w * 100)}
        aria-valuetext={t("value", {
          width: formatPercent(crop.w, locale),
          height: formatPercent(crop.h, locale),
        })}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => follow(event, (dx, dy) => movedCrop(crop, dx, dy))}
        className="cursor-move fill-transparent stroke-white stroke-2 focus-visible:stroke-4"
        vectorEffect="non-scaling-stroke"
      />
      <circle
        cx={right}
        cy={bottom}
        r={handle}
        onPointerDown={(event) => follow(event, (dx, dy) => resizedCrop(crop, { dx, dy, ratio, size: picture }))}
        className="cursor-nwse-resize fill-white stroke-night"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}

function useAddress(blob: Blob): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    const own = URL.createObjectURL(blob)
    setAddress(own)
    return () => URL.revokeObjectURL(own)
  }, [blob])
  return address
}
