import type { WaitingKind } from "~/domain/back-office/review-queue/kinds"
import type { WaitingItem } from "~/domain/back-office/review-queue/schema"
import { useTranslation } from "~/i18n/use-translation"

export const queuePath = "/dashboard/admin/review"

/** Returns the page on which an item of the queue is decided, which goes on in the same filter. */
export function waitingPath({ kind, id }: Pick<WaitingItem, "kind" | "id">, filter: WaitingKind | null): string {
  const page = kind === "profile" ? `/dashboard/admin/profiles/${id}/review` : `/dashboard/admin/applications/${id}`
  return filter ? `${page}?kind=${filter}` : page
}

/** Returns a writer of what awaits a decision: "New profile, 3 fields, 2 photos". */
export function useWaitingParts(): (item: WaitingItem) => string[] {
  const { t } = useTranslation("admin-review")
  return ({ kind, is_whole, edits, photos, videos }) => [
    ...(kind === "application" ? [t("parts.application")] : is_whole ? [t("parts.whole")] : []),
    ...(edits > 0 ? [t("parts.edits", { count: edits })] : []),
    ...(photos > 0 ? [t("parts.photos", { count: photos })] : []),
    ...(videos > 0 ? [t("parts.videos", { count: videos })] : []),
  ]
}

/** Returns the page to go on with, which a form names; the queue for any other address. */
export function nextPath(named: unknown): string {
  const isOurs =
    typeof named === "string" &&
    /^\/dashboard\/admin\/(profiles|applications)\/[\w-]+(\/review)?(\?kind=[a-z]+)?$/.test(named)
  return isOurs ? named : queuePath
}
