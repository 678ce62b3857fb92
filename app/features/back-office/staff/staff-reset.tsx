import type { StaffMember } from "~/domain/accounts/staff/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button, buttonClass } from "~/ui/button"
import { TextArea } from "~/ui/form/field"

/** The intents of the forms. */
export type ResetIntent = "propose_reset" | "confirm_reset" | "withdraw_reset"

export interface StaffResetProps {
  member: StaffMember
  /** The reader may reset second factors, and this is not their own. */
  mayReset: boolean
  /** Of a rejected proposal. */
  result: FormResult | undefined
}

/** The reset of a lost second factor: its proposal, or what becomes of one that awaits a second person. */
export function StaffReset({ member, mayReset, result }: StaffResetProps) {
  const { t } = useTranslation("admin-staff")
  const locale = useLocale()
  const { id, reset, has_second_factor } = member
  if (!reset) return mayReset && has_second_factor ? <Proposal member={member} result={result} /> : null
  const { proposed_by: name, proposed_at, expires_at, reason, is_yours } = reset
  return (
    <div className="mt-2 rounded-card bg-warn-soft px-3 py-2.5 font-normal">
      <p>{t("reset.waiting", { name, date: formatDate(expires_at, locale, "day") })}</p>
      <p className="mt-1 wrap-anywhere whitespace-pre-line text-ink2">{reason}</p>
      {is_yours && <p className="mt-1 text-ink2">{t("reset.yours")}</p>}
      {mayReset && (
        <Form method="post" className="mt-2 flex flex-wrap gap-2">
          <input type="hidden" name="user" value={id} />
          <input type="hidden" name="proposed_at" value={proposed_at} />
          {!is_yours && (
            <Button type="submit" name="intent" value="confirm_reset" size="small" variant="danger">
              {t("reset.confirm")}
            </Button>
          )}
          <Button type="submit" name="intent" value="withdraw_reset" size="small">
            {t("reset.withdraw")}
          </Button>
        </Form>
      )}
    </div>
  )
}

function Proposal({ member: { id, name }, result }: Omit<StaffResetProps, "mayReset">) {
  const { t } = useTranslation("admin-staff")
  const { form, field } = useFormResult(result)
  return (
    <details className="mt-2 font-normal" open={result?.isError ? true : undefined}>
      <summary
        aria-label={t("reset.ask_named", { name })}
        className={classNames(buttonClass({ size: "small", variant: "ghost" }), "list-none")}
      >
        {t("reset.ask")}
      </summary>
      <Form ref={form} method="post" noValidate className="mt-2 space-y-3">
        <input type="hidden" name="user" value={id} />
        <p className="text-ink2">{t("reset.text", { name })}</p>
        <TextArea
          {...field("reason")}
          required
          label={t("reset.reason")}
          hint={t("reset.reason_hint")}
          size="short"
          maxLength={500}
        />
        <Button type="submit" name="intent" value="propose_reset" size="small">
          {t("reset.submit")}
        </Button>
      </Form>
    </details>
  )
}
