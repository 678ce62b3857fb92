import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Hourglass from "lucide-react/icons/hourglass"
import PencilLine from "lucide-react/icons/pencil-line"
import type { WorkshopField } from "~/domain/profiles/editing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"

const looks = {
  draft: { tone: "neutral", Icon: PencilLine },
  pending: { tone: "warn", Icon: Hourglass },
  returned: { tone: "bad", Icon: CircleAlert },
} as const

type Shown = Pick<WorkshopField, "edit">

/** The state of a field's edit, for the end of its label's line; nothing for a field without one. */
export function FieldState({ edit }: Shown) {
  const { t } = useTranslation("workshop")
  if (!edit) return null
  const { tone, Icon } = looks[edit.state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(`edit_states.${edit.state}`)}
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
