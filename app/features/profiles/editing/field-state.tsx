import type { WorkshopField } from "~/domain/profiles/editing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { ItemStateIcon } from "./studio/item-state"

/** An edit's state has the sign and the word of the checklist's. */
const looks = {
  draft: { tone: "neutral", state: "to_send" },
  pending: { tone: "warn", state: "awaited" },
  returned: { tone: "bad", state: "returned" },
} as const

type Shown = Pick<WorkshopField, "edit">

/** The state of a field's edit, for the end of its label's line; nothing for a field without one. */
export function FieldState({ edit }: Shown) {
  const { t } = useTranslation("workshop")
  if (!edit) return null
  const { tone, state } = looks[edit.state]
  return (
    <Badge tone={tone} icon={<ItemStateIcon state={state} />}>
      {t(`item_states.${state}`)}
    </Badge>
  )
}

/** Why staff sent a field back, beside it; null if they did not. */
export function useReturnReason(): (field: Shown) => string | null {
  const { t } = useTranslation("workshop")
  return ({ edit }) => {
    if (!edit?.reason) return null
    return [t(`reasons.${edit.reason}`), edit.comment].filter(Boolean).join(" ")
  }
}
