import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getVideos } from "~/domain/profiles/sections.server"
import { toAsideTexts } from "~/features/profiles/public/aside-texts.server"
import { ProfileAside } from "~/features/profiles/public/profile-aside"
import { ProfileVideos } from "~/features/profiles/public/profile-videos"
import { foundSection, originalHead } from "~/features/profiles/public/section.server"
import { SectionBody } from "~/features/profiles/public/section-body"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["sections", "player"] }

export const loader = withContext(async ({ ctx, context, params, request }) => {
  const { profile, times, content } = foundSection(await getVideos(ctx, params.slug ?? ""), request)
  return {
    profile,
    aside: toAsideTexts({ profile, times }, ctx.locale),
    videos: content,
    title: translator(ctx.locale, "sections")("videos.page", { name: profile.name }),
    originalHead: originalHead(profile, { ctx, context, request }),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function VideosPage() {
  const { profile, aside, videos } = useLoaderData<typeof loader>()
  return (
    <SectionBody aside={<ProfileAside profile={profile} texts={aside} />}>
      <ProfileVideos profile={profile} videos={videos} />
    </SectionBody>
  )
}
