import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPreview } from "~/domain/profiles/editing/preview.server"
import { toShownTimes } from "~/features/profiles/calendar/shown-times.server"
import {
  type PreviewPart,
  ProfilePreview,
  previewParts,
  type Reader,
  readers,
} from "~/features/profiles/editing/profile-preview"
import { seenFrom, seenFromChoices } from "~/features/profiles/hiding/seen-from.server"
import { toAsideTexts } from "~/features/profiles/public/aside-texts.server"
import { originalNote } from "~/features/profiles/public/section.server"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["workshop", "member", "profile", "sections", "player", "hiding"] }

export const loader = withContext(async ({ ctx, request }) => {
  const { searchParams } = new URL(request.url)
  const as = searchParams.get("as") ?? "visitor"
  if (!isReader(as)) throw new AppError("filter.unknown")
  const part = searchParams.get("part") ?? "overview"
  if (!isPart(part)) throw new AppError("filter.unknown")
  const [preview, choices] = await Promise.all([getPreview(ctx), seenFromChoices(ctx)])
  const seen = await seenFrom(ctx, searchParams.get("from"), choices)
  const { profile, times } = preview
  return {
    as,
    part,
    preview,
    original: originalNote(profile, ctx.locale),
    aside: toAsideTexts({ profile, times }, ctx.locale),
    times: toShownTimes(times, ctx.locale),
    choices,
    seen,
    title: translator(ctx.locale, "workshop")("preview.title"),
  }
})

function isReader(value: string): value is Reader {
  return (readers as readonly string[]).includes(value)
}

function isPart(value: string): value is PreviewPart {
  return (previewParts as readonly string[]).includes(value)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PreviewPage() {
  const { title, ...props } = useLoaderData<typeof loader>()
  return <ProfilePreview {...props} />
}
