import {
  Archive,
  CircleAlert,
  CircleCheck,
  CircleX,
  Clock,
  Hourglass,
  type LucideIcon,
  Pause,
  PencilLine,
} from "lucide-react"
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
