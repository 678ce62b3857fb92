import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import { maxCounted, type QueueCount } from "~/domain/back-office/queues"
import { useTranslation } from "~/i18n/use-translation"
import { CountBadge } from "~/ui/badge"

/** How much waits in a queue, for the link to its page, whose name it completes. Nothing for an empty one. */
export function QueueBadge({ queue }: { queue: QueueCount | undefined }) {
  const { t } = useTranslation("admin")
  if (!queue || queue.count === 0) return null
  const isMore = queue.count >= maxCounted
  return (
    <span className="-ml-2 flex grow items-center justify-end gap-1" data-queue={queue.name}>
      <span className="sr-only">
        {isMore ? t("queues.more", { count: maxCounted - 1 }) : t("queues.waiting", { count: queue.count })}
        {queue.is_urgent && `, ${t("queues.urgent")}`}
      </span>
      {queue.is_urgent && <CircleAlert aria-hidden className="text-accent-text" />}
      <CountBadge>{isMore ? `${maxCounted - 1}+` : queue.count}</CountBadge>
    </span>
  )
}
