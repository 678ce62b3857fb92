import { returnReasons } from "~/domain/profiles/editing/reasons"
import type { Review } from "~/domain/profiles/editing/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { TextArea } from "~/ui/form/field"
import { Select } from "~/ui/form/select"

export interface ProfileMovesProps {
  review: Pick<Review, "state" | "version">
  address: string
  next: string
  result: FormResult | undefined
  /** Leads have the review, and the reader is none: they refuse nothing. */
  isClosed: boolean
}

const restrictions = {
  in_review: "reject",
  submitted: "reject",
  approved: "suspend",
  published: "suspend",
  paused: "suspend",
} as const

/** Other actions on a profile: refuse it, suspend it, or end a suspension. */
export function ProfileMoves(props: ProfileMovesProps) {
  const { review, address, next, result, isClosed } = props
  const { state, version } = review
  const { t } = useTranslation(["admin-review", "workshop", "errors"])
  const hidden = (
    <>
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="next" value={next} />
    </>
  )
  if (state === "suspended") {
    return (
      <Form method="post" action={address} className="mt-10 border-t border-line pt-6">
        {hidden}
        <p className="measure mb-3 text-ui text-ink2">{t("moves.reinstate_text")}</p>
        <Button type="submit" name="intent" value="reinstate">
          {t("moves.reinstate")}
        </Button>
      </Form>
    )
  }
  const move = state in restrictions ? restrictions[state as keyof typeof restrictions] : null
  if (!move || (move === "reject" && isClosed)) return null
  const isOwn = result?.intent === move
  const problemOf = (name: string) =>
    isOwn ? result.problems?.[name]?.map((problem) => t(`errors:fields.${problem}`)).join(" ") : undefined
  return (
    <details className="mt-10 border-t border-line pt-6" open={isOwn && result.isError ? true : undefined}>
      <summary className="inline-block list-none rounded-badge text-ui">
        <span className="link text-bad">{t(`moves.${move}`)}</span>
      </summary>
      <Form method="post" action={address} className="mt-4 max-w-2xl space-y-4">
        {hidden}
        <p className="text-ui text-ink2">{t(`moves.${move}_text`)}</p>
        <Select
          name="verdict_reason"
          required
          label={t("reason")}
          placeholder={t("choose")}
          options={returnReasons.map((value) => ({ value, label: t(`workshop:reasons.${value}`) }))}
          defaultValue={isOwn ? result.values?.verdict_reason : ""}
          error={problemOf("verdict_reason")}
        />
        <TextArea
          name="verdict_comment"
          label={t("comment")}
          size="short"
          maxLength={1_000}
          defaultValue={isOwn ? result.values?.verdict_comment : ""}
          error={problemOf("verdict_comment")}
        />
        <Button type="submit" name="intent" value={move} variant="danger">
          {t(`moves.${move}`)}
        </Button>
      </Form>
    </details>
  )
}
