import { Outlet, type UIMatch, useLocation, useMatches } from "@remix-run/react"
import { useEffect } from "react"
import type { ProfileHead as Head } from "~/domain/profiles/schema"
import { listingPath } from "~/features/listing/listing-path"
import { BackToResults } from "~/features/listing/search/back-to-results"
import { ProfileBar } from "~/features/profiles/public/profile-actions"
import { galleryLinkId, ProfileHead } from "~/features/profiles/public/profile-head"
import { ProfileTabs } from "~/features/profiles/public/profile-tabs"
import { useTranslation } from "~/i18n/use-translation"
import { useRootData } from "~/remix/root-data"
import { Breadcrumbs } from "~/ui/navigation/breadcrumbs"

export const handle = { i18n: ["profile", "listing"] }

/**
 * The head above every section of a profile. It has no loader: the section's own loads the head too, in its one round
 * trip.
 */
export default function SectionsLayout() {
  const { t } = useTranslation("profile")
  const section = useMatches().at(-1) as UIMatch<{ profile: Head }>
  const { profile } = section.data
  const { name, slug, city, category } = profile
  const { pathname, state } = useLocation()
  const isImpersonating = Boolean(useRootData()?.impersonation)
  const isBackFromGallery = state?.from === "gallery"
  useEffect(() => {
    if (isBackFromGallery) document.getElementById(galleryLinkId)?.focus({ preventScroll: true })
  }, [isBackFromGallery])
  // The server counts documents; of a navigation it sees only the data, which may have been prefetched long before.
  useEffect(() => {
    // The document's own page is the one that is rendered before the document is hydrated: an address has a key of its
    // own there, too.
    const isDocument = document.documentElement.dataset.hydrated === undefined
    if (!isDocument && !isImpersonating) navigator.sendBeacon(`/views/${slug}`)
  }, [slug, isImpersonating])
  return (
    <div className="page-container pt-5 md:pt-7">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
        <BackToResults city={city} />
        <Breadcrumbs
          label={t("breadcrumbs")}
          className="max-md:hidden"
          items={[
            { label: t("browse"), to: listingPath() },
            { label: city.name, to: listingPath({ city: city.slug }) },
            { label: category.name, to: listingPath({ category: category.slug, city: city.slug }) },
            { label: name, to: `/escorts/${slug}` },
          ]}
        />
      </div>
      <ProfileHead profile={profile} isCompact={pathname !== `/escorts/${slug}`} />
      <ProfileTabs profile={profile} />
      <Outlet />
      <ProfileBar profile={profile} />
    </div>
  )
}
