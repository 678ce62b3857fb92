import Check from "lucide-react/icons/check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import CornerUpLeft from "lucide-react/icons/corner-up-left"
import Eye from "lucide-react/icons/eye"
import Flag from "lucide-react/icons/flag"
import MessageSquare from "lucide-react/icons/message-square"
import { useRef } from "react"
import { returnReasons } from "~/domain/profiles/editing/reasons"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Badge } from "~/ui/badge"
import { FieldError, TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { KeyCap } from "../key-legend"
import { ComparedText } from "./compared-text"
import type { ShownField } from "./shown-field"

export interface FieldReviewProps {
  edit: ShownField
  /** Somebody else gives the proposed decision on it a second look. */
  isHeld: boolean
  /** The reader may decide on the review. */
  isDecidable: boolean
  /** Submitted values of a rejected form. */
  typed: Record<string, string>
  problemOf: (name: string) => string | undefined
  /** The owner changed it since the page was opened. */
  isChanged: boolean
}

/** An edit beside what is live, and the decision on it. */
export function FieldReview({ edit, isHeld, isDecidable, typed, problemOf, isChanged }: FieldReviewProps) {
  const { t } = useTranslation(["admin-review", "workshop", "errors"])
  const locale = useLocale()
  const { field, label, lang, version, state, flags, rise } = edit
  const isPending = state === "pending" && !isHeld && isDecidable
  return (
    <section
      aria-label={lang ? `${label} · ${formatLanguage(lang, locale)}` : label}
      data-item={isPending || undefined}
      tabIndex={isPending ? -1 : undefined}
      data-reviewed-field
      className="scroll-my-24 border-t border-line py-6 outline-offset-4"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="text-body font-medium">
          {label}
          {lang && <span className="font-normal text-mute"> · {formatLanguage(lang, locale)}</span>}
        </h3>
        <Badge tone={rise ? "warn" : "neutral"}>{rise ?? t("changed")}</Badge>
        {flags.map((flag) => (
          <Badge key={flag} tone="warn" icon={<Flag aria-hidden />}>
            {t(`flags.${flag}`)}
          </Badge>
        ))}
        {isPending && <Decisions field={field} version={version} typed={typed} name={label} />}
        {isHeld && (
          <Badge tone="warn" icon={<Eye aria-hidden />} className="ml-auto">
            {t("second_look.title")}
          </Badge>
        )}
        {state === "returned" && (
          <Badge tone="bad" icon={<CornerUpLeft aria-hidden />} className="ml-auto">
            {t("sent_back")}
          </Badge>
        )}
      </div>
      <div className="mt-3 grid gap-3 md:grid-cols-2">
        <ComparedText label={t("live")} parts={edit.live} lang={lang} look="live" />
        <ComparedText label={t("proposed")} parts={edit.proposed} lang={lang} look="proposed" />
      </div>
      {isChanged && (
        <p className="mt-3">
          <FieldError>{t("errors:fields.changed")}</FieldError>
        </p>
      )}
      {isPending && (
        <div className="mt-3 hidden gap-4 in-[[data-reviewed-field]:has([value=return]:checked)]:grid md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
          <Select
            name={`reason.${field}`}
            label={t("reason")}
            placeholder={t("choose")}
            options={returnReasons.map((value) => ({ value, label: t(`workshop:reasons.${value}`) }))}
            defaultValue={typed[`reason.${field}`] ?? ""}
            error={problemOf(`reason.${field}`)}
          />
          <TextArea
            name={`comment.${field}`}
            label={t("comment")}
            size="short"
            maxLength={1_000}
            defaultValue={typed[`comment.${field}`]}
            error={problemOf(`comment.${field}`)}
          />
        </div>
      )}
      {state === "returned" && (
        <p className="mt-3 flex gap-2 text-ui text-bad">
          <MessageSquare aria-hidden className="mt-0.5 size-4 shrink-0" />
          {[edit.reason && t(`workshop:reasons.${edit.reason}`), edit.comment].filter(Boolean).join(" ")}
        </p>
      )}
    </section>
  )
}

const choiceClass =
  "touch-target inline-flex min-h-8 cursor-pointer items-center gap-1.5 rounded-small border border-line2 bg-surface px-3 text-meta font-medium transition-colors hover:bg-sunk has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ink"

/** The two choices of an edit: to be accepted, or to be sent back. Nothing is decided before the form is sent. */
function Decisions({
  field,
  version,
  typed,
  name,
}: Pick<ShownField, "field" | "version"> & { typed: FieldReviewProps["typed"]; name: string }) {
  const { t } = useTranslation("admin-review")
  const group = useRef<HTMLFieldSetElement>(null)
  const chosen = typed[`decision.${field}`]
  return (
    <fieldset ref={group} className="ml-auto flex min-w-0 gap-2">
      <legend className="sr-only">{t("decision", { name })}</legend>
      <input type="hidden" name={`edit.${field}`} value={version} />
      <label
        className={classNames(choiceClass, "has-checked:border-transparent has-checked:bg-ok-soft has-checked:text-ok")}
      >
        <input
          type="radio"
          name={`decision.${field}`}
          value="approve"
          defaultChecked={chosen === "approve"}
          aria-keyshortcuts="Y"
          className="sr-only"
        />
        <Check aria-hidden className="size-4" />
        {t("accept")}
        <KeyCap>Y</KeyCap>
      </label>
      <label
        className={classNames(
          choiceClass,
          "has-checked:border-transparent has-checked:bg-bad-soft has-checked:text-bad",
        )}
      >
        <input
          type="radio"
          name={`decision.${field}`}
          value="return"
          defaultChecked={chosen === "return"}
          aria-keyshortcuts="N"
          className="sr-only"
          onChange={() => {
            const reason = group.current?.closest("section")?.querySelector<HTMLElement>("select")
            // The reason appears with this choice.
            requestAnimationFrame(() => reason?.focus())
          }}
        />
        <CornerUpLeft aria-hidden className="size-4" />
        {t("send_back")}
        <KeyCap>N</KeyCap>
      </label>
    </fieldset>
  )
}

/** Problems that a profile has before its owner can publish it. */
export function Lacking({ problems }: { problems: readonly string[] }) {
  const { t } = useTranslation(["admin-review", "workshop"])
  if (problems.length === 0) return null
  return (
    <div className="mt-6 rounded-card bg-warn-soft px-4 py-3.5 text-ui">
      <p className="flex gap-2 font-semibold">
        <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
        {t("lacking")}
      </p>
      <ul className="mt-1.5 list-disc space-y-0.5 pl-11">
        {problems.map((problem) => (
          <li key={problem}>{t(`workshop:items.${problem as "rate"}`)}</li>
        ))}
      </ul>
    </div>
  )
}
