import { useLocation } from "@remix-run/react"
import type { ReviewItem } from "~/domain/media/review/schema"
import type { FormResult } from "~/remix/form"
import { DecidedMedia } from "./decided-media"
import { MediaItemReview } from "./media-item-review"

/** Photos or videos of all profiles: those that await review large, each with its decision. */
export function MediaGrid({ media, result }: { media: ReviewItem[]; result: FormResult | undefined }) {
  const { pathname, search } = useLocation()
  const address = pathname + search
  const [first] = media
  if (first && first.state !== "ready") return <DecidedMedia media={media} address={address} result={result} isAcross />
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3 2xl:grid-cols-4">
      {media.map((mediaItem) => (
        <MediaItemReview key={mediaItem.id} mediaItem={mediaItem} address={address} result={result} hasProfile />
      ))}
    </div>
  )
}
