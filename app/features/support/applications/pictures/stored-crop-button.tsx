import CropIcon from "lucide-react/icons/crop"
import { useState } from "react"
import { showProblem } from "~/browser/call-api"
import { type Crop, type DrawnPicture, readPicture } from "~/browser/draw-picture"
import { useIsScripted } from "~/browser/use-is-scripted"
import { pictureUpload } from "~/domain/support/applications/choices"
import { CropDialog } from "~/features/media/crop/crop-dialog"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"

export interface StoredCropButtonProps {
  /** The address of the stored picture. */
  path: string
  /** Its place among the pictures, from 1. */
  number: number
  onCrop: (file: File) => void
}

/** Crops a stored picture. Renders nothing without script. */
export function StoredCropButton({ path, number, onCrop }: StoredCropButtonProps) {
  const { t } = useTranslation("casting")
  const isScripted = useIsScripted()
  const [isBusy, setBusy] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const [whole, setWhole] = useState<DrawnPicture | null>(null)

  async function open(): Promise<void> {
    setBusy(true)
    try {
      const picture = whole ?? (await fetchPicture(path))
      setWhole(picture)
      setOpen(picture !== null)
      if (!picture) showProblem({ sentence: t("pictures.load_failed") })
    } finally {
      setBusy(false)
    }
  }

  async function apply(picture: DrawnPicture, part: Crop | null): Promise<void> {
    setOpen(false)
    const drawn = part && (await readPicture(picture.blob, pictureUpload.keptSide, part))
    if (drawn) onCrop(new File([drawn.blob], t("pictures.alt", { number }), { type: drawn.blob.type }))
  }

  if (!isScripted) return null
  return (
    <>
      <IconButton
        look="photo"
        label={t("pictures.crop", { number })}
        isBusy={isBusy}
        onClick={open}
        className="absolute! right-2 bottom-2"
      >
        <CropIcon />
      </IconButton>
      {whole && (
        <CropDialog
          open={isOpen}
          picture={whole}
          crop={null}
          onClose={() => setOpen(false)}
          onCrop={(part) => apply(whole, part)}
        />
      )}
    </>
  )
}

/** Returns a stored picture; null if it does not arrive. */
async function fetchPicture(path: string): Promise<DrawnPicture | null> {
  try {
    const response = await fetch(path)
    return response.ok ? await readPicture(await response.blob(), pictureUpload.keptSide) : null
  } catch {
    return null
  }
}
