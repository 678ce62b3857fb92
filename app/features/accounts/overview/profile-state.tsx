import type { LucideIcon } from "lucide-react"
import Archive from "lucide-react/icons/archive"
import CircleCheck from "lucide-react/icons/circle-check"
import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import CircleX from "lucide-react/icons/circle-x"
import Clock from "lucide-react/icons/clock"
import Hourglass from "lucide-react/icons/hourglass"
import Pause from "lucide-react/icons/pause"
import PencilLine from "lucide-react/icons/pencil-line"
import type { ProfileState } from "~/domain/profiles/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Badge, type BadgeTone } from "~/ui/badge"

const looks: Record<ProfileState, { tone: BadgeTone; Icon: LucideIcon }> = {
  draft: { tone: "neutral", Icon: PencilLine },
  submitted: { tone: "warn", Icon: Clock },
  in_review: { tone: "warn", Icon: Hourglass },
  changes_requested: { tone: "warn", Icon: PencilLine },
  rejected: { tone: "bad", Icon: CircleX },
  approved: { tone: "ok", Icon: CircleCheck },
  published: { tone: "ok", Icon: CircleCheck },
  paused: { tone: "neutral", Icon: Pause },
  suspended: { tone: "bad", Icon: CircleAlert },
  banned: { tone: "bad", Icon: CircleAlert },
  withdrawn: { tone: "neutral", Icon: Archive },
}

/** The state of an owner's profile, for a page with the translations `member`. */
export function ProfileStateBadge({ state }: { state: ProfileState }) {
  const { t } = useTranslation("member")
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(`states.${state}`)}
    </Badge>
  )
}
