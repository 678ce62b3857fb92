import type { OwnVideo } from "~/domain/media/videos/schema"
import { ContestLink } from "~/features/decisions/contest-link"
import { useTranslation } from "~/i18n/use-translation"

/** Where a video stands, in a sentence; a declined one says why. */
export function VideoState({ video }: { video: OwnVideo }) {
  const { t } = useTranslation("videos")
  const { state, has_poster, reason, comment } = video
  const needsPoster = state === "ready" && !has_poster
  const colors = { approved: "text-ok", rejected: "text-bad", failed: "text-bad", reported: "text-warn" }
  const color = needsPoster ? "text-warn" : (colors[state as keyof typeof colors] ?? "text-ink2")
  return (
    <>
      <p className={`text-ui ${color}`}>{t(needsPoster ? "states.no_poster" : `states.${state}`)}</p>
      {reason && (
        <p className="mt-1 text-ui wrap-anywhere whitespace-pre-line text-ink2">
          {t(`reasons.${reason}`)} {comment}
        </p>
      )}
      {reason && reason !== "unprocessable" && <ContestLink />}
    </>
  )
}
