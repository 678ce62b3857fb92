import type { ReactNode } from "react"
import type { Case } from "~/domain/safety/cases/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { StrikeList } from "../users/strike-list"
import { casesPath } from "./case-badges"

/** History of a case: other cases about the same subject or member, decisions about them, and their strikes. */
export function CaseHistory({ history: { cases, decisions, strikes } }: { history: Case["history"] }) {
  const { t } = useTranslation(["admin-cases", "safety", "decisions"])
  return (
    <section aria-labelledby="history" className="mt-10 border-t border-line pt-6">
      <h2 id="history" className="text-subsection">
        {t("history.title")}
      </h2>
      {cases.length + decisions.length === 0 && <p className="mt-2 text-ui text-ink2">{t("history.none")}</p>}
      {cases.length > 0 && (
        <>
          <h3 className="mt-4 text-body font-semibold">{t("history.cases")}</h3>
          <ul className="mt-2 space-y-1.5">
            {cases.map(({ reference, category, priority, state, created_at }) => (
              <Line key={reference} at={created_at} state={t(`states.${state}`)}>
                <AppLink to={`${casesPath}/${reference}`} className="link">
                  {t(`safety:report.categories.${category}`)}
                </AppLink>{" "}
                <span className="text-mute">
                  {priority}, {reference}
                </span>
              </Line>
            ))}
          </ul>
        </>
      )}
      {decisions.length > 0 && (
        <>
          <h3 className="mt-4 text-body font-semibold">{t("history.decisions")}</h3>
          <ul className="mt-2 space-y-1.5">
            {decisions.map(({ reference, kind, state, created_at }) => (
              <Line key={reference} at={created_at} state={t(`decisions:states.${state}`)}>
                {t(`decisions:kinds.${kind}`)} <span className="text-mute">{reference}</span>
              </Line>
            ))}
          </ul>
        </>
      )}
      {strikes && strikes.length > 0 && <StrikeList rules={strikes} />}
    </section>
  )
}

function Line({ at, state, children }: { at: number; state: string; children: ReactNode }) {
  const locale = useLocale()
  return (
    <li className="flex flex-wrap justify-between gap-x-4 text-ui">
      <span>{children}</span>
      <span className="text-mute">
        {state}, {formatDate(at, locale, "short")}
      </span>
    </li>
  )
}
