import CircleAlert from "lucide-react/icons/circle-exclamation-point"
import Clock from "lucide-react/icons/clock"
import Hourglass from "lucide-react/icons/hourglass"
import Lock from "lucide-react/icons/lock"
import { isOpen } from "~/domain/safety/cases/lists"
import type { CaseLine } from "~/domain/safety/cases/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Badge } from "~/ui/badge"

export const casesPath = "/dashboard/admin/cases"

const tones = { P0: "bad", P1: "warn", P2: "neutral", P3: "neutral" } as const

/** The priority of a case, until when it has to be decided or what it came to, and who works on it. */
export function CaseBadges({ found }: { found: CaseLine }) {
  const { t } = useTranslation("admin-cases")
  const locale = useLocale()
  const { priority, is_overdue, is_suspect, due_at, waiting_until, state, claim } = found
  const at = waiting_until ?? due_at
  const time = `${formatDate(at, locale, "short")}, ${formatTime(at, locale)}`
  return (
    <span className="flex flex-wrap gap-2">
      <Badge tone={tones[priority]}>{priority}</Badge>
      {isOpen(found) ? (
        <Badge
          tone={is_overdue ? "bad" : "outlined"}
          icon={
            waiting_until ? <Hourglass aria-hidden /> : is_overdue ? <CircleAlert aria-hidden /> : <Clock aria-hidden />
          }
          className="h-auto! min-h-6 max-sm:whitespace-normal"
        >
          {t(waiting_until ? "waiting" : is_overdue ? "overdue" : "due", { time })}
        </Badge>
      ) : (
        <Badge>{t(`states.${state}`)}</Badge>
      )}
      {claim && (
        <Badge tone={claim.is_yours ? "ok" : "warn"} icon={<Lock aria-hidden />}>
          {claim.is_yours ? t("claim.yours") : t("claim.short", { name: claim.name })}
        </Badge>
      )}
      {is_suspect && <Badge>{t("suspect")}</Badge>}
    </span>
  )
}
