import Check from "lucide-react/icons/check"
import Clock from "lucide-react/icons/clock"
import MessageCircle from "lucide-react/icons/message-circle"
import type { Ticket } from "~/domain/support/tickets/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"

const looks = {
  open: { tone: "warn", Icon: Clock },
  answered: { tone: "ok", Icon: MessageCircle },
  closed: { tone: "neutral", Icon: Check },
} as const

export function TicketState({ state }: Pick<Ticket, "state">) {
  const { t } = useTranslation("support")
  const { tone, Icon } = looks[state]
  return (
    <Badge tone={tone} icon={<Icon aria-hidden />}>
      {t(`states.${state}`)}
    </Badge>
  )
}
