import type { ReactNode } from "react"
import type { SubjectCase } from "~/domain/decisions/cases/about"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { casesPath } from "./case-badges"

type ListedCase = Pick<SubjectCase, "reference" | "category" | "priority" | "state" | "created_at"> &
  Partial<Pick<SubjectCase, "subject_kind" | "text">>

/** Cases in short, each a link, with its subject where the place does not say it. Its page loads `admin-cases` and `safety`. */
export function CaseLines({ cases }: { cases: ListedCase[] }) {
  const { t } = useTranslation(["admin-cases", "safety"])
  return (
    <ul className="mt-2 space-y-1.5">
      {cases.map(({ reference, category, priority, state, created_at, subject_kind, text }) => {
        const part = text ?? subject_kind
        return (
          <HistoryLine key={reference} at={created_at} state={t(`states.${state}`)}>
            <AppLink to={`${casesPath}/${reference}`} className="link">
              {t(`safety:report.categories.${category}`)}
            </AppLink>{" "}
            <span className="text-mute">
              {part && `${t(`parts.${part}`)}, `}
              {priority}, <span className="whitespace-nowrap">{reference}</span>
            </span>
          </HistoryLine>
        )
      })}
    </ul>
  )
}

/** Something that happened, with the state that it has and its date. */
export function HistoryLine({ at, state, children }: { at: number; state: string; children: ReactNode }) {
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
