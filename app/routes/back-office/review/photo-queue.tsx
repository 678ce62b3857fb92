import { data, type HeadersFunction, type MetaFunction } from "@remix-run/cloudflare"
import { useActionData, useLoaderData } from "@remix-run/react"
import { findSecondLook } from "~/domain/decisions/second-look/second-look.server"
import { addBlockedHash, listBlockedHashes, removeBlockedHash } from "~/domain/media/review/blocklist.server"
import { listHashMatches, listReviewQueue } from "~/domain/media/review/review.server"
import { HashRemoval, NewHashForm } from "~/domain/media/review/review-forms"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { BlockedHashes, type BlockedHashIntent } from "~/features/back-office/media/blocked-hashes"
import { DecisionToasts } from "~/features/back-office/media/decision-toasts"
import { HashMatches } from "~/features/back-office/media/hash-matches"
import { MediaGrid } from "~/features/back-office/media/media-grid"
import type { MediaItemIntent } from "~/features/back-office/media/media-item-review"
import { MediaPage } from "~/features/back-office/media/media-page"
import { SecondLookNote } from "~/features/back-office/review/second-look/second-look-note"
import { useKeys } from "~/features/back-office/use-keys"
import { translator } from "~/i18n/i18n.server"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { byIntent, submitForm } from "~/remix/form.server"
import { pageMeta } from "~/remix/meta"
import { withStaff } from "~/remix/staff-page.server"
import { EmptyState } from "~/ui/feedback/empty-state"
import { mediaItemActions } from "./media-actions.server"

export const handle = { i18n: ["admin", "admin-review", "admin-cases", "safety", "photos", "player", "errors"] }

const lists = ["ready", "matches", "blocklist"] as const

export const loader = withStaff(async ({ ctx, request }) => {
  const query = new URL(request.url).searchParams
  const list = lists.find((one) => one === query.get("list")) ?? "ready"
  const title = translator(ctx.locale, "admin-review")("photos.title")
  const none = { photos: [], matches: [], hashes: [], next_cursor: null, secondLook: null }
  if (list === "matches") return { ...none, title, list, matches: await listHashMatches(ctx) }
  if (list === "blocklist") return { ...none, title, list, hashes: await listBlockedHashes(ctx) }
  const { data: photos, next_cursor } = await listReviewQueue(ctx, query.get("cursor"), { kind: "photo" })
  return { ...none, title, list, photos, next_cursor, secondLook: await findSecondLook(ctx) }
})

export const action = withStaff((args) => {
  const { ctx } = args
  const t = translator(ctx.locale, "admin-review")
  return byIntent<MediaItemIntent | BlockedHashIntent>(args, {
    ...mediaItemActions,
    block: (args) =>
      submitForm(args, NewHashForm, async (hash) => {
        await addBlockedHash(ctx, hash)
        return data<FormResult>({ message: t("blocklist.added") })
      }),
    unblock: (args) =>
      submitForm(args, HashRemoval, async ({ id }) => {
        await removeBlockedHash(ctx, id)
        return data<FormResult>({ message: t("blocklist.removed") })
      }),
  })
})

export const headers: HeadersFunction = ({ actionHeaders }) => actionHeaders

export const meta: MetaFunction<typeof loader> = ({ matches, data }) => pageMeta(matches, data?.title)

export default function PhotosDeskPage() {
  const { t } = useTranslation("admin-review")
  const { title, list, photos, matches, hashes, next_cursor, secondLook } = useLoaderData<typeof loader>()
  const result = useActionData<FormResult>()
  useKeys("arrows")
  return (
    <MediaPage
      path="/dashboard/admin/media"
      lists={lists.map((name) => ({ name, label: t(`lists.${name}`) }))}
      title={title}
      list={list}
      next_cursor={next_cursor}
    >
      <FormNotice result={result} />
      <SecondLookNote secondLook={secondLook} />
      <DecisionToasts media={photos} />
      {list === "matches" && <HashMatches matches={matches} />}
      {list === "blocklist" && <BlockedHashes hashes={hashes} result={result} />}
      {list === "ready" &&
        (photos.length === 0 ? (
          <EmptyState isBoxed title={t("photos.none")} />
        ) : (
          <MediaGrid media={photos} result={result} isNew={secondLook !== null} />
        ))}
    </MediaPage>
  )
}
