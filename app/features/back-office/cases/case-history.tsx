import type { Case } from "~/domain/safety/cases/schema"
import { useTranslation } from "~/i18n/use-translation"
import { StrikeList } from "../users/strike-list"
import { CaseLines, HistoryLine } from "./case-lines"

/** History of a case: other cases about the same subject or member, decisions about them, and their strikes. */
export function CaseHistory({ history: { cases, decisions, strikes } }: { history: Case["history"] }) {
  const { t } = useTranslation(["admin-cases", "decisions"])
  return (
    <section aria-labelledby="history" className="mt-10 border-t border-line pt-6">
      <h2 id="history" className="text-subsection">
        {t("history.title")}
      </h2>
      {cases.length + decisions.length === 0 && <p className="mt-2 text-ui text-ink2">{t("history.none")}</p>}
      {cases.length > 0 && (
        <>
          <h3 className="mt-4 text-body font-semibold">{t("history.cases")}</h3>
          <CaseLines cases={cases} />
        </>
      )}
      {decisions.length > 0 && (
        <>
          <h3 className="mt-4 text-body font-semibold">{t("history.decisions")}</h3>
          <ul className="mt-2 space-y-1.5">
            {decisions.map(({ reference, kind, state, created_at }) => (
              <HistoryLine key={reference} at={created_at} state={t(`decisions:states.${state}`)}>
                {t(`decisions:kinds.${kind}`)} <span className="text-mute">{reference}</span>
              </HistoryLine>
            ))}
          </ul>
        </>
      )}
      {strikes && strikes.length > 0 && <StrikeList rules={strikes} />}
    </section>
  )
}
