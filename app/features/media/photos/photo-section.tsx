import { type DragEvent, type ReactNode, useEffect, useRef, useState } from "react"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { moveButtonId, PhotoTile } from "./photo-tile"

/** The type of what is dragged: dropped files have others. */
const dragType = "application/x-own-photo"

export interface PhotoSectionProps {
  id: string
  title: string
  lead?: string
  photos: WorkshopMediaItem[]
  empty: ReactNode
  onMove: (id: string, place: number) => void
}

/** The public photos or the private ones, which can be put in order by pointer and by keyboard. */
export function PhotoSection({ id, title, lead, photos, empty, onMove }: PhotoSectionProps) {
  // The tiles stay where they are until it is dropped: one that moves under the pointer ends the drag.
  const [held, setHeld] = useState<{ id: string; place: number } | null>(null)
  const focused = useRef<string | null>(null)

  // A tile that moves in the document loses the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: after each change of the order
  useEffect(() => {
    if (focused.current) document.getElementById(focused.current)?.focus({ preventScroll: true })
    focused.current = null
  }, [photos])

  function move(photo: WorkshopMediaItem, to: number, step: 1 | -1): void {
    const place = Math.min(Math.max(to, 0), photos.length - 1)
    focused.current = moveButtonId(photo.id, step)
    if (photos[place]?.id !== photo.id) onMove(photo.id, place)
  }

  const dragOf = (photo: WorkshopMediaItem, place: number) => ({
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(dragType, photo.id)
      event.dataTransfer.effectAllowed = "move"
      setHeld({ id: photo.id, place })
    },
    onDragOver: (event: DragEvent) => {
      if (!held || !event.dataTransfer.types.includes(dragType)) return
      event.preventDefault()
      if (place !== held.place) setHeld({ id: held.id, place })
    },
    onDragEnd: () => setHeld(null),
    onDrop: (event: DragEvent) => {
      if (!held) return
      event.preventDefault()
      if (photo.id !== held.id) onMove(held.id, place)
      setHeld(null)
    },
  })

  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="text-subsection">
        {title}
      </h2>
      {lead && <p className="measure mt-1 text-ui text-ink2">{lead}</p>}
      {photos.length === 0 ? (
        empty
      ) : (
        <ul aria-labelledby={id} className="mt-5 grid grid-cols-2 gap-x-4 gap-y-6 sm:grid-cols-3 lg:grid-cols-4">
          {photos.map((photo, place) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              place={place}
              total={photos.length}
              isHeld={held?.id === photo.id}
              isTarget={held !== null && held.id !== photo.id && held.place === place}
              onMove={(to, step) => move(photo, to, step)}
              drag={dragOf(photo, place)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}
