import { useFetcher, useNavigation, useRevalidator } from "@remix-run/react"
import ChevronDown from "lucide-react/icons/chevron-down"
import ChevronUp from "lucide-react/icons/chevron-up"
import Clock from "lucide-react/icons/clock"
import { useEffect, useRef, useState } from "react"
import { callApi } from "~/browser/call-api"
import type { WaitingKind } from "~/domain/back-office/review-queue/kinds"
import type { WaitingItem } from "~/domain/back-office/review-queue/schema"
import type { ReviewItem } from "~/domain/media/review/schema"
import type { Review } from "~/domain/profiles/editing/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { formatDate, formatLanguage, formatNumber, formatTime } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Badge } from "~/ui/badge"
import { IconLink } from "~/ui/button"
import { AppLink } from "~/ui/navigation/app-link"
import { lateness, useFormatAge } from "../age"
import { SubjectCases } from "../cases/subject-cases"
import { KeyCap, KeyLegend } from "../key-legend"
import { DecidedMedia } from "../media/decided-media"
import { DecisionToasts } from "../media/decision-toasts"
import { type MediaItemIntent, MediaItemReview } from "../media/media-item-review"
import { useKeys } from "../use-keys"
import { ClaimLine } from "./claim-line"
import { DoneNotice } from "./done-notice"
import { FieldReview, Lacking } from "./field-review"
import { ProfileMoves } from "./profile-moves"
import { AskLead, Escalated, type EscalationIntent } from "./second-look/escalation"
import { ProfileProposals, type ProposalIntent } from "./second-look/profile-proposals"
import { SecondLookNote } from "./second-look/second-look-note"
import type { ShownField } from "./shown-field"
import { useReviewDraft } from "./use-review-draft"
import { VerdictBar } from "./verdict-bar"
import { queuePath } from "./waiting"
import { WaitingColumn } from "./waiting-column"

/** The intents of the forms of a profile under review. */
export type ReviewIntent =
  | MediaItemIntent
  | ProposalIntent
  | EscalationIntent
  | "claim"
  | "release"
  | "approve_all"
  | "send_back"
  | "reject"
  | "suspend"
  | "reinstate"

export interface ProfileReviewProps {
  review: Omit<Review, "content" | "edits">
  fields: { changed: ShownField[]; unchanged: { field: string; label: string; lang: Locale | null; text: string }[] }
  media: ReviewItem[]
  queue: { items: WaitingItem[]; total: number; place: number }
  kind: WaitingKind | null
  /** The reader decides on what is handed to leads. */
  isLead: boolean
  previous: string | null
  next: string
  now: number
  result: FormResult | undefined
}

const formId = "review"

/** A profile under review: the queue on the left, what changed on the right, the decision at the foot. */
export function ProfileReview(props: ProfileReviewProps) {
  const { review, fields, media, queue, kind, isLead, next, now, result } = props
  const { t } = useTranslation("admin-review")
  const { formData } = useNavigation()
  const claiming = useFetcher<FormResult>()
  const { form, problemOf, typed } = useReviewForm(result)
  const { marked, onChange } = useReviewDraft(form, review.id)
  const address = `/dashboard/admin/profiles/${review.id}/review${kind ? `?kind=${kind}` : ""}`
  const changedSince = useChangedFields(fields.changed)
  useKeys("arrows")
  const pending = fields.changed.filter(({ state }) => state === "pending")
  const isClosed = review.escalation !== null && !isLead
  const isNew = review.second_look !== null
  const isOpen = !review.is_yours && !isClosed
  // Fields, and with an empty one the whole profile, on which somebody else gives the second look.
  const held = new Set(review.proposals.filter(({ is_yours }) => isNew || is_yours).map(({ field }) => field))
  const hasFree = held.size === 0 || pending.some(({ field }) => !held.has(field))
  const isDecidable = review.submitted_at !== null && isOpen && !held.has("") && hasFree
  const toDecide = media.filter(({ state }) => state === "ready")
  const isWaiting = review.submitted_at !== null || toDecide.length > 0
  const claimOnFirst = () => {
    onChange()
    const isFree = review.claimed_until === null && claiming.state === "idle"
    if (isFree && isDecidable) claiming.submit({ intent: "claim" }, { method: "post", action: address })
  }
  // Somebody who goes on without a decision leaves the review to others.
  const release = () => {
    const isIdle = marked.approved + marked.returned === 0
    if (!review.is_claimed_by_you || !isIdle) return
    const path = `/api/admin/profiles/${review.id}/claim`
    void callApi(path, { method: "DELETE", keepalive: true, isQuiet: true }).catch(() => {})
  }
  return (
    <div className="gap-8 xl:grid xl:grid-cols-[13.5rem_minmax(0,1fr)]">
      <WaitingColumn items={queue.items} total={queue.total} kind={kind} current={review.id} now={now} />
      <div className="min-w-0">
        <Head {...props} onLeave={release} />
        <DoneNotice />
        <DecisionToasts media={media} />
        <SecondLookNote secondLook={review.second_look} />
        <Escalated escalation={review.escalation} isLead={isLead} address={address} />
        {!isClosed && (
          <div className="mt-4">
            <ClaimLine review={review} address={address} fetcher={claiming} />
          </div>
        )}
        <FormNotice result={claiming.data?.isError ? claiming.data : result?.message ? result : undefined} />
        <Lacking problems={review.problems} />
        <ProfileCases review={review} />
        <ProfileProposals review={review} fields={fields.changed} address={address} next={next} isClosed={isClosed} />
        {toDecide.length > 0 && (
          <section aria-labelledby="media" className="mt-8">
            <h2 id="media" className="text-body font-medium">
              {t("media.title")}{" "}
              <span className="ml-2 text-ui font-normal text-mute">{t("media.count", { count: toDecide.length })}</span>
            </h2>
            <div className="mt-3 grid items-start gap-4 sm:grid-cols-2 2xl:grid-cols-3">
              {toDecide.map((mediaItem) => (
                <MediaItemReview
                  key={mediaItem.id}
                  mediaItem={mediaItem}
                  address={address}
                  result={result}
                  isNew={isNew}
                  isClosed={isClosed}
                />
              ))}
            </div>
          </section>
        )}
        <Form
          id={formId}
          ref={form}
          method="post"
          action={address}
          noValidate
          onChange={claimOnFirst}
          className="mt-8"
          aria-label={t("fields_title")}
        >
          <h2 className="sr-only">{t("fields_title")}</h2>
          <input type="hidden" name="version" value={review.version} />
          <input type="hidden" name="next" value={next} />
          {fields.changed.length > 0 ? (
            fields.changed.map((edit) => (
              <FieldReview
                key={edit.field}
                edit={edit}
                isHeld={held.has(edit.field)}
                isDecidable={isDecidable}
                typed={typed}
                problemOf={problemOf}
                isChanged={changedSince(edit) || problemOf(`edit.${edit.field}`) !== undefined}
              />
            ))
          ) : (
            <p className="border-t border-line pt-6 text-ui text-ink2">{t("no_edits")}</p>
          )}
        </Form>
        <Unchanged fields={fields.unchanged} isOpen={review.is_whole && pending.length === 0} />
        <DecidedMedia media={media.filter(({ state }) => state !== "ready")} address={address} result={result} />
        {isOpen && isWaiting && review.escalation === null && !isLead && (
          <AskLead address={address} next={next} result={result?.intent === "escalate" ? result : undefined} />
        )}
        {!review.is_yours && (
          <ProfileMoves review={review} address={address} next={next} result={result} isClosed={isClosed} />
        )}
        {isDecidable && (
          <VerdictBar
            form={formId}
            isWhole={review.is_whole}
            hasEdits={pending.length > 0}
            marked={marked}
            sending={formData?.get("intent")?.toString()}
            typed={typed}
            problemOf={problemOf}
          />
        )}
      </div>
    </div>
  )
}

/** The form's refusal, if it was this one that was sent; what others decided meanwhile is fetched. */
function useReviewForm(result: FormResult | undefined) {
  const { t } = useTranslation("errors")
  const isOwn = result?.intent === "send_back" || result?.intent === "approve_all"
  const own = isOwn ? result : undefined
  const { form } = useFormResult(own)
  const { revalidate } = useRevalidator()
  const conflicts = ["conflict.changed", "workshop.claimed", "review.escalated", "review.second_look"]
  const isConflict = result?.code !== undefined && conflicts.includes(result.code)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each result
  useEffect(() => {
    if (isConflict) revalidate()
  }, [result])
  return {
    form: form as typeof form & { current: HTMLFormElement | null },
    typed: own?.values ?? {},
    problemOf: (name: string) => own?.problems?.[name]?.map((problem) => t(`fields.${problem}`)).join(" "),
  }
}

/** Returns whether an edit has another version than when the page was opened. */
function useChangedFields(edits: ShownField[]): (edit: ShownField) => boolean {
  const [opened] = useState(() => new Map(edits.map(({ field, version }) => [field, version])))
  const seen = useRef(opened)
  return ({ field, version }) => seen.current.has(field) && seen.current.get(field) !== version
}

function Head({ review, queue, previous, next, now, onLeave }: ProfileReviewProps & { onLeave: () => void }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  const formatAge = useFormatAge()
  const { name, slug, submitted_at: at } = review
  // A profile waits since its oldest part does, as the queue says.
  const since = queue.items.find(({ id }) => id === review.id)?.waiting_since ?? at
  const sentences: string[] = []
  if (at === null || review.state !== "submitted") sentences.push(t(`states.${review.state}`))
  if (at !== null) sentences.push(t("submitted", { date: formatDate(at, locale, "day"), time: formatTime(at, locale) }))
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 text-ui">
        <AppLink to={queuePath} className="link">
          {t("queue.title")}
        </AppLink>
        {since !== null && (
          <Badge tone={now - since >= lateness.overdue ? "bad" : "warn"} icon={<Clock aria-hidden />}>
            {t("waiting", { age: formatAge(now - since) })}
          </Badge>
        )}
        <div className="ml-auto flex items-center gap-2">
          {queue.place > 0 && (
            <span className="text-ink2 tabular-nums">
              {t("place", { place: formatNumber(queue.place, locale), total: formatNumber(queue.total, locale) })}
            </span>
          )}
          <KeyCap>K</KeyCap>
          <IconLink
            to={previous ?? queuePath}
            label={t("keys.previous")}
            look="outlined"
            aria-keyshortcuts="K"
            onClick={onLeave}
          >
            <ChevronUp />
          </IconLink>
          <KeyCap>J</KeyCap>
          <IconLink to={next} label={t("keys.next")} look="outlined" aria-keyshortcuts="J" onClick={onLeave}>
            <ChevronDown />
          </IconLink>
          <KeyLegend keys={useLegend()} />
        </div>
      </div>
      <h1 className="mt-4 text-office-title wrap-anywhere">{name}</h1>
      <p className="mt-1.5 text-ui text-ink2">
        {sentences.join(". ")}{" "}
        {review.state === "published" && (
          <AppLink to={`/escorts/${slug}`} className="link">
            {t("public_page")}
          </AppLink>
        )}
      </p>
    </>
  )
}

/** The cases about the profile and what belongs to it; nothing without any. */
function ProfileCases({ review: { id, cases } }: Pick<ProfileReviewProps, "review">) {
  const { t } = useTranslation("admin-cases")
  if (!cases || cases.all === 0) return null
  return (
    <section aria-labelledby="cases" className="mt-8">
      <h2 id="cases" className="text-body font-medium">
        {t("title")}
      </h2>
      <SubjectCases cases={cases} kind="profile" id={id} />
    </section>
  )
}

function useLegend() {
  const { t } = useTranslation("admin-review")
  return [
    { keys: ["J", "K"], text: t("keys.profiles") },
    { keys: ["ArrowRight", "ArrowLeft"], text: t("keys.items") },
    { keys: ["Y", "N"], text: t("keys.decide") },
    { keys: ["Z"], text: t("keys.zoom") },
    { keys: ["C"], text: t("keys.claim") },
    { keys: ["R"], text: t("keys.return") },
    { keys: ["A"], text: t("keys.approve") },
  ]
}

/** Fields of the profile without an edit. */
function Unchanged({ fields, isOpen }: { fields: ProfileReviewProps["fields"]["unchanged"]; isOpen: boolean }) {
  const { t } = useTranslation("admin-review")
  const locale = useLocale()
  return (
    <details open={isOpen} className="border-t border-line py-6">
      <summary className="inline-block list-none rounded-badge text-ui">
        <span className="link">{t("unchanged")}</span>
      </summary>
      <dl className="mt-4 grid gap-x-8 gap-y-4 md:grid-cols-2">
        {fields.map(({ field, label, lang, text }) => (
          <div key={field}>
            <dt className="text-meta text-mute">
              {label}
              {lang && ` · ${formatLanguage(lang, locale)}`}
            </dt>
            <dd lang={lang ?? undefined} className="mt-0.5 text-ui wrap-anywhere whitespace-pre-line">
              {text || t("empty")}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
