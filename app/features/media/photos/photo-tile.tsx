import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import ImageOff from "lucide-react/icons/image-off"
import RotateCw from "lucide-react/icons/rotate-cw"
import type { DragEvent, FormEvent, KeyboardEvent } from "react"
import type { WorkshopMediaItem } from "~/domain/profiles/editing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { IconButton } from "~/ui/button"
import { Spinner } from "~/ui/feedback/spinner"
import { FieldError } from "~/ui/form/field"
import { AppLink } from "~/ui/navigation/app-link"
import { OwnPicture } from "./own-picture"
import { PhotoState, photoState, useRejection } from "./photo-state"

/** The id of a button that moves a photo, which retains the focus. */
export const moveButtonId = (id: string, step: 1 | -1) => `move-${id}-${step === 1 ? "later" : "earlier"}`

export interface PhotoTileProps {
  photo: WorkshopMediaItem
  /** From 0, in its section. */
  place: number
  total: number
  /** Whether it is being dragged. */
  isHeld: boolean
  /** Whether the dragged tile takes this place when it is dropped. */
  isTarget: boolean
  onMove: (place: number, step: 1 | -1) => void
  drag: {
    onDragStart: (event: DragEvent) => void
    onDragOver: (event: DragEvent) => void
    onDragEnd: () => void
    onDrop: (event: DragEvent) => void
  }
}

/** A photo in its section: a link to its page, its state, and the buttons that move it. */
export function PhotoTile({ photo, place, total, isHeld, isTarget, onMove, drag }: PhotoTileProps) {
  const { t } = useTranslation("photos")
  const rejection = useRejection()(photo)
  const { id, state, is_cover } = photo
  const number = place + 1

  function onKeyDown(event: KeyboardEvent, step: 1 | -1) {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const places: Record<string, number> = {
      ArrowLeft: place - 1,
      ArrowUp: place - 1,
      ArrowRight: place + 1,
      ArrowDown: place + 1,
      Home: 0,
      End: total - 1,
    }
    const to = places[event.key]
    if (to === undefined) return
    event.preventDefault()
    onMove(to, step)
  }

  const moveButton = (step: 1 | -1) => (
    <IconButton
      id={moveButtonId(id, step)}
      type="submit"
      name="intent"
      value={step === 1 ? "later" : "earlier"}
      look="outlined"
      label={t(step === 1 ? "tile.later" : "tile.earlier", { number })}
      // Not `disabled`, which would lose the focus at the end of the row.
      aria-disabled={place + step < 0 || place + step >= total || undefined}
      className="aria-disabled:opacity-40"
      onKeyDown={(event) => onKeyDown(event, step)}
    >
      {step === 1 ? <ChevronRight /> : <ChevronLeft />}
    </IconButton>
  )

  function move(event: FormEvent) {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const step = submitter instanceof HTMLButtonElement && submitter.value === "later" ? 1 : -1
    onMove(place + step, step)
  }

  return (
    <li
      draggable
      {...drag}
      className={classNames("min-w-0 cursor-grab", isHeld && "opacity-50")}
      aria-busy={state === "uploaded" || state === "processing"}
    >
      <AppLink
        to={`?photo=${id}`}
        draggable={false}
        className={classNames(
          "relative block overflow-hidden rounded-card",
          isTarget && "ring-2 ring-ink ring-offset-4 ring-offset-paper",
          (state === "rejected" || state === "failed") && "ring-2 ring-bad",
        )}
      >
        <Shown photo={photo} number={number} />
        <span className="sr-only">{t("tile.open", { number })}</span>
        {is_cover && (
          <Badge tone="photo" className="absolute top-2 left-2">
            {t("tile.cover")}
          </Badge>
        )}
      </AppLink>
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <PhotoState state={state} />
        <Form method="post" onSubmit={move} className="flex gap-2">
          <input type="hidden" name="photo" value={id} />
          {moveButton(-1)}
          {moveButton(1)}
        </Form>
      </div>
      {rejection && (
        <p className="mt-1.5">
          <FieldError>{rejection}</FieldError>
        </p>
      )}
    </li>
  )
}

/** The photo, or what stands in its place while there is nothing to see. */
function Shown({ photo, number }: { photo: WorkshopMediaItem; number: number }) {
  const { t } = useTranslation("photos")
  const { state, pass } = photo
  if (pass) {
    const sizes = "(width >= 1424px) 320px, (width >= 1024px) 23vw, (width >= 640px) 30vw, 45vw"
    return <OwnPicture photo={photo} number={number} sizes={sizes} className="aspect-[4/5]" />
  }
  const Icon = state === "failed" ? RotateCw : ImageOff
  return (
    <span className="flex aspect-[4/5] flex-col items-center justify-center gap-3 bg-sunk p-3 text-center text-meta text-ink2">
      {state === "uploaded" || state === "processing" ? <Spinner /> : <Icon aria-hidden className="size-6 text-mute" />}
      {state !== "rejected" && <span className="max-sm:sr-only">{t(`explained.${photoState(state)}`)}</span>}
    </span>
  )
}
