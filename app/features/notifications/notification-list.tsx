import type { LucideIcon } from "lucide-react"
import ClipboardCheck from "lucide-react/icons/clipboard-check"
import CreditCard from "lucide-react/icons/credit-card"
import Flag from "lucide-react/icons/flag"
import IdCard from "lucide-react/icons/id-card"
import Image from "lucide-react/icons/image"
import LifeBuoy from "lucide-react/icons/life-buoy"
import ListChecks from "lucide-react/icons/list-checks"
import MessageCircle from "lucide-react/icons/message-circle"
import MessageCircleQuestion from "lucide-react/icons/message-circle-question-mark"
import Scale from "lucide-react/icons/scale"
import Search from "lucide-react/icons/search"
import UserPlus from "lucide-react/icons/user-plus"
import type { Notification, NotificationType } from "~/domain/notifications/schema"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Avatar } from "~/ui/avatar"
import { AppLink } from "~/ui/navigation/app-link"
import { formatMoment } from "../chat/thread/message-dates"

const icons: Record<NotificationType, LucideIcon> = {
  message: MessageCircle,
  request: UserPlus,
  review: ClipboardCheck,
  profile: IdCard,
  plan: CreditCard,
  ticket: LifeBuoy,
  report: Flag,
  media: Image,
  decision: Scale,
  question: MessageCircleQuestion,
  search: Search,
  site: ListChecks,
}

/** A member's notifications, newest first. `now` is epoch ms. */
export function NotificationList({ notifications, now }: { notifications: Notification[]; now: number }) {
  const { t } = useTranslation("notifications")
  return (
    <ul aria-label={t("list")} className="mt-8 border-t border-line">
      {notifications.map((one) => (
        <li key={one.id} className="border-b border-line">
          <Row notification={one} now={now} />
        </li>
      ))}
    </ul>
  )
}

function Row({ notification, now }: { notification: Notification; now: number }) {
  const { t } = useTranslation("notifications")
  const { t: chat } = useTranslation("chat")
  const locale = useLocale()
  const { id, type, title, name, avatar, is_read, created_at } = notification
  const Icon = icons[type]
  const when = { today: chat("today"), yesterday: chat("yesterday") }
  return (
    <AppLink
      to={`/profile/notifications/${id}`}
      prefetch="none"
      className="-mx-3 flex items-center gap-4 rounded-small px-3 py-4 hover:bg-sunk"
    >
      {name ? (
        <span aria-hidden className="flex">
          <Avatar src={avatar ?? undefined} alt={name} size="xl" />
        </span>
      ) : (
        <span className="flex size-12 shrink-0 items-center justify-center rounded-full bg-sunk text-ink2">
          <Icon aria-hidden className="size-5" />
        </span>
      )}
      <span className="min-w-0 grow">
        <span className={classNames("block text-body", is_read ? "text-ink2" : "font-medium text-ink")}>{title}</span>
        <span className="mt-0.5 block text-meta text-mute">{formatMoment(created_at, locale, now, when)}</span>
      </span>
      {!is_read && (
        <span className="size-2.5 shrink-0 rounded-full bg-accent">
          <span className="sr-only">{t("unread")}</span>
        </span>
      )}
    </AppLink>
  )
}
