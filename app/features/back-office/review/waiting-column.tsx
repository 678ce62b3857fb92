import type { WaitingKind } from "~/domain/back-office/review-queue/kinds"
import type { WaitingItem } from "~/domain/back-office/review-queue/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { Avatar } from "~/ui/avatar"
import { AppLink } from "~/ui/navigation/app-link"
import { Age } from "../age"
import { queuePath, useWaitingParts, waitingPath } from "./waiting"

export interface WaitingColumnProps {
  items: WaitingItem[]
  total: number
  kind: WaitingKind | null
  /** The id of the item on this page. */
  current: string
  /** Epoch ms. */
  now: number
}

/** The queue beside what is reviewed, on a wide screen. */
export function WaitingColumn({ items, total, kind, current, now }: WaitingColumnProps) {
  const { t } = useTranslation("admin-review")
  const partsOf = useWaitingParts()
  const others = total - items.length
  return (
    <nav aria-label={t("queue.title")} className="max-xl:hidden">
      <ol className="sticky top-20 max-h-[calc(100dvh-7rem)] divide-y divide-line overflow-y-auto border-y border-line">
        {items.map((item) => {
          const isCurrent = item.id === current
          return (
            <li key={item.id}>
              <AppLink
                to={waitingPath(item, kind)}
                aria-current={isCurrent ? "page" : undefined}
                className={classNames(
                  "flex gap-3 border-l-2 px-3 py-3 text-meta outline-offset-[-3px] transition-colors",
                  isCurrent ? "border-accent bg-sunk forced-colors:underline" : "border-transparent hover:bg-sunk",
                )}
              >
                <Avatar alt={item.name} size="md" />
                <span className="min-w-0">
                  <span className="block truncate text-ui font-medium">{item.name}</span>
                  <span className="block text-mute">{partsOf(item)[0]}</span>
                  <Age since={item.waiting_since} now={now} />
                </span>
              </AppLink>
            </li>
          )
        })}
        {others > 0 && (
          <li className="px-3 py-3 text-meta">
            <AppLink to={kind ? `${queuePath}?kind=${kind}` : queuePath} className="link">
              {t("queue.others", { count: others })}
            </AppLink>
          </li>
        )}
      </ol>
    </nav>
  )
}
