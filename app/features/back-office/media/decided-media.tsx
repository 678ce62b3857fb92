import { useFetcher } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import CornerUpLeft from "lucide-react/icons/corner-up-left"
import EyeOff from "lucide-react/icons/eye-off"
import { variantWidths } from "~/domain/media/pictures/variants"
import type { ReviewItem } from "~/domain/media/review/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Badge } from "~/ui/badge"
import { WebpPicture } from "~/ui/webp-picture"
import { MediaItemCases } from "../cases/subject-cases"
import { decisionKeys } from "./decision-toasts"
import { MediaItemDeclaration } from "./media-item-declaration"
import { MediaItemProfile } from "./media-item-profile"
import { DeclineForm } from "./media-item-review"
import { ReviewedVideo } from "./reviewed-video"

const looks = {
  approved: { tone: "ok", Icon: CircleCheck },
  reported: { tone: "warn", Icon: EyeOff },
  rejected: { tone: "bad", Icon: CornerUpLeft },
  ready: { tone: "warn", Icon: EyeOff },
} as const

/** The state of a media item in an icon and a word. */
function MediaItemState({ state }: Pick<ReviewItem, "state">) {
  const { t } = useTranslation("admin-review")
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(`media_states.${state}`)}
    </Badge>
  )
}

export interface DecidedMediaProps {
  media: ReviewItem[]
  address: string
  result: FormResult | undefined
  /** Of many profiles, each named. */
  isAcross?: boolean
}

/** The other photos and videos of a profile: those it has, and what was sent back in the last week. */
export function DecidedMedia({ media, ...rest }: DecidedMediaProps) {
  const { t } = useTranslation("admin-review")
  if (media.length === 0) return null
  return (
    <section aria-label={t("media.others")} className={rest.isAcross ? undefined : "border-t border-line py-6"}>
      {!rest.isAcross && <h2 className="text-body font-medium">{t("media.others")}</h2>}
      <div className="mt-3 grid grid-cols-2 items-start gap-4 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-5">
        {media.map((mediaItem) => (
          <DecidedMediaItem key={mediaItem.id} mediaItem={mediaItem} {...rest} />
        ))}
      </div>
    </section>
  )
}

type DecidedMediaItemProps = Omit<DecidedMediaProps, "media"> & { mediaItem: ReviewItem }

function DecidedMediaItem({ mediaItem, address, result: posted, isAcross }: DecidedMediaItemProps) {
  const { t } = useTranslation(["admin-review", "photos"])
  const locale = useLocale()
  const { id, kind, state, width, height, pass, alt, reason, comment } = mediaItem
  const fetcher = useFetcher<FormResult>({ key: decisionKeys.takeDown(id) })
  const hasFiles = state !== "rejected"
  return (
    <article aria-label={t(`media.${kind}`)} className="min-w-0">
      {hasFiles && kind === "photo" && (
        <WebpPicture
          id={id}
          width={width}
          height={height}
          widths={variantWidths(width)}
          query={pass.query}
          sizes="(width >= 1024px) 18vw, 45vw"
          alt={alt[locale] || t("media.photo")}
          className="aspect-[4/5] rounded-card"
        />
      )}
      {hasFiles && kind === "video" && <ReviewedVideo video={mediaItem} />}
      <div className="mt-2 flex flex-wrap gap-2">
        <MediaItemState state={state} />
        <Badge>{t(`visibility.${mediaItem.visibility}`)}</Badge>
      </div>
      {isAcross && (
        <p className="mt-2 text-meta">
          <MediaItemProfile profile={mediaItem.profile} />
        </p>
      )}
      <MediaItemDeclaration mediaItem={mediaItem} />
      <MediaItemCases cases={mediaItem.cases} id={id} />
      {reason && (
        <p className="mt-2 text-meta text-ink2">{[t(`photos:reasons.${reason}`), comment].filter(Boolean).join(" ")}</p>
      )}
      {hasFiles && (
        <DeclineForm
          mediaItem={mediaItem}
          fetcher={fetcher}
          address={address}
          result={fetcher.data ?? (posted?.values?.id === id ? posted : undefined)}
          isTakeDown
        />
      )}
    </article>
  )
}
