import type { HeadersFunction, MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { findSecondLook } from "~/domain/decisions/second-look/second-look.server"
import { reviewedStates } from "~/domain/media/review/reasons"
import { listReviewQueue } from "~/domain/media/review/review.server"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { DecisionToasts } from "~/features/back-office/media/decision-toasts"
import { MediaGrid } from "~/features/back-office/media/media-grid"
import type { MediaItemIntent } from "~/features/back-office/media/media-item-review"
import { MediaPage } from "~/features/back-office/media/media-page"
import { SecondLookNote } from "~/features/back-office/review/second-look/second-look-note"
import { useKeys } from "~/features/back-office/use-keys"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { mediaItemActions } from "./media-actions.server"

export const handle = { i18n: ["admin", "admin-review", "admin-cases", "safety", "photos", "player", "errors"] }

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const list = reviewedStates.find((one) => one === query.get("list")) ?? "ready"
  const page = await listReviewQueue(ctx, query.get("cursor"), { kind: "video", state: list })
  const secondLook = await findSecondLook(ctx)
  return {
    title: translator(ctx.locale, "admin-review")("videos.title"),
    list,
    lists: reviewedStates,
    secondLook,
    ...page,
  }
})

export const action = withStaff((args) => byIntent<MediaItemIntent>(args, mediaItemActions))

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function VideosDeskPage() {
  const { t } = useTranslation("admin-review")
  const { title, list, lists, secondLook, data, next_cursor } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useKeys("arrows")
  return (
    <MediaPage
      path="/dashboard/admin/videos"
      lists={lists.map((name) => ({ name, label: t(`lists.${name}`) }))}
      title={title}
      list={list}
      next_cursor={next_cursor}
    >
      <FormNotice result={result} />
      <SecondLookNote secondLook={secondLook} />
      <DecisionToasts media={data} />
      {data.length === 0 ? (
        <EmptyState isBoxed title={t(`videos.none.${list}`)} />
      ) : (
        <MediaGrid media={data} result={result} isNew={secondLook !== null} />
      )}
    </MediaPage>
  )
}
