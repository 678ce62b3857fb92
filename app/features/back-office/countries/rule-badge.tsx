import Ban from "lucide-react/icons/ban"
import Check from "lucide-react/icons/check"
import Hourglass from "lucide-react/icons/hourglass"
import type { CountryRules, CountryUse } from "~/domain/core/countries/policy"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"

const looks = {
  allow: { tone: "outlined", Icon: Check },
  age_gate: { tone: "warn", Icon: Hourglass },
  block: { tone: "bad", Icon: Ban },
} as const

/** A rule in a word and an icon: those that close something stand out. */
export function RuleBadge({ rule }: { rule: CountryRules[CountryUse] }) {
  const { t } = useTranslation("admin-countries")
  const { tone, Icon } = looks[rule]
  return (
    <Badge tone={tone} icon={<Icon />}>
      {t(`rules.${rule}`)}
    </Badge>
  )
}
