import type { ChecklistItem } from "~/domain/profiles/editing/schema"
import type { Statistics } from "~/domain/profiles/statistics/measures"
import { formatNumber } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { pageOfItem } from "../editor-links"
import { ItemStateIcon } from "./item-state"

export interface StudioAsideProps {
  checklist: readonly ChecklistItem[]
  statistics: Statistics
  /** The page lists the checklist itself. */
  isOverview: boolean
}

/** Beside a wide page: what a public profile still needs, and the last 30 days. */
export function StudioAside({ checklist, statistics, isOverview }: StudioAsideProps) {
  return (
    <div className="grid content-start gap-4 max-xl:hidden xl:sticky xl:top-[calc(var(--impersonation-bar)+var(--header-height)+2rem)] xl:self-start">
      {!isOverview && <Completion checklist={checklist} />}
      <Month statistics={statistics} />
    </div>
  )
}

/** One line once nothing is missing. */
function Completion({ checklist }: Pick<StudioAsideProps, "checklist">) {
  const { t } = useTranslation("workshop")
  const done = checklist.filter(({ state }) => state === "done").length
  if (done === checklist.length)
    return (
      <p className="flex items-center gap-2.5 rounded-panel border border-line bg-surface px-5 py-3.5 text-ui">
        <ItemStateIcon state="done" className="size-4.5" />
        {t("overview.complete")}
      </p>
    )
  return (
    <section aria-labelledby="to-complete" className="rounded-panel border border-line bg-surface p-5">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id="to-complete" className="text-card-title">
          {t("aside.to_complete")}
        </h2>
        <p className="text-meta text-mute">{t("aside.done", { count: done, total: checklist.length })}</p>
      </div>
      <div aria-hidden className="mt-3 flex gap-1.5">
        {checklist.map(({ item }, at) => (
          <span key={item} className={at < done ? "h-1 grow rounded-full bg-ink" : "h-1 grow rounded-full bg-line"} />
        ))}
      </div>
      <ul className="mt-4 space-y-2.5 text-ui">
        {checklist.map(({ item, state }) => {
          const to = pageOfItem[item]
          return (
            <li key={item} className="flex gap-2.5">
              <ItemStateIcon state={state} className="mt-0.5 size-4.5" />
              <span className={state === "done" ? "min-w-0 text-mute" : "min-w-0"}>
                {to && state !== "done" && state !== "awaited" ? (
                  <AppLink to={to} className="link">
                    {t(`items.${item}`)}
                  </AppLink>
                ) : (
                  t(`items.${item}`)
                )}
                {state === "done" ? (
                  <span className="sr-only"> {t("item_states.done")}</span>
                ) : (
                  <span className="block text-meta text-mute">{t(`item_states.${state}`)}</span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

const shown = ["views", "favorites", "requests"] as const

function Month({ statistics: { totals, totals_before } }: Pick<StudioAsideProps, "statistics">) {
  const { t } = useTranslation("workshop")
  const { t: measured } = useTranslation("statistics")
  const locale = useLocale()
  return (
    <section aria-labelledby="month" className="rounded-panel border border-line bg-surface p-5">
      <h2 id="month" className="text-meta font-semibold">
        {t("aside.month")}
      </h2>
      <dl className="mt-3 space-y-2 text-ui">
        {shown.map((measure) => {
          const [now, before] = [totals[measure], totals_before[measure]]
          return (
            <div key={measure} className="flex items-baseline gap-3">
              <dt className="min-w-0 grow text-ink2">{measured(`measures.${measure}`)}</dt>
              <dd className="font-medium tabular-nums">{now === null ? measured("few") : formatNumber(now, locale)}</dd>
              {now !== null && before !== null && now !== before && (
                <dd className="w-12 text-right text-meta text-mute tabular-nums">
                  <span className="sr-only">{t("aside.change")}</span>
                  {now > before ? "+" : "−"}
                  {formatNumber(Math.abs(now - before), locale)}
                </dd>
              )}
            </div>
          )
        })}
      </dl>
      <AppLink to="/profile/escort/statistics" className="link touch-target mt-3 inline-block text-meta">
        {t("aside.all")}
      </AppLink>
    </section>
  )
}
