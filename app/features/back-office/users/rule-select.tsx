import { useState } from "react"
import type { RuleStrikes } from "~/domain/decisions/strikes"
import { useTranslation } from "~/i18n/use-translation"
import type { useFormResult } from "~/remix/form"
import { Select } from "~/ui/form/select"
import { useStep } from "./strike-list"

type RuleSelectProps = { rules: readonly RuleStrikes[]; field: ReturnType<ReturnType<typeof useFormResult>["field"]> }

/** Chooses the rule that a sanction cites; says how often the member has broken it, and what the ladder suggests. */
export function RuleSelect({ rules, field }: RuleSelectProps) {
  const { t } = useTranslation("admin-users")
  const stepOf = useStep()
  const [policy, setPolicy] = useState(field.defaultValue ?? "")
  const rule = rules.find((one) => one.policy === policy)
  return (
    <Select
      {...field}
      label={t("rule.label")}
      hint={rule ? t("rule.strikes", { count: rule.strikes, next: stepOf(rule.next) }) : t("rule.hint")}
      placeholder={t("rule.choose")}
      options={rules.map(({ policy: value, name }) => ({ value, label: name }))}
      onChange={({ currentTarget }) => setPolicy(currentTarget.value)}
      required
    />
  )
}
