import { useSearchParams } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import { useTranslation } from "~/i18n/use-translation"
import { Banner } from "~/ui/feedback/banner"

/** Last decisions, which the address of the next page names. */
const doneActions = [
  "approved",
  "returned",
  "rejected",
  "suspended",
  "reinstated",
  "accepted",
  "declined",
  "proposed",
  "confirmed",
  "escalated",
] as const
export type DoneAction = (typeof doneActions)[number]

/** Says what was just decided: the page is that of the next in the queue. */
export function DoneNotice() {
  const { t } = useTranslation("admin-review")
  const [query] = useSearchParams()
  const done = doneActions.find((one) => one === query.get("done"))
  return (
    <div role="status">
      {done && <Banner icon={<CircleCheck className="text-ok" />} fact={t(`done.${done}`)} className="mt-4" />}
    </div>
  )
}
