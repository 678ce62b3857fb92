import { useFetcher } from "@remix-run/react"
import Check from "lucide-react/icons/check"
import CornerUpLeft from "lucide-react/icons/corner-up-left"
import Hourglass from "lucide-react/icons/hourglass"
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point"
import ZoomIn from "lucide-react/icons/zoom-in"
import { useEffect, useRef, useState } from "react"
import { variantWidths } from "~/domain/media/pictures/variants"
import { staffReasons } from "~/domain/media/review/reasons"
import type { ReviewItem } from "~/domain/media/review/schema"
import { formatDate, formatNumber, languageBadge } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { Button, buttonClass } from "~/ui/button"
import { FieldError, TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { Dialog } from "~/ui/overlay/dialog"
import { WebpPicture } from "~/ui/webp-picture"
import { MediaItemCases } from "../cases/subject-cases"
import { KeyCap } from "../key-legend"
import { MediaProposal } from "../review/second-look/media-proposal"
import { decisionKeys } from "./decision-toasts"
import { MediaItemDeclaration } from "./media-item-declaration"
import { MediaItemProfile } from "./media-item-profile"
import { ReviewedVideo } from "./reviewed-video"

/** The intents of the forms of a photo or video under review. */
export type MediaItemIntent = "approve_medium" | "reject_medium" | "confirm_medium" | "take_down"

export interface MediaItemReviewProps {
  mediaItem: ReviewItem
  /** The page's own address, which takes the decision. */
  address: string
  /** Of a form that was sent without script. */
  result?: FormResult
  /** In a list across profiles: names the profile. */
  hasProfile?: boolean
  /** The reader's decisions need a second look: they confirm none. */
  isNew: boolean
  /** Leads have it, and the reader is none. */
  isClosed?: boolean
}

/** A photo or video that awaits review, large, and the decision on it, which takes effect at once but for new reviewers. */
export function MediaItemReview(props: MediaItemReviewProps) {
  const { mediaItem, address, result: posted, hasProfile, isNew, isClosed = false } = props
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const { id, kind, width, height, created_at, profile } = mediaItem
  const fetcher = useFetcher<FormResult>({ key: decisionKeys.review(id) })
  const result = fetcher.data ?? (posted?.values?.id === id ? posted : undefined)
  const { proposal } = mediaItem
  const mayDecide = !isClosed && (proposal === null || (!isNew && !proposal.is_yours))
  const size = t("pixels", { width: formatNumber(width, locale), height: formatNumber(height, locale) })
  return (
    <article
      aria-label={t(`media.${kind}`)}
      data-item
      tabIndex={-1}
      className="min-w-0 scroll-my-24 rounded-panel border border-line bg-surface p-3 outline-offset-2"
    >
      {kind === "video" ? <ReviewedVideo video={mediaItem} /> : <ZoomedPhoto photo={mediaItem} />}
      <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1.5 text-meta text-mute">
        <Badge tone="warn" icon={<Hourglass aria-hidden />}>
          {t("media.to_decide")}
        </Badge>
        <Badge>{t(`visibility.${mediaItem.visibility}`)}</Badge>
        <span className="tabular-nums">
          {size}, {formatDate(created_at, locale, "short")}
        </span>
        {hasProfile && <MediaItemProfile profile={profile} />}
      </div>
      {mediaItem.is_low_quality && (
        <p className="mt-2 flex gap-2 text-ui text-warn">
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0" />
          {t("media.low_quality")}
        </p>
      )}
      <MediaItemDeclaration mediaItem={mediaItem} />
      <MediaItemTexts mediaItem={mediaItem} />
      <MediaItemCases cases={mediaItem.cases} id={id} />
      <MediaProposal mediaItem={mediaItem} fetcher={fetcher} address={address} mayConfirm={mayDecide} />
      {mayDecide && (
        <div className="mt-3 flex flex-wrap items-start gap-2">
          <Form fetcher={fetcher} method="post" action={address}>
            <input type="hidden" name="id" value={id} />
            <input type="hidden" name="version" value={mediaItem.version} />
            <Button
              type="submit"
              name="intent"
              value="approve_medium"
              size="small"
              icon={<Check aria-hidden />}
              aria-keyshortcuts="Y"
              isBusy={fetcher.formData?.get("intent") === "approve_medium"}
            >
              {t("accept")}
              <KeyCap>Y</KeyCap>
            </Button>
          </Form>
          <DeclineForm mediaItem={mediaItem} fetcher={fetcher} address={address} result={result} />
        </div>
      )}
      <div role="alert">
        {result?.isError && result.message && (
          <p className="mt-2">
            <FieldError>{result.message}</FieldError>
          </p>
        )}
      </div>
    </article>
  )
}

interface DeclineFormProps {
  mediaItem: ReviewItem
  fetcher: ReturnType<typeof useFetcher<FormResult>>
  address: string
  result: FormResult | undefined
  /** Of an approved one. */
  isTakeDown?: boolean
}

/** Why a media item is sent back, or taken down. */
export function DeclineForm({ mediaItem, fetcher, address, result, isTakeDown }: DeclineFormProps) {
  const { t } = useTranslation(["admin-review", "photos", "errors"])
  const details = useRef<HTMLDetailsElement>(null)
  const intent = isTakeDown ? "take_down" : "reject_medium"
  const isOwn = result?.intent === intent
  const problemOf = (name: string) =>
    isOwn ? result.problems?.[name]?.map((problem) => t(`errors:fields.${problem}`)).join(" ") : undefined
  useEffect(() => {
    if (isOwn && result.problems) details.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [isOwn, result])
  return (
    <details
      ref={details}
      open={isOwn && result.isError ? true : undefined}
      className={isTakeDown ? "mt-2" : "open:basis-full"}
      onToggle={() => {
        if (details.current?.open) details.current.querySelector("select")?.focus()
      }}
    >
      <summary
        aria-keyshortcuts={isTakeDown ? undefined : "N"}
        className={`${buttonClass({ size: "small", variant: isTakeDown ? "ghost" : "secondary" })} list-none`}
      >
        <CornerUpLeft aria-hidden className="size-4" />
        {t(isTakeDown ? "media.take_down" : "send_back")}
        {!isTakeDown && <KeyCap>N</KeyCap>}
      </summary>
      <Form fetcher={fetcher} method="post" action={address} noValidate className="mt-3 space-y-3">
        <input type="hidden" name="id" value={mediaItem.id} />
        <input type="hidden" name="version" value={mediaItem.version} />
        <Select
          name="reason"
          label={t("reason")}
          placeholder={t("choose")}
          options={staffReasons.map((value) => ({ value, label: t(`photos:reasons.${value}`) }))}
          defaultValue={isOwn ? result.values?.reason : ""}
          error={problemOf("reason")}
        />
        <TextArea
          name="comment"
          label={t("comment")}
          size="short"
          maxLength={1_000}
          defaultValue={isOwn ? result.values?.comment : ""}
          error={problemOf("comment")}
        />
        <Button
          type="submit"
          name="intent"
          value={intent}
          size="small"
          variant="danger"
          isBusy={fetcher.formData?.get("intent") === intent}
        >
          {t(isTakeDown ? "media.take_down_now" : "media.send_back_now")}
        </Button>
      </Form>
    </details>
  )
}

/** The descriptions of a photo, or the titles and descriptions of a video, in each language. */
function MediaItemTexts({ mediaItem: { alt, texts } }: { mediaItem: ReviewItem }) {
  const lines = [
    ...Object.entries(alt).map(([code, text]) => ({ code, text })),
    ...Object.entries(texts).flatMap(([code, text]) => [
      { code, text: text?.title },
      { code, text: text?.description },
    ]),
  ].filter(({ text }) => text)
  if (lines.length === 0) return null
  return (
    <ul className="mt-2 space-y-1 text-ui text-ink2">
      {lines.map(({ code, text }) => (
        <li key={`${code} ${text}`} lang={code} className="wrap-anywhere whitespace-pre-line">
          <span className="text-meta text-mute">{languageBadge(code)}</span> {text}
        </li>
      ))}
    </ul>
  )
}

/** The photo; the key Z, or a press, shows it whole. */
function ZoomedPhoto({ photo }: { photo: ReviewItem }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const [isOpen, setOpen] = useState(false)
  const { id, width, height, pass, alt } = photo
  const widths = variantWidths(width)
  const name = alt[locale] || t("media.photo")
  return (
    <>
      <a
        href={`/media/${encodeURIComponent(id)}/${widths.at(-1)}.webp${pass.query}`}
        aria-keyshortcuts="Z"
        className="group/zoom relative block rounded-card"
        onClick={(event) => {
          event.preventDefault()
          setOpen(true)
        }}
      >
        <WebpPicture
          id={id}
          width={width}
          height={height}
          widths={widths}
          query={pass.query}
          sizes="(width >= 1280px) 26vw, (width >= 640px) 45vw, 92vw"
          alt={name}
          className="aspect-[4/5] rounded-card"
        />
        <span className="absolute right-2 bottom-2 inline-flex items-center gap-1.5 rounded-badge bg-surface/92 px-2 py-1 text-badge text-ink">
          <ZoomIn aria-hidden className="size-3.5" />
          {t("media.zoom")}
          <KeyCap>Z</KeyCap>
        </span>
      </a>
      <Dialog
        open={isOpen}
        onClose={() => setOpen(false)}
        title={name}
        isTitleHidden
        isBare
        closeLabel={t("close")}
        size="wide"
      >
        <WebpPicture
          id={id}
          width={width}
          height={height}
          widths={widths}
          query={pass.query}
          sizes="880px"
          alt={name}
        />
      </Dialog>
    </>
  )
}
