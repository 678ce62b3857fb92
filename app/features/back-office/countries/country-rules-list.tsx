import { type CountryRules, countryUses } from "~/domain/core/countries/policy"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { RuleBadge } from "./rule-badge"

/** The four rules of a country, each under its use. */
export function CountryRulesList({ rules, className }: { rules: CountryRules; className?: string }) {
  const { t } = useTranslation("admin-countries")
  return (
    <dl className={classNames("grid grid-cols-2 gap-4 md:grid-cols-4", className)}>
      {countryUses.map((use) => (
        <div key={use}>
          <dt className="text-meta text-ink2">{t(`uses.${use}.name`)}</dt>
          <dd className="mt-1">
            <RuleBadge rule={rules[use]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
