import CropIcon from "lucide-react/icons/crop"
import { type RefObject, useEffect, useRef, useState } from "react"
import { type Crop, type DrawnPicture, readPicture, wholePicture } from "~/browser/draw-picture"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { giveFiles } from "~/ui/form/file-field"
import type { Ratio } from "./crop"
import { CropDialog } from "./crop-dialog"

export interface CropOfferProps {
  /** The field whose picture is cropped. */
  field: RefObject<HTMLInputElement>
  /** The field's file. */
  file: File
  /** The only shape of a crop. */
  ratio: Ratio
  /** The longest side that is kept, in pixels. */
  longest: number
}

/** The button that crops the picture in a file field; nothing for a file that this browser cannot read. */
export function CropOffer({ field, file, ratio, longest }: CropOfferProps) {
  const { t } = useTranslation("crop")
  const [isOpen, setOpen] = useState(false)
  const [whole, setWhole] = useState<DrawnPicture | null>(null)
  const [crop, setCrop] = useState<Crop | null>(null)
  const cropped = useRef<File | null>(null)
  const latest = useRef(file)
  latest.current = file
  useEffect(() => {
    // A part that was chosen here is the same picture.
    if (file === cropped.current) return
    setWhole(null)
    setCrop(null)
    let isOver = false
    void readPicture(file, longest).then((picture) => {
      if (!isOver) setWhole(picture)
    })
    return () => {
      isOver = true
    }
  }, [file, longest])

  async function apply(picture: DrawnPicture, part: Crop | null): Promise<void> {
    setOpen(false)
    setCrop(part)
    const drawn = await readPicture(picture.blob, longest, part ?? wholePicture)
    // Another picture may have been chosen meanwhile.
    if (!drawn || !field.current || latest.current !== file) return
    cropped.current = new File([drawn.blob], file.name, { type: drawn.blob.type })
    giveFiles(field.current, [cropped.current])
  }

  if (!whole) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} className="mt-3">
        <CropIcon aria-hidden className="size-4" />
        {t("offer")}
      </Button>
      <CropDialog
        open={isOpen}
        picture={whole}
        crop={crop}
        ratio={ratio}
        onClose={() => setOpen(false)}
        onCrop={(part) => apply(whole, part)}
      />
    </>
  )
}
