import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import { maxCounted, type QueueCount } from "~/domain/back-office/queues"
import { useTranslation } from "~/i18n/use-translation"
import { CountBadge } from "~/ui/badge"

interface QueueBadgeProps {
  queue: QueueCount | undefined
  /** The reader's first queue: its number alone is pink. */
  isFirst: boolean
}

/** How much waits in a queue, for the link to its page, whose name it completes. Nothing for an empty one. */
export function QueueBadge({ queue, isFirst }: QueueBadgeProps) {
  const { t } = useTranslation("admin")
  if (!queue || queue.count === 0) return null
  const isMore = queue.count >= maxCounted
  const number = isMore ? `${maxCounted - 1}+` : queue.count
  return (
    <span className="-ml-2 flex grow items-center justify-end gap-1" data-queue={queue.name}>
      <span className="sr-only">
        {isMore ? t("queues.more", { count: maxCounted - 1 }) : t("queues.waiting", { count: queue.count })}
        {queue.is_urgent && `, ${t("queues.urgent")}`}
      </span>
      {queue.is_urgent && <CircleAlert aria-hidden className="text-accent-text" />}
      {isFirst ? (
        <CountBadge>{number}</CountBadge>
      ) : (
        <span aria-hidden className="text-meta text-mute tabular-nums">
          {number}
        </span>
      )}
    </span>
  )
}
