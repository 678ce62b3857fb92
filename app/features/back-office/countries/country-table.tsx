import { countryUses } from "~/domain/core/countries/policy"
import type { Country } from "~/domain/core/countries/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"
import { AppLink } from "~/ui/navigation/app-link"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { RuleBadge } from "./rule-badge"

/** Countries with their rules, one a row: its name leads to its page, a waiting change to where it is confirmed. */
export function CountryTable({ countries }: { countries: (Country & { name: string })[] }) {
  const { t } = useTranslation("admin-countries")
  return (
    <Table
      isStacked
      label={t("title")}
      head={
        <>
          <HeadCell>{t("columns.country")}</HeadCell>
          {countryUses.map((use) => (
            <HeadCell key={use}>{t(`uses.${use}.name`)}</HeadCell>
          ))}
          <HeadCell>{t("columns.change")}</HeadCell>
        </>
      }
    >
      {countries.map((one) => (
        <Row key={one.country}>
          <Cell isRowHeader data-label={t("columns.country")}>
            <AppLink to={`/dashboard/admin/countries/${one.country}`} className="link">
              {one.name}
            </AppLink>
          </Cell>
          {countryUses.map((use) => (
            <Cell key={use} data-label={t(`uses.${use}.name`)}>
              <RuleBadge rule={one[use]} />
            </Cell>
          ))}
          <Cell data-label={t("columns.change")}>
            {one.pending_id === null ? (
              <span className="text-mute">{t("columns.none")}</span>
            ) : (
              <AppLink to={`/dashboard/admin/country-changes/${one.pending_id}`} className="link">
                <Badge tone="warn">{t("states.pending")}</Badge>
              </AppLink>
            )}
          </Cell>
        </Row>
      ))}
    </Table>
  )
}
