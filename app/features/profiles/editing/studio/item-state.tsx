import CircleCheck from "lucide-react/icons/circle-check"
import CircleDashed from "lucide-react/icons/circle-dashed"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Hourglass from "lucide-react/icons/hourglass"
import PencilLine from "lucide-react/icons/pencil-line"
import type { ChecklistItem } from "~/domain/profiles/editing/schema"
import { classNames } from "~/lib/class-names"

const icons = {
  missing: CircleDashed,
  to_send: PencilLine,
  awaited: Hourglass,
  returned: CircleAlert,
  done: CircleCheck,
}
const colors = {
  missing: "text-warn",
  to_send: "text-ink2",
  awaited: "text-warn",
  returned: "text-bad",
  done: "text-ok",
}

/** The sign of where an item of the checklist stands; its word belongs beside it. */
export function ItemStateIcon({ state, className }: { state: ChecklistItem["state"]; className?: string }) {
  const Icon = icons[state]
  return <Icon aria-hidden className={classNames("shrink-0", colors[state], className)} />
}
