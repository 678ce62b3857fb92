import type { MetaFunction } from "@remix-run/cloudflare"
import { useLoaderData } from "@remix-run/react"
import { getPreview } from "~/domain/profiles/editing/preview.server"
import { ProfilePreview, type Reader, readers } from "~/features/profiles/editing/profile-preview"
import { seenFrom, seenFromChoices } from "~/features/profiles/hiding/seen-from.server"
import { originalNote } from "~/features/profiles/public/section.server"
import { translator } from "~/i18n/i18n.server"
import { AppError } from "~/lib/errors"
import { pageMeta } from "~/remix/meta"
import { withContext } from "~/remix/page.server"

export const handle = { i18n: ["workshop", "member", "profile", "sections", "hiding"] }

export const loader = withContext(async ({ ctx, request }) => {
  const { searchParams } = new URL(request.url)
  const as = searchParams.get("as") ?? "visitor"
  if (!isReader(as)) throw new AppError("filter.unknown")
  const [preview, choices] = await Promise.all([getPreview(ctx), seenFromChoices(ctx)])
  const seen = await seenFrom(ctx, searchParams.get("from"), choices)
  const original = originalNote(preview.profile, ctx.locale)
  return { as, preview, original, choices, seen, title: translator(ctx.locale, "workshop")("preview.title") }
})

function isReader(value: string): value is Reader {
  return (readers as readonly string[]).includes(value)
}

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PreviewPage() {
  const { as, preview, original, choices, seen } = useLoaderData<typeof loader>()
  return <ProfilePreview as={as} preview={preview} original={original} choices={choices} seen={seen} />
}
