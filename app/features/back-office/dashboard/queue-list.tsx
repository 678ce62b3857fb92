import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import { maxCounted, type QueueCount } from "~/domain/back-office/queues"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Age } from "../age"

/** A queue with its page. */
export interface PlacedQueue extends QueueCount {
  to: string
  label: string
}

/** The work that waits: each queue with its length and the age of its first item, then the empty ones in a line. */
export function QueueList({ queues, now }: { queues: PlacedQueue[]; now: number }) {
  const { t } = useTranslation("admin")
  const waiting = queues.filter(({ count }) => count > 0)
  const empty = queues.filter(({ count }) => count === 0)
  if (queues.length === 0) return null
  return (
    <section aria-labelledby="queues" className="mt-6">
      <h2 id="queues" className="text-body font-semibold">
        {t("queues.title")}
      </h2>
      {waiting.length > 0 && (
        <ul className="mt-3 grid grid-cols-2 gap-3 sm:grid-cols-3 xl:grid-cols-5">
          {waiting.map(({ name, to, label, count, is_urgent, oldest_at }) => (
            <li key={name}>
              <AppLink
                to={to}
                prefetch="none"
                className="flex h-full flex-col rounded-card border border-line bg-surface p-4 hover:bg-sunk"
              >
                <span className="text-ui text-ink2">{label}</span>
                <span className="mt-1 flex items-center gap-2 font-display text-[1.75rem]/tight tabular-nums">
                  {count >= maxCounted ? `${maxCounted - 1}+` : count}
                  {is_urgent && <CircleAlert aria-hidden className="size-5 text-accent-text" />}
                  {is_urgent && <span className="sr-only">{t("queues.urgent")}</span>}
                </span>
                {oldest_at !== null && (
                  <span className="mt-auto pt-1 text-meta text-mute">
                    {t("queues.oldest")} <Age since={oldest_at} now={now} />
                  </span>
                )}
              </AppLink>
            </li>
          ))}
        </ul>
      )}
      {empty.length > 0 && (
        <p className="mt-3 text-meta text-mute">
          {t(waiting.length === 0 ? "queues.all_empty" : "queues.empty")}{" "}
          {empty.map(({ name, to, label }, at) => (
            <span key={name}>
              {at > 0 && ", "}
              <AppLink to={to} prefetch="none" className="link touch-target">
                {label}
              </AppLink>
            </span>
          ))}
        </p>
      )}
    </section>
  )
}
