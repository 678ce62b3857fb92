import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { findMonthlyPrice } from "~/domain/billing/billing.server"
import { getPrivate } from "~/domain/profiles/sections.server"
import { PrivateGallery } from "~/features/profiles/gallery/private-gallery"
import { PrivateLocked, PrivateOffer } from "~/features/profiles/gallery/private-locked"
import { toAsideTexts } from "~/features/profiles/public/aside-texts.server"
import { ProfileAside } from "~/features/profiles/public/profile-aside"
import { foundSection } from "~/features/profiles/public/section.server"
import { SectionBody } from "~/features/profiles/public/section-body"
import { translator } from "~/i18n/i18n.server"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["sections", "player"] }

export const loader = withContext(async ({ ctx, params, request }) => {
  const { profile, times, content } = foundSection(await getPrivate(ctx, params.slug ?? ""), request)
  const price = !content.is_open && content.needs === "premium" ? await findMonthlyPrice(ctx) : null
  return {
    profile,
    aside: toAsideTexts({ profile, times }, ctx.locale),
    content,
    price,
    title: translator(ctx.locale, "sections")("private.page", { name: profile.name }),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PrivatePage() {
  const { profile, aside, content, price } = useLoaderData<typeof loader>()
  const isLocked = !content.is_open && content.veils.length > 0
  return (
    <SectionBody
      aside={
        isLocked ? (
          <PrivateOffer profile={profile} closed={content} price={price} />
        ) : (
          <ProfileAside profile={profile} texts={aside} />
        )
      }
    >
      {content.is_open ? (
        <PrivateGallery profile={profile} {...content} />
      ) : (
        <PrivateLocked profile={profile} placeholders={content.veils} />
      )}
    </SectionBody>
  )
}
