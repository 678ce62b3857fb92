import type { Named } from "~/domain/profiles/catalog/schema"
import type { DeskEntry } from "~/domain/support/applications/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Avatar } from "~/ui/avatar"
import { AppLink } from "~/ui/navigation/app-link"
import { Age } from "../age"

export const applicationsPath = "/dashboard/admin/applications"

/** The applications in a state, oldest submission first: each row is a link. */
export function ApplicationList({ entries, cities, now }: { entries: DeskEntry[]; cities: Named[]; now: number }) {
  const { t } = useTranslation(["admin-casting", "admin-review"])
  return (
    <ol aria-label={t("title")} className="divide-y divide-line rounded-card border border-line bg-surface">
      {entries.map((entry) => (
        <li key={entry.id}>
          <AppLink
            to={`${applicationsPath}/${entry.id}`}
            data-item
            className="grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 px-4 py-3 text-ui outline-offset-[-3px] transition-colors hover:bg-sunk md:grid-cols-[auto_minmax(0,14rem)_minmax(0,1fr)_auto]"
          >
            <Avatar alt={entry.first_name} size="lg" />
            <span className="min-w-0">
              <span className="block truncate font-medium">{entry.first_name}</span>
              <span className="block text-meta text-mute">{entry.reference}</span>
            </span>
            <span className="text-ink2 max-md:col-span-2 max-md:col-start-2 max-md:row-start-2">
              {[
                cities.find(({ slug }) => slug === entry.city)?.name,
                t(entry.is_member ? "member" : "visitor"),
                t("admin-review:parts.photos", { count: entry.pictures }),
              ]
                .filter(Boolean)
                .join(", ")}
            </span>
            <span className="max-md:col-start-3 max-md:row-start-1">
              <Age since={entry.submitted_at ?? entry.updated_at} now={now} />
            </span>
          </AppLink>
        </li>
      ))}
    </ol>
  )
}
