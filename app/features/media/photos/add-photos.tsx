import ImagePlus from "lucide-react/icons/image-plus"
import { useEffect, useRef, useState } from "react"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useConnectionStatus } from "~/features/shell/live/use-is-online"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { Banner } from "~/ui/feedback/banner"
import { FileField } from "~/ui/form/file-field"
import { ChoiceGroup, Radio } from "~/ui/form/radio"
import { PendingTile } from "./pending-tile"
import type { PhotoUploads } from "./use-photo-uploads"

const formId = "add-photos"
const accepted = "image/jpeg,image/png,image/webp,image/heic,image/heif,.heic,.heif"

export interface AddPhotosProps {
  uploads: PhotoUploads
  /** Of an upload without script, which is so the same photo if it is sent twice. */
  clientId: string
  /** Of the profile's photos, and how many it may have. */
  count: number
  max: number
  result: FormResult | undefined
}

/**
 * The form for more photos: with script several at once, by choice or dropped on the page, which can be cropped before
 * they are sent; without it one at a time.
 */
export function AddPhotos({ uploads, clientId, count, max, result }: AddPhotosProps) {
  const { t } = useTranslation("photos")
  const { field } = useFormResult(result)
  const { pending, add } = uploads
  const isFull = count >= max
  const isOver = useDroppedFiles(isFull ? null : add)
  const ready = pending.filter(({ state }) => state === "chosen").length
  if (isFull && pending.length === 0) return <Banner tone="info" fact={t("add.full", { max })} className="mt-8" />
  return (
    <section
      aria-labelledby="add"
      className={classNames(
        "mt-8 rounded-panel border border-dashed p-5 transition-colors sm:p-6",
        isOver ? "border-ink bg-sunk" : "border-line2",
      )}
    >
      <Form
        id={formId}
        method="post"
        encType="multipart/form-data"
        noValidate
        onSubmit={(event) => {
          if (pending.length === 0) return
          event.preventDefault()
          const isPrivate = new FormData(event.currentTarget).get("visibility") === "private"
          uploads.start(isPrivate ? "private" : "public")
        }}
      >
        <input type="hidden" name="intent" value="add" />
        <input type="hidden" name="client_id" value={clientId} />
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1">
          <h2 id="add" className="flex items-center gap-3 text-ui font-semibold">
            <ImagePlus aria-hidden className="size-5" />
            {isOver ? t("add.drop") : t("add.title")}
          </h2>
          <p className="text-meta text-mute">{t("count", { count, max })}</p>
        </div>
        <FileField
          name="photo"
          label={t("add.choose")}
          isLabelHidden
          prompt={t("add.prompt")}
          hint={t("add.hint")}
          error={field("photo").error}
          accept={accepted}
          multiple
          isSingleUnscripted
          onFiles={add}
          isForPaste
          isDropElsewhere
          className="mt-3"
        />
        <div className="mt-5">
          <ChoiceGroup legend={t("add.visibility")} className="flex flex-wrap gap-x-8 gap-y-3">
            <Radio name="visibility" value="public" label={t("add.public")} defaultChecked />
            <Radio name="visibility" value="private" label={t("add.private")} />
          </ChoiceGroup>
        </div>
        <noscript>
          <div className="mt-5">
            <Button type="submit">{t("add.submit")}</Button>
          </div>
        </noscript>
      </Form>
      <FormNotice result={result} />
      <Tray uploads={uploads} />
      {ready > 0 && (
        <Button type="submit" form={formId} variant="primary" className="mt-5">
          {t("tray.send", { count: ready })}
        </Button>
      )}
    </section>
  )
}

/** Chosen photos that have not arrived, each with its state. */
function Tray({ uploads }: { uploads: PhotoUploads }) {
  const { t } = useTranslation("photos")
  const connectionStatus = useConnectionStatus()
  const { pending } = uploads
  const left = pending.filter(({ state }) => state === "waiting" || state === "sending" || state === "paused").length
  if (pending.length === 0) return null
  const isPaused = pending.some(({ state }) => state === "paused") || (left > 0 && connectionStatus !== null)
  return (
    <>
      <p role="status" className="mt-5 text-ui text-ink2">
        {isPaused ? t("tray.offline") : left > 0 ? t("tray.sending", { count: left }) : t("tray.title")}
      </p>
      <ul aria-label={t("tray.list")} className="mt-3 grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4">
        {pending.map((one) => (
          <PendingTile key={one.id} pending={one} uploads={uploads} />
        ))}
      </ul>
    </>
  )
}

/** Takes files that are dropped anywhere on the page; returns whether some are held over it. */
function useDroppedFiles(onFiles: ((files: File[]) => void) | null): boolean {
  const [isOver, setOver] = useState(false)
  const latest = useRef(onFiles)
  latest.current = onFiles
  useEffect(() => {
    const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      // Otherwise the browser opens what is dropped, and leaves the page.
      event.preventDefault()
      setOver(latest.current !== null)
    }
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false)
    }
    const drop = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      setOver(false)
      const files = [...(event.dataTransfer?.files ?? [])]
      if (files.length > 0) latest.current?.(files)
    }
    const end = new AbortController()
    window.addEventListener("dragover", over, end)
    window.addEventListener("dragleave", leave, end)
    window.addEventListener("drop", drop, end)
    return () => end.abort()
  }, [])
  return isOver
}
