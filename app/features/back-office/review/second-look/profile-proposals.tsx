import { useNavigation } from "@remix-run/react"
import Eye from "lucide-react/icons/eye"
import type { Review } from "~/domain/profiles/editing/schema"
import { formatLanguage } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import type { ShownField } from "../shown-field"
import { ProposalLine } from "./proposal-line"

/** The intent of the form. */
export type ProposalIntent = "confirm"

export interface ProfileProposalsProps {
  review: Pick<Review, "proposals" | "second_look" | "is_yours">
  fields: readonly ShownField[]
  address: string
  next: string
  /** Leads have it, and the reader is none. */
  isClosed: boolean
}

/** Decisions of a new reviewer on a profile that await a second look, and the button that confirms them. */
export function ProfileProposals({ review, fields, address, next, isClosed }: ProfileProposalsProps) {
  const { t } = useTranslation(["admin-review", "workshop"])
  const locale = useLocale()
  const { formData } = useNavigation()
  const { proposals, second_look, is_yours } = review
  if (proposals.length === 0) return null
  const others = proposals.filter((proposal) => !proposal.is_yours)
  const mayConfirm = others.length > 0 && second_look === null && !is_yours && !isClosed
  const nameOf = (field: string) => {
    const shown = fields.find((one) => one.field === field)
    if (!shown) return t("second_look.whole")
    return shown.lang ? `${shown.label} · ${formatLanguage(shown.lang, locale)}` : shown.label
  }
  return (
    <section aria-labelledby="proposals" className="mt-6 rounded-card bg-warn-soft px-4 py-3.5 text-ui">
      <h2 id="proposals" className="flex gap-2 font-semibold">
        <Eye aria-hidden className="mt-0.5 size-4.5 shrink-0 text-warn" />
        {t("second_look.title")}
      </h2>
      <dl className="mt-2 space-y-2 pl-6.5">
        {proposals.map((proposal) => (
          <div key={proposal.id}>
            <dt className="font-medium">{nameOf(proposal.field)}</dt>
            <dd>
              <ProposalLine
                proposal={proposal}
                reason={proposal.reason && t(`workshop:reasons.${proposal.reason as "other"}`)}
              />
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-3 pl-6.5 text-ink2">
        {t(mayConfirm ? "second_look.otherwise" : others.length > 0 ? "second_look.new" : "second_look.yours")}
      </p>
      {mayConfirm && (
        <Form method="post" action={address} className="mt-3 pl-6.5">
          <input type="hidden" name="proposals" value={others.map(({ id }) => id).join(",")} />
          <input type="hidden" name="next" value={next} />
          <Button type="submit" name="intent" value="confirm" isBusy={formData?.get("intent") === "confirm"}>
            {t("second_look.confirm")}
          </Button>
        </Form>
      )}
    </section>
  )
}
