import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPublicProfile } from "~/domain/profiles/service.server"
import { listingPath } from "~/features/profiles/listing-path"
import { ProfileAbout } from "~/features/profiles/profile-about"
import { ProfileHead } from "~/features/profiles/profile-head"
import { ProfileNearby } from "~/features/profiles/profile-nearby"
import { ProfileRate } from "~/features/profiles/profile-rate"
import { ProfileServices } from "~/features/profiles/profile-services"
import { aboutPage } from "~/features/shell/page-head.server"
import { useTranslation } from "~/i18n/use-translation"
import { pageMeta } from "~/lib/meta"
import { notValid, withContext } from "~/lib/page.server"
import { Breadcrumbs } from "~/ui/breadcrumbs"

export const handle = { i18n: ["profile", "listing"] }

export const loader = withContext(async ({ ctx, context, params, request }) => {
  const profile = await getPublicProfile(ctx, params.slug ?? "")
  if (!profile) throw notValid(request)
  if ("moved" in profile) throw redirect(`/escorts/${profile.moved}`, 301)
  const { name, headline: description } = profile
  const thing = { "@type": "ProfilePage", mainEntity: { "@type": "Person", name, description } }
  return { profile, title: name, about: aboutPage(ctx, context.app, { description, thing }) }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ProfilePage() {
  const { t } = useTranslation("profile")
  const { profile } = useLoaderData<typeof loader>()
  const { name, slug, city, category } = profile
  return (
    <div className="page-container pt-5 md:pt-7">
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
      <ProfileHead profile={profile} />
      <div className="mt-10 grid items-start gap-10 border-t border-line pt-10 md:mt-14 lg:grid-cols-[minmax(0,1fr)_380px] lg:gap-x-16 lg:pt-14">
        <ProfileRate profile={profile} />
        <div className="space-y-14 md:space-y-20 lg:col-start-1 lg:row-start-1">
          <ProfileAbout profile={profile} />
          <ProfileServices profile={profile} />
        </div>
      </div>
      <ProfileNearby profile={profile} />
    </div>
  )
}
