import type { Proposal } from "~/domain/decisions/second-look/schema"
import { useTranslation } from "~/i18n/use-translation"

export interface ProposalLineProps {
  proposal: Proposal
  /** In the reader's language; null: an approval needs none. */
  reason: string | null
}

/** A new reviewer's proposal, and its reason. */
export function ProposalLine({ proposal: { decision, comment, proposed_by }, reason }: ProposalLineProps) {
  const { t } = useTranslation("admin-review")
  return (
    <>
      {t("second_look.by", { name: proposed_by ?? "", decision: t(`second_look.decisions.${decision}`) })}
      {reason && (
        <span className="block wrap-anywhere whitespace-pre-line text-ink2">
          {t("second_look.because", { reason })} {comment}
        </span>
      )}
    </>
  )
}
