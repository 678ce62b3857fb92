import Clock from "lucide-react/icons/clock"
import Hourglass from "lucide-react/icons/hourglass"
import type { WaitingProfile } from "~/domain/profiles/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Cell, HeadCell, Row, Table } from "~/ui/table"

/** Some of the profiles that wait for a decision. */
export function WaitingProfiles({ profiles }: { profiles: readonly WaitingProfile[] }) {
  const { t } = useTranslation("admin")
  const locale = useLocale()
  const columns = [t("waiting.name"), t("waiting.city"), t("waiting.state"), t("waiting.since")]
  return (
    <section>
      <h2 className="mb-3 text-body font-semibold">{t("waiting.title")}</h2>
      {profiles.length === 0 ? (
        <p className="rounded-card border border-line bg-surface px-5 py-6 text-ui text-ink2">{t("waiting.none")}</p>
      ) : (
        <Table label={t("waiting.title")} head={columns.map((name) => <HeadCell key={name}>{name}</HeadCell>)}>
          {profiles.map(({ id, name, city, state, updated_at }) => (
            <Row key={id}>
              <Cell isRowHeader>
                <AppLink to={`/dashboard/admin/profiles/${id}/review`} className="link">
                  {name}
                </AppLink>
              </Cell>
              <Cell>{city}</Cell>
              <Cell>
                <Badge tone="warn" icon={state === "in_review" ? <Hourglass aria-hidden /> : <Clock aria-hidden />}>
                  {t(`states.${state}`)}
                </Badge>
              </Cell>
              <Cell className="whitespace-nowrap">{formatDate(updated_at, locale, "short")}</Cell>
            </Row>
          ))}
        </Table>
      )}
    </section>
  )
}
