import Eye from "lucide-react/icons/eye"
import Lock from "lucide-react/icons/lock"
import type { WaitingKind } from "~/domain/back-office/review-queue/kinds"
import type { WaitingItem } from "~/domain/back-office/review-queue/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Avatar } from "~/ui/avatar"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Age } from "../age"
import { useWaitingParts, waitingPath } from "./waiting"

export interface WaitingListProps {
  items: WaitingItem[]
  kind: WaitingKind | null
  /** Epoch ms. */
  now: number
}

/** The queue, longest waiting first: each row is a link to where it is decided. */
export function WaitingList({ items, kind, now }: WaitingListProps) {
  const { t } = useTranslation("admin-review")
  const partsOf = useWaitingParts()
  return (
    <ol aria-label={t("queue.title")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {items.map((item) => (
        <li key={item.id}>
          <AppLink
            to={waitingPath(item, kind)}
            data-item
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-ui outline-offset-[-3px] transition-colors hover:bg-sunk md:grid-cols-[auto_minmax(0,14rem)_minmax(0,1fr)_auto_5rem]"
          >
            <Avatar alt={item.name} size="lg" />
            <span className="min-w-0">
              <span className="block truncate font-medium">{item.name}</span>
              <span className="block text-meta text-mute">{item.city}</span>
            </span>
            <span className="text-ink2 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
              {partsOf(item).join(", ")}
            </span>
            <span className="flex flex-wrap gap-1.5 max-md:col-start-2 max-md:row-start-3 max-md:empty:hidden">
              {item.is_escalated && <Badge tone="warn">{t("lead.badge")}</Badge>}
              {item.proposals > 0 && (
                <Badge icon={<Eye aria-hidden />}>{t("second_look.waiting", { count: item.proposals })}</Badge>
              )}
              {item.claim && (
                <Badge icon={<Lock aria-hidden />}>
                  {item.claim.is_yours ? t("queue.yours") : t("queue.claimed", { name: item.claim.name })}
                </Badge>
              )}
            </span>
            <span className="text-right max-md:col-start-3 max-md:row-start-1">
              <span className="sr-only">{t("queue.since")} </span>
              <Age since={item.waiting_since} now={now} />
            </span>
          </AppLink>
        </li>
      ))}
    </ol>
  )
}
