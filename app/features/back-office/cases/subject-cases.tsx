import type { SubjectCases as Cases, SubjectKind } from "~/domain/decisions/cases/about"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { casesPath } from "./case-badges"
import { CaseLines } from "./case-lines"

interface SubjectCasesProps {
  cases: Cases
  kind: SubjectKind
  /** The member, profile or media item that they are about. */
  id: string
}

/** How many cases are about a member, profile or media item, the first of them, and the way to all. */
export function SubjectCases({ cases: { all, open, latest }, kind, id }: SubjectCasesProps) {
  const { t } = useTranslation("admin-cases")
  const list = open > 0 ? "open" : "ended"
  return (
    <>
      <p className="mt-1.5 text-ui text-ink2">{t("beside.count", { count: all, open })}</p>
      {all > 0 && <CaseLines cases={kind === "media" ? latest.map(withoutSubject) : latest} />}
      {all > latest.length && (
        <p className="mt-2 text-ui">
          <AppLink to={`${casesPath}?${new URLSearchParams({ list, about: `${kind}:${id}` })}`} className="link">
            {t("beside.all")}
          </AppLink>
        </p>
      )}
    </>
  )
}

/** Returns the case without its subject, which stands above it. */
const withoutSubject = ({ subject_kind: _, text: __, ...rest }: Cases["latest"][number]) => rest

/** The cases about a photo or video, under it; nothing without any. */
export function MediaItemCases({ cases, id }: { cases: Cases | null; id: string }) {
  if (!cases || cases.all === 0) return null
  return <SubjectCases cases={cases} kind="media" id={id} />
}
