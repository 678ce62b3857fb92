import { type DayPart, dayParts, weekDays } from "~/domain/profiles/content/rhythm"
import type { ProfileHead } from "~/domain/profiles/schema"
import { formatDate, formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { formatWeekday } from "~/i18n/weekday"
import { NextDays } from "../calendar/next-days"
import type { ShownTimes } from "../calendar/shown-times"

/** The facts that stand nowhere else, the next days and the weekly rhythm, in two columns if there is room. */
export function ProfileInfos({ profile, times }: { profile: ProfileHead; times: ShownTimes }) {
  const { t } = useTranslation("sections")
  const locale = useLocale()
  const facts: [string, string][] = [
    [t("infos.region"), profile.city.region],
    [t("infos.since"), formatDate(profile.member_since, locale, "month")],
    [t("infos.updated"), formatDate(profile.updated_at, locale, "date")],
  ]
  return (
    <section aria-labelledby="infos">
      <h2 id="infos" className="text-section">
        {t("infos.title")}
      </h2>
      <dl className="mt-7 grid gap-x-10 border-t border-ink md:grid-cols-2">
        {facts.map(([name, value]) => (
          <Fact key={name} name={name} value={value} />
        ))}
      </dl>
      {times.days.length > 0 && <NextDays days={times.days} />}
      {times.rhythm.length > 0 && <Rhythm rhythm={times.rhythm} />}
    </section>
  )
}

/** The days on which they usually have time, each with its parts. */
function Rhythm({ rhythm }: { rhythm: DayPart[] }) {
  const { t } = useTranslation("sections")
  const locale = useLocale()
  const partsOf = (day: (typeof weekDays)[number]) => dayParts.filter((part) => rhythm.includes(`${day}-${part}`))
  const days = weekDays.map((day, at) => ({ name: formatWeekday(at, locale), parts: partsOf(day) }))
  return (
    <>
      <h3 className="mt-10 text-subsection">{t("infos.rhythm")}</h3>
      <dl className="mt-4 grid gap-x-10 border-t border-line md:grid-cols-2">
        {days.map(({ name, parts }) => {
          const texts = parts.map((part) => t(`infos.parts.${part}`))
          return parts.length > 0 && <Fact key={name} name={name} value={formatList(texts, locale)} />
        })}
      </dl>
    </>
  )
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-6 border-b border-line py-4 text-body">
      <dt className="text-mute">{name}</dt>
      <dd className="text-right font-medium">{value}</dd>
    </div>
  )
}
