import type { DecisionLine } from "~/domain/decisions/kinds"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"

/** A member's decisions, newest first: each row is a link. */
export function DecisionList({ decisions }: { decisions: DecisionLine[] }) {
  const { t } = useTranslation("decisions")
  const locale = useLocale()
  return (
    <ul aria-label={t("list")} className="mt-8 divide-y divide-line border-y border-line">
      {decisions.map(({ reference, kind, state, created_at: at, appeal }) => (
        <li key={reference} className="py-4">
          <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <AppLink to={`/decisions/${reference}`} className="link touch-target text-body font-medium">
              {t(`kinds.${kind}`)}
            </AppLink>
            <DecisionState state={state} />
          </p>
          <p className="mt-1 text-meta text-mute">
            {t("made", { date: formatDate(at, locale, "date") })} · {t("reference", { reference })}
          </p>
          {appeal && <p className="mt-1 text-ui text-ink2">{t(`appeal.states.${appeal}`)}</p>}
        </li>
      ))}
    </ul>
  )
}

/** Whether a decision is in force. */
export function DecisionState({ state }: Pick<DecisionLine, "state">) {
  const { t } = useTranslation("decisions")
  return <Badge tone={state === "active" ? "warn" : "outlined"}>{t(`states.${state}`)}</Badge>
}
