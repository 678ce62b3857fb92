import CropIcon from "lucide-react/icons/crop"
import { type RefObject, useEffect, useRef, useState } from "react"
import { type Crop, type DrawnPicture, readPicture } from "~/browser/draw-picture"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { giveFiles } from "~/ui/form/file-field"
import type { Ratio } from "./crop"
import { CropDialog } from "./crop-dialog"

export interface CropButtonProps {
  /** The field whose picture is cropped. */
  field: RefObject<HTMLInputElement>
  /** The field's file. */
  file: File
  fixedRatio: Ratio
  /** Of the cropped picture, in pixels. */
  maxSide: number
}

/** Crops the picture in a file field. Renders nothing for a file that this browser cannot read. */
export function CropButton({ field, file, fixedRatio, maxSide }: CropButtonProps) {
  const { t } = useTranslation("crop")
  const [isOpen, setOpen] = useState(false)
  const [picture, setPicture] = useState<DrawnPicture | null>(null)
  const [crop, setCrop] = useState<Crop | null>(null)
  const original = useRef<File | null>(null)
  const cropped = useRef<File | null>(null)
  const current = useRef(file)
  current.current = file
  useEffect(() => {
    // A crop of the picture that is known, or all of it again.
    if (file === cropped.current || file === original.current) return
    original.current = null
    setPicture(null)
    setCrop(null)
    let isOver = false
    void readPicture(file, maxSide).then((read) => {
      if (isOver) return
      original.current = file
      setPicture(read)
    })
    return () => {
      isOver = true
    }
  }, [file, maxSide])

  async function apply(next: Crop | null): Promise<void> {
    setOpen(false)
    setCrop(next)
    const source = original.current
    if (!source) return
    const drawn = next && (await readPicture(source, maxSide, next))
    // Another picture may have been chosen meanwhile.
    if (!field.current || current.current !== file) return
    cropped.current = drawn && new File([drawn.blob], source.name, { type: drawn.blob.type })
    giveFiles(field.current, [cropped.current ?? source])
  }

  if (!picture) return null
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)} className="mt-3">
        <CropIcon aria-hidden className="size-4" />
        {t("open")}
      </Button>
      <CropDialog
        open={isOpen}
        picture={picture}
        crop={crop}
        fixedRatio={fixedRatio}
        onClose={() => setOpen(false)}
        onCrop={apply}
      />
    </>
  )
}
