import { useRef, useState } from "react"
import { sectionOf } from "~/domain/media/photos/order"
import { profileLimits } from "~/domain/media/photos/policy"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { ContestLink } from "~/features/decisions/contest-link"
import { useStudio } from "~/features/profiles/editing/studio/use-studio"
import { useLiveEvents } from "~/features/shell/live/live-context"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { EmptyState } from "~/ui/feedback/empty-state"
import { AddPhotos } from "./add-photos"
import { PhotoEditor } from "./photo-editor"
import { PhotoSection } from "./photo-section"
import { useOwnPhotos } from "./use-own-photos"
import { usePhotoUploads } from "./use-photo-uploads"

/** The intents of the page's forms. */
export type PhotosIntent = "add" | "earlier" | "later" | "alt" | "visibility" | "cover" | "retry" | "delete"

export interface OwnPhotosProps {
  title: string
  photos: WorkshopMediaItem[]
  /** The photo that the page is about; null for all of them. */
  chosen: string | null
  clientId: string
  /** The result of a form by intent. */
  resultOf: (intent: string) => FormResult | undefined
}

/** The owner's photos, or one of them. Uploads go on while one is edited. */
export function OwnPhotos({ title, photos: loaded, chosen, clientId, resultOf }: OwnPhotosProps) {
  const { t } = useTranslation("photos")
  const [said, setSaid] = useState("")
  const section = useRef<WorkshopMediaItem[]>([])
  const { photos, move, refresh } = useOwnPhotos(loaded, (id, isMoved) => {
    const place = section.current.findIndex((one) => one.id === id) + 1
    setSaid(isMoved ? t("tile.moved", { place, total: section.current.length }) : t("tile.unmoved"))
  })
  const uploads = usePhotoUploads((name) => {
    setSaid(t("tray.arrived", { name }))
    refresh()
  })
  const { refreshChecklist } = useStudio()
  useLiveEvents(({ type }) => {
    if (type === "media" || type === "gap") refreshChecklist()
  })
  const [shown, hidden] = [sectionOf(photos, "public"), sectionOf(photos, "private")]
  const counted = photos.filter(({ state }) => state !== "rejected").length
  const { photos: max } = profileLimits
  const photo = photos.find((one) => one.id === chosen)
  if (photo) {
    const number = sectionOf(photos, photo.visibility).indexOf(photo) + 1
    return <PhotoEditor key={photo.id} photo={photo} number={number} resultOf={resultOf} />
  }

  function moveIn(photos: WorkshopMediaItem[], id: string, place: number): void {
    section.current = photos
    const from = photos.findIndex((one) => one.id === id)
    section.current = photos.toSpliced(from, 1).toSpliced(place, 0, photos[from] as WorkshopMediaItem)
    move(id, place)
  }

  return (
    <>
      <h1 className="text-page-title">{title}</h1>
      <p className="measure mt-3 text-lead text-ink2">{t("lead")}</p>
      <p role="status" className="sr-only">
        {said}
      </p>
      <FormNotice result={resultOf("earlier") ?? resultOf("later") ?? resultOf("delete")} />
      {photos.some(({ state, reason }) => state === "rejected" && reason !== "unprocessable") && <ContestLink />}
      <AddPhotos count={counted} uploads={uploads} clientId={clientId} max={max} result={resultOf("add")} />
      <PhotoSection
        id="public"
        title={t("sections.public")}
        lead={shown.length > 1 ? t("sections.order") : undefined}
        photos={shown}
        onMove={(id, place) => moveIn(shown, id, place)}
        empty={
          <EmptyState title={t("sections.empty_public")} headingLevel="h3" isBoxed className="mt-5">
            {t("sections.empty_public_text")}
          </EmptyState>
        }
      />
      <PhotoSection
        id="private"
        title={t("sections.private")}
        lead={t("sections.private_lead")}
        photos={hidden}
        onMove={(id, place) => moveIn(hidden, id, place)}
        empty={<p className="mt-4 text-ui text-mute">{t("sections.empty_private")}</p>}
      />
    </>
  )
}
