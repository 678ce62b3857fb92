import type { WaitingItem } from "~/domain/back-office/review-queue/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { queuePath } from "../review/waiting"
import { WaitingList } from "../review/waiting-list"

/** The beginning of the review queue, as its desk shows it. */
export function FirstWaiting({ items, now }: { items: WaitingItem[]; now: number }) {
  const { t } = useTranslation("admin")
  return (
    <section aria-labelledby="waiting">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 id="waiting" className="text-body font-semibold">
          {t("waiting.title")}
        </h2>
        <AppLink to={queuePath} className="link text-ui">
          {t("waiting.queue")}
        </AppLink>
      </div>
      {items.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-5 py-6 text-ui text-ink2">{t("waiting.none")}</p>
      ) : (
        <WaitingList items={items} kind={null} now={now} />
      )}
    </section>
  )
}
