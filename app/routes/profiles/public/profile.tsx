import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPublicProfile } from "~/domain/profiles/sections.server"
import { toShownCards } from "~/features/profiles/cards/shown-card.server"
import { toAsideTexts, toNearbyTexts } from "~/features/profiles/public/aside-texts.server"
import { ProfileAbout } from "~/features/profiles/public/profile-about"
import { ProfileAside } from "~/features/profiles/public/profile-aside"
import { ProfileNearby } from "~/features/profiles/public/profile-nearby"
import { ProfileServices } from "~/features/profiles/public/profile-services"
import { foundSection, originalHead, originalNote } from "~/features/profiles/public/section.server"
import { SectionBody } from "~/features/profiles/public/section-body"
import { aboutPage } from "~/features/shell/page-head.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const loader = withContext(async ({ ctx, context, params, request }) => {
  const { times, ...profile } = foundSection(await getPublicProfile(ctx, params.slug ?? ""), request)
  const { name, headline } = profile
  const description = headline || name
  const thing = { "@type": "ProfilePage", mainEntity: { "@type": "Person", name, description } }
  const shown = toShownCards(profile.nearby, ctx)
  return {
    profile: { ...profile, nearby: shown },
    nearby: toNearbyTexts(profile, ctx.locale),
    aside: toAsideTexts({ profile, times }, ctx.locale),
    original: originalNote(profile, ctx.locale),
    title: name,
    originalHead: originalHead(profile, { ctx, context, request }),
    about: aboutPage(ctx, context.app, { description, thing, language: profile.texts_language }),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function ProfilePage() {
  const { profile, aside, original, nearby } = useLoaderData<typeof loader>()
  return (
    <>
      <SectionBody aside={<ProfileAside profile={profile} texts={aside} />}>
        <ProfileAbout profile={profile} original={original} />
        <ProfileServices profile={profile} services={profile.services} />
      </SectionBody>
      <ProfileNearby profile={profile} texts={nearby} />
    </>
  )
}
