import { useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import type { MemberAction } from "~/domain/back-office/members/members"
import type { RuleStrikes } from "~/domain/decisions/strikes"
import type { ReasonTemplate } from "~/domain/decisions/templates"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import { useTranslation } from "~/i18n/use-translation"
import { type FormResult, useFormResult } from "~/remix/form"
import { Form } from "~/remix/idempotency/single-form"
import { Button } from "~/ui/button"
import { ReasonField } from "../cases/reason-field"
import { DurationSelect } from "./duration-select"
import { RuleSelect } from "./rule-select"

/** The intents of the forms. */
export type ActionIntent = MemberAction | "end_session"

type ActionFormProps = {
  action: ActionIntent
  label: string
  /** Effect on the member. */
  about: string
  isDangerous: boolean
  durations: readonly number[]
  /** The rules of which an act that restricts cites one. */
  rules: readonly RuleStrikes[]
  /** For reasons that the member reads. */
  templates?: readonly ReasonTemplate[]
  /** The member's language. */
  language?: string
  result: FormResult | undefined
  /** Closes the dialog; without one there is none. */
  onCancel?: () => void
  /** Hidden fields of the act. */
  children?: ReactNode
}

/** Whose reason is mailed to the member. */
const mailed: readonly string[] = ["warn", "limit", "suspend", "close"]

/** The form of one act: the rule, its reason, and how long a limit or suspension lasts. */
export function ActionForm({
  action,
  label,
  about,
  isDangerous,
  durations,
  rules,
  templates = [],
  language,
  result,
  onCancel,
  children,
}: ActionFormProps) {
  const { t } = useTranslation(["admin-users", "admin-kit"])
  const { form, field } = useFormResult(result)
  const { formData } = useNavigation()
  return (
    <Form ref={form} method="post" preventScrollReset className="space-y-5">
      <p className="text-body text-ink2">{about}</p>
      {result?.isError && <FormNotice result={result} />}
      <input type="hidden" name="intent" value={action} />
      {children}
      {rules.length > 0 && <RuleSelect rules={rules} field={field("policy")} />}
      {(action === "limit" || action === "suspend") && <DurationSelect durations={durations} field={field("hours")} />}
      <ReasonField
        {...field("reason")}
        label={t("admin-kit:reason.label")}
        hint={t(mailed.includes(action) ? "reason.mailed" : "reason.internal")}
        templates={mailed.includes(action) ? templates : []}
        language={mailed.includes(action) ? language : undefined}
        required
      />
      <div className="flex flex-wrap justify-end gap-2.5 max-sm:*:grow">
        {onCancel && <Button onClick={onCancel}>{t("admin-kit:cancel")}</Button>}
        <Button
          type="submit"
          variant={isDangerous ? "danger-filled" : "primary"}
          isBusy={formData?.get("intent") === action}
        >
          {label}
        </Button>
      </div>
    </Form>
  )
}
