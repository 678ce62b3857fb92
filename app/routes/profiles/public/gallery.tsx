import { type MetaFunction, redirect } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getAlbum } from "~/domain/profiles/sections.server"
import { Gallery } from "~/features/profiles/gallery/gallery"
import { foundSection, originalHead } from "~/features/profiles/public/section.server"
import { translator } from "~/i18n/i18n.server"
import type { RouteHandle } from "~/remix/handle"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle: RouteHandle = { i18n: ["gallery"], colorMode: "dark" }

/** `?photo=ID` is the picture to begin with, `?album=private` the other album. */
export const loader = withContext(async ({ ctx, context, params, request }) => {
  const query = new URL(request.url).searchParams
  const wantsPrivate = query.get("album") === "private"
  const { profile, content } = foundSection(await getAlbum(ctx, params.slug ?? "", wantsPrivate), request)
  const { photos, is_private } = content
  if (wantsPrivate && !is_private) throw redirect(`/escorts/${profile.slug}/private`)
  const wanted = query.get("photo")
  const first = photos.findIndex(({ id }) => id === wanted)
  // The picture was withdrawn or never existed: the others are shown.
  if (wanted !== null && first < 0)
    throw redirect(`/escorts/${profile.slug}/gallery${is_private ? "?album=private" : ""}`)
  return {
    profile,
    album: content,
    first,
    title: translator(ctx.locale, "gallery")("page", { name: profile.name }),
    originalHead: originalHead(profile, { ctx, context, request }),
  }
})

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function GalleryPage() {
  const { profile, album, first } = useLoaderData<typeof loader>()
  return <Gallery key={String(album.is_private)} profile={profile} album={album} first={Math.max(0, first)} />
}
