import { useNavigation } from "@remix-run/react"
import CircleCheck from "lucide-react/icons/circle-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Hourglass from "lucide-react/icons/hourglass"
import type { Identity } from "~/domain/verification/identity/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { LeaveResult } from "~/features/billing/leave-for-payment"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { LeaveSite } from "~/ui/navigation/leave-site"

/** The intents of the forms that begin a check. */
export type IdentityIntent = "start" | "staff"

export interface IdentityPanelProps {
  identity: Identity
  result: LeaveResult | undefined
}

const tones = { ok: "text-ok", warn: "text-warn", waits: "text-mute" }

/** `warn`: the owner has something to do. */
function toneOf({ status, due_at, can_start }: Identity): keyof typeof tones {
  if (status === "verified") return due_at !== null && can_start ? "warn" : "ok"
  return can_start ? "warn" : "waits"
}

/** Returns what is true of a check now and, where its owner has something to do, what that is. */
function useSentence({ status, method, checked_at, due_at, due_reason, can_start }: Identity): string {
  const { t } = useTranslation("identity")
  const locale = useLocale()
  if (method === "staff" && (status === "pending" || status === "processing")) return t("check.at_staff")
  if (status !== "verified") return t(`check.states.${status}`)
  // A verified check has its date.
  const month = formatDate(checked_at as number, locale, "month")
  if (due_at === null) return t("check.confirmed", { month })
  const date = formatDate(due_at, locale, "date")
  if (!can_start) return t("check.confirmed_until", { month, date })
  const due = t("check.due", { date })
  return due_reason ? `${t(`check.reasons.${due_reason}`)} ${due}` : due
}

/** Where somebody's identity check stands, in one sentence, and what they can do about it. */
export function IdentityPanel({ identity, result }: IdentityPanelProps) {
  const { t } = useTranslation("identity")
  useFormResult(result)
  const { status, can_start, can_ask_staff } = identity
  const isRunning = useNavigation().formMethod === "POST"
  const tone = toneOf(identity)
  const sentence = useSentence(identity)
  const Icon = tone === "ok" ? CircleCheck : tone === "warn" ? CircleAlert : Hourglass
  return (
    <section aria-labelledby="check">
      <h2 id="check" className="text-subsection">
        {t("check.title")}
      </h2>
      <div className="mt-5 flex max-w-2xl items-start gap-3 rounded-panel border border-line bg-surface px-5 py-4">
        <Icon aria-hidden className={classNames("mt-0.5 size-5 shrink-0", tones[tone])} />
        <p className="min-w-0 text-body">{sentence}</p>
      </div>
      {result?.leave ? (
        <LeaveSite to={result.leave} text={t("leave.text")} link={t("leave.link")} />
      ) : (
        <>
          <FormNotice result={result} />
          {can_start && (
            <Form method="post" className="mt-6">
              <Button type="submit" name="intent" value="start" variant="primary" size="large" isBusy={isRunning}>
                {t(status === "pending" || status === "needs_input" ? "check.continue" : "check.start")}
              </Button>
            </Form>
          )}
          {can_ask_staff && <StaffRoute />}
        </>
      )}
      <p className="measure mt-6 text-meta text-mute">{t("check.stored")}</p>
    </section>
  )
}

function StaffRoute() {
  const { t } = useTranslation("identity")
  return (
    <Form method="post" className="mt-8 border-t border-line pt-5">
      <p className="measure text-ui text-ink2">{t("check.staff_text")}</p>
      <Button type="submit" name="intent" value="staff" className="mt-4">
        {t("check.staff")}
      </Button>
    </Form>
  )
}
