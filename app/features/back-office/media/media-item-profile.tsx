import type { ReviewItem } from "~/domain/media/review/schema"
import { AppLink } from "~/ui/navigation/app-link"

/** The profile of a media item, in a list across profiles. */
export function MediaItemProfile({ profile }: Pick<ReviewItem, "profile">) {
  return (
    <AppLink to={`/dashboard/admin/profiles/${profile.id}/review`} className="link text-ink">
      {profile.name}
    </AppLink>
  )
}
