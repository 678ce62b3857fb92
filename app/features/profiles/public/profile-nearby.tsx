import type { PublicProfile } from "~/domain/profiles/schema"
import { listingPath } from "../../listing/listing-path"
import { PlainCardGrid } from "../cards/plain-card-grid"
import { SectionHead } from "../cards/section-head"
import type { ShownCard } from "../cards/shown-card"

export interface NearbyTexts {
  title: string
  /** The link to all of them. */
  all: string
}

interface ProfileNearbyProps {
  profile: Pick<PublicProfile, "city"> & { nearby: ShownCard[] }
  texts: NearbyTexts
}

/** The newest other profiles of the same city. */
export function ProfileNearby({ profile: { city, nearby }, texts: { title, all } }: ProfileNearbyProps) {
  if (nearby.length === 0) return null
  return (
    <section aria-labelledby="nearby" className="mt-16 md:mt-28">
      <SectionHead
        id="nearby"
        size="medium"
        title={title}
        link={{ to: listingPath({ city: city.slug }), label: all }}
      />
      {/* Three fill the row that four would break. */}
      <PlainCardGrid profiles={nearby} className="sm:max-xl:*:nth-[n+4]:hidden" />
    </section>
  )
}
