import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import CropIcon from "lucide-react/icons/crop"
import X from "lucide-react/icons/x"
import { useEffect, useState } from "react"
import { type Crop, wholePicture } from "~/browser/draw-picture"
import { formatPercent } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Button, IconButton } from "~/ui/button"
import { Progress } from "~/ui/feedback/progress"
import { Spinner } from "~/ui/feedback/spinner"
import { CropDialog } from "../crop/crop-dialog"
import { drawPreview } from "./read-photo"
import type { PendingPhoto } from "./upload-queue"
import type { PhotoUploads } from "./use-photo-uploads"

/** A photo that is chosen and has not arrived: its state, and what its owner can do about it. */
export function PendingTile({ pending, uploads }: { pending: PendingPhoto; uploads: PhotoUploads }) {
  const { t } = useTranslation("photos")
  const [isCropping, setCropping] = useState(false)
  const { id, name, state, photo, crop } = pending
  const preview = usePreview(photo?.blob ?? null, crop)
  const isPending = state === "waiting" || state === "sending" || state === "paused"
  return (
    <li className="min-w-0" aria-busy={state === "checking" || state === "sending"}>
      <div
        className={classNames(
          "relative flex aspect-[4/5] items-center justify-center overflow-hidden rounded-card bg-sunk",
          (state === "refused" || state === "failed") && "ring-2 ring-bad",
        )}
      >
        {preview ? (
          <img src={preview} alt="" className={classNames("size-full object-contain", isPending && "opacity-60")} />
        ) : state === "checking" ? (
          <Spinner />
        ) : (
          <CircleAlert aria-hidden className="size-6 text-bad" />
        )}
        <IconButton
          look="photo"
          label={t(isPending ? "tray.cancel" : "tray.remove", { name })}
          onClick={() => uploads.cancel(id)}
          className="absolute! top-2 right-2"
        >
          <X />
        </IconButton>
        {state === "chosen" && (
          <IconButton
            look="photo"
            label={t("tray.crop", { name })}
            onClick={() => setCropping(true)}
            className="absolute! right-2 bottom-2"
          >
            <CropIcon />
          </IconButton>
        )}
      </div>
      <p className="mt-2 truncate text-meta font-medium">{name}</p>
      <StateOf pending={pending} onRetry={() => uploads.retry(id)} />
      {photo && (
        <CropDialog
          open={isCropping}
          picture={photo}
          crop={crop}
          onClose={() => setCropping(false)}
          onCrop={(next) => {
            uploads.crop(id, next)
            setCropping(false)
          }}
        />
      )}
    </li>
  )
}

function StateOf({ pending, onRetry }: { pending: PendingPhoto; onRetry: () => void }) {
  const { t } = useTranslation("photos")
  const locale = useLocale()
  const { name, state, sentence, progress, photo } = pending
  if (state === "sending") {
    const percent = formatPercent(progress, locale)
    return (
      <Progress
        label={t("tray.progress", { name, percent })}
        value={progress}
        valueText={percent}
        isLabelHidden
        className="mt-1"
      />
    )
  }
  if (state !== "refused" && state !== "failed")
    return <p className="text-meta text-mute">{t(`tray.states.${state}`)}</p>
  return (
    <>
      <p role="alert" className="text-meta text-bad">
        {sentence ?? t("tray.states.failed")}
      </p>
      {photo && (
        <Button size="small" onClick={onRetry} className="mt-2">
          {t("tray.retry")}
        </Button>
      )}
    </>
  )
}

/** Returns the address of a small picture of what will be shown; null while there is none. */
function usePreview(blob: Blob | null, crop: Crop | null): string | null {
  const [preview, setPreview] = useState<string | null>(null)
  useEffect(() => {
    if (!blob) return
    let address: string | null = null
    let isOver = false
    drawPreview(blob, crop ?? wholePicture).then((small) => {
      if (isOver) return
      address = URL.createObjectURL(small)
      setPreview(address)
    })
    return () => {
      isOver = true
      if (address) URL.revokeObjectURL(address)
      setPreview(null)
    }
  }, [blob, crop])
  return preview
}
