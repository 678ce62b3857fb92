import { returnReasons } from "~/domain/profiles/editing/reasons"
import { useTranslation } from "~/i18n/use-translation"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { KeyCap } from "../key-legend"

export interface VerdictBarProps {
  /** The form that it ends. */
  form: string
  /** The whole profile awaits approval: words on it go to its owner. */
  isWhole: boolean
  hasEdits: boolean
  /** How many fields are to be accepted and sent back. */
  marked: { approved: number; returned: number }
  /** The intent that is being sent. */
  sending: string | undefined
  typed: Record<string, string>
  problemOf: (name: string) => string | undefined
}

/** The foot of a review: send back what is marked, or approve everything, which waits until nothing is. */
export function VerdictBar({ form, isWhole, hasEdits, marked, sending, typed, problemOf }: VerdictBarProps) {
  const { t } = useTranslation(["admin-review", "workshop"])
  const isMarked = marked.returned > 0
  const label =
    marked.returned > 0
      ? t("verdict.return_notes", { count: marked.returned })
      : marked.approved > 0 && !isWhole
        ? t("verdict.approve_some", { count: marked.approved })
        : t("verdict.return")
  return (
    <div
      data-bottom-bar="form"
      className="sticky bottom-0 z-20 -mx-4 border-t border-line bg-raised px-4 py-4 md:-mx-8 md:px-8 xl:mr-0 xl:ml-0 xl:rounded-t-card xl:border-x"
    >
      {isWhole && (
        <details className="mb-3" open={problemOf("verdict_reason") ? true : undefined}>
          <summary className="inline-block list-none rounded-badge text-ui">
            <span className="link">{t("verdict.words")}</span>
          </summary>
          <div className="mt-3 grid gap-4 md:grid-cols-[minmax(0,20rem)_minmax(0,1fr)]">
            <Select
              form={form}
              name="verdict_reason"
              label={t("reason")}
              placeholder={t("choose")}
              options={returnReasons.map((value) => ({ value, label: t(`workshop:reasons.${value}`) }))}
              defaultValue={typed.verdict_reason ?? ""}
              error={problemOf("verdict_reason")}
            />
            <TextArea
              form={form}
              name="verdict_comment"
              label={t("comment")}
              size="short"
              maxLength={1_000}
              defaultValue={typed.verdict_comment}
              error={problemOf("verdict_comment")}
            />
          </div>
        </details>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p id="verdict-hint" className="min-w-0 grow basis-full sm:basis-52 text-meta text-mute">
          {t(isMarked ? "verdict.waits" : isWhole ? "verdict.whole" : "verdict.fields")}
        </p>
        {(hasEdits || isWhole) && (
          <>
            <Button
              type="submit"
              form={form}
              name="intent"
              value="send_back"
              aria-keyshortcuts="R"
              isBusy={sending === "send_back"}
            >
              {label}
              <KeyCap>R</KeyCap>
            </Button>
            <Button
              type="submit"
              form={form}
              name="intent"
              value="approve_all"
              variant="primary"
              aria-keyshortcuts="A"
              aria-describedby="verdict-hint"
              disabled={isMarked}
              isBusy={sending === "approve_all"}
            >
              {t("verdict.approve_all")}
              <KeyCap>A</KeyCap>
            </Button>
          </>
        )}
      </div>
    </div>
  )
}
