import type { useFetcher } from "@remix-run/react"
import Eye from "lucide-react/icons/eye"
import type { ReviewItem } from "~/domain/media/review/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { ProposalLine } from "./proposal-line"

export interface MediaProposalProps {
  mediaItem: ReviewItem
  fetcher: ReturnType<typeof useFetcher<FormResult>>
  address: string
  mayConfirm: boolean
}

/** The decision of a new reviewer on a photo or video, and the button that confirms it. */
export function MediaProposal({ mediaItem: { id, proposal }, fetcher, address, mayConfirm }: MediaProposalProps) {
  const { t } = useTranslation(["admin-review", "photos"])
  if (!proposal) return null
  return (
    <div className="mt-3 rounded-card bg-warn-soft px-3 py-2.5 text-ui">
      <p className="flex gap-2 font-medium">
        <Eye aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
        {t("second_look.title")}
      </p>
      <p className="mt-1">
        <ProposalLine
          proposal={proposal}
          reason={proposal.reason && t(`photos:reasons.${proposal.reason as "rules"}`)}
        />
      </p>
      <p className="mt-1 text-ink2">
        {t(mayConfirm ? "second_look.otherwise" : proposal.is_yours ? "second_look.yours" : "second_look.new")}
      </p>
      {mayConfirm && (
        <Form fetcher={fetcher} method="post" action={address} className="mt-2">
          <input type="hidden" name="id" value={id} />
          <input type="hidden" name="proposal" value={proposal.id} />
          <Button
            type="submit"
            name="intent"
            value="confirm_medium"
            size="small"
            isBusy={fetcher.formData?.get("intent") === "confirm_medium"}
          >
            {t("second_look.confirm")}
          </Button>
        </Form>
      )}
    </div>
  )
}
