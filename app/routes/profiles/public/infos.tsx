import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getInfos } from "~/domain/profiles/sections.server"
import { toShownTimes } from "~/features/profiles/calendar/shown-times.server"
import { toAsideTexts } from "~/features/profiles/public/aside-texts.server"
import { ProfileAside } from "~/features/profiles/public/profile-aside"
import { ProfileInfos } from "~/features/profiles/public/profile-infos"
import { foundSection, originalHead } from "~/features/profiles/public/section.server"
import { SectionBody } from "~/features/profiles/public/section-body"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["sections"] }

export const loader = withContext(async ({ ctx, context, params, request }) => {
  const { profile, times } = foundSection(await getInfos(ctx, params.slug ?? ""), request)
  return {
    profile,
    aside: toAsideTexts({ profile, times }, ctx.locale),
    times: toShownTimes(times, ctx.locale),
    title: translator(ctx.locale, "sections")("infos.page", { name: profile.name }),
    originalHead: originalHead(profile, { ctx, context, request }),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function InfosPage() {
  const { profile, aside, times } = useLoaderData<typeof loader>()
  return (
    <SectionBody aside={<ProfileAside profile={profile} texts={aside} />}>
      <ProfileInfos profile={profile} times={times} />
    </SectionBody>
  )
}
