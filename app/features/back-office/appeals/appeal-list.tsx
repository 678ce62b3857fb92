import type { DeskAppealLine } from "~/domain/safety/appeals/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Age } from "../age"

export const appealsPath = "/dashboard/admin/appeals"

/** Appeals, longest waiting first: each row is a link. */
export function AppealList({ appeals, now }: { appeals: DeskAppealLine[]; now: number }) {
  const { t } = useTranslation(["admin-appeals", "decisions"])
  return (
    <ol aria-label={t("title")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {appeals.map(({ reference, kind, state, created_at: at, may_decide }) => (
        <li key={reference}>
          <AppLink
            to={`${appealsPath}/${reference}`}
            data-item
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-ui outline-offset-[-3px] transition-colors hover:bg-sunk"
          >
            <span className="min-w-0">
              <span className="block font-medium">{t(`decisions:kinds.${kind}`)}</span>
              <span className="block text-meta text-mute">
                {reference}
                {state === "open" && !may_decide && `, ${t("of_others")}`}
              </span>
            </span>
            <Age since={at} now={now} />
          </AppLink>
        </li>
      ))}
    </ol>
  )
}
