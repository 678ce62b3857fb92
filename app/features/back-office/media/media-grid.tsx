import { useLocation } from "@remix-run/react"
import type { ReviewItem } from "~/domain/media/review/schema"
import type { FormResult } from "~/remix/form"
import { DecidedMedia } from "./decided-media"
import { MediaItemReview } from "./media-item-review"

export interface MediaGridProps {
  media: ReviewItem[]
  result: FormResult | undefined
  /** The reader's decisions need a second look. */
  isNew: boolean
}

/** Photos or videos of all profiles: those that await review large, each with its decision. */
export function MediaGrid({ media, result, isNew }: MediaGridProps) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [first] = media
  if (first && first.state !== "ready") return <DecidedMedia media={media} address={address} result={result} isAcross />
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
      {media.map((mediaItem) => (
        <MediaItemReview
          key={mediaItem.id}
          mediaItem={mediaItem}
          address={address}
          result={result}
          hasProfile
          isNew={isNew}
        />
      ))}
    </div>
  )
}
