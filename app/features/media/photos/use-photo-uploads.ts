import { useEffect, useMemo, useRef, useState } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { useLeaveGuard } from "~/remix/use-leave-guard"
import { type PhotoProblem, readPhoto } from "./read-photo"
import { sendPhoto } from "./send-photo"
import { createUploadQueue, type PendingPhoto, type UploadQueue } from "./upload-queue"

export interface PhotoUploads extends Pick<UploadQueue, "crop" | "start" | "retry" | "cancel"> {
  pending: PendingPhoto[]
  add: (files: readonly File[]) => void
}

const idsOf = () => crypto.randomUUID()

/**
 * The photos that are chosen, until each has arrived: then `onArrived` is called with its name. What the network
 * interrupts goes on by itself. They are in this page alone: leaving it asks first.
 */
export function usePhotoUploads(onArrived: (name: string) => void): PhotoUploads {
  const { t } = useTranslation(["photos", "errors"])
  const [pending, setPending] = useState<PendingPhoto[]>([])
  const sentenceOf = (problem: PhotoProblem | "heic") =>
    problem === "heic" ? t("tray.heic") : t(`errors:fields.${problem}`)
  const latest = useRef({ sentenceOf, onArrived })
  latest.current = { sentenceOf, onArrived }
  const [queue, setQueue] = useState<UploadQueue | null>(null)

  useEffect(() => {
    const own = createUploadQueue({
      read: async (file) => {
        const read = await readPhoto(file)
        return typeof read === "string" ? latest.current.sentenceOf(read) : read
      },
      send: sendPhoto,
      isOnline: () => navigator.onLine,
      onChange: setPending,
      onArrived: (name) => latest.current.onArrived(name),
      wait: (run, ms) => {
        const timer = setTimeout(run, ms)
        return () => clearTimeout(timer)
      },
      newId: idsOf,
    })
    setQueue(own)
    window.addEventListener("online", own.resume)
    return () => {
      window.removeEventListener("online", own.resume)
      own.close()
      setPending([])
    }
  }, [])

  const isUnsent = pending.some(({ state }) => state !== "refused")
  useLeaveGuard(isUnsent, t("tray.leave"))

  return useMemo(
    () => ({
      pending,
      add: (files) => void queue?.add(files),
      crop: (id, crop) => queue?.crop(id, crop),
      start: (visibility) => queue?.start(visibility),
      retry: (id) => queue?.retry(id),
      cancel: (id) => queue?.cancel(id),
    }),
    [pending, queue],
  )
}
