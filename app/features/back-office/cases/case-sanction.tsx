import type { Case } from "~/domain/safety/cases/schema"
import { policyOfCategory } from "~/domain/safety/categories"
import { useTranslation } from "~/i18n/use-translation"
import type { useFormResult } from "~/remix/form"
import { Select } from "~/ui/form/select"
import { DurationSelect } from "../users/duration-select"
import { RuleSelect } from "../users/rule-select"

type CaseSanctionProps = {
  found: Pick<Case, "sanctions" | "rules" | "category" | "may_remove" | "is_hidden_by_it">
  /** How long the reader may limit or suspend for, in hours. */
  durations: readonly number[]
  field: ReturnType<typeof useFormResult>["field"]
}

/** Chooses what the member whom a case is about gets as it ends with action, and the rule of its decisions: each shows once it is needed. */
export function CaseSanction({ found, durations, field }: CaseSanctionProps) {
  const { t } = useTranslation("admin-cases")
  const { sanctions, rules, category, may_remove, is_hidden_by_it } = found
  const { defaultValue: sanction = "none", ...sanctionField } = field("sanction")
  const { defaultValue: policy = policyOfCategory[category], ...policyField } = field("policy")
  const isRestricting = may_remove || is_hidden_by_it
  if (sanctions.length === 0 && !isRestricting) return null
  return (
    <div data-sanction className="space-y-4">
      {sanctions.length > 0 && (
        <Select
          {...sanctionField}
          defaultValue={sanction}
          label={t("sanction.label")}
          hint={t("sanction.hint")}
          options={(["none", ...sanctions] as const).map((value) => ({ value, label: t(`sanction.kinds.${value}`) }))}
        />
      )}
      <div className="hidden in-[[data-sanction]:has([value=limit]:checked)]:block in-[[data-sanction]:has([value=suspend]:checked)]:block">
        <DurationSelect durations={durations} field={field("hours")} />
      </div>
      <div className={isRestricting ? undefined : "in-[[data-sanction]:has([value=none]:checked)]:hidden"}>
        <RuleSelect rules={rules} field={{ ...policyField, defaultValue: policy }} />
      </div>
    </div>
  )
}
