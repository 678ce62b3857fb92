import { type DayPart, dayParts, weekDays } from "~/domain/profiles/content/rhythm"
import type { ProfileHead } from "~/domain/profiles/schema"
import { formatDate, formatDuration, formatLanguage, formatList, formatNumber, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { formatWeekday } from "~/i18n/weekday"
import { NextDays } from "../calendar/next-days"
import type { ShownTimes } from "../calendar/shown-times"
import { sentenceCase } from "./profile-head"

/** The facts of a profile, the next days and its weekly rhythm, in two columns if there is room. */
export function ProfileInfos({ profile, times }: { profile: ProfileHead; times: ShownTimes }) {
  const { t } = useTranslation("sections")
  const locale = useLocale()
  const number = (count: number) => (count > 0 ? formatNumber(count, locale) : null)
  const languages = profile.languages.map((code) => formatLanguage(code, locale))
  const facts: [string, string | null][] = [
    [t("infos.city"), profile.city.name],
    [t("infos.region"), profile.city.region],
    ...times.tours.map((tour): [string, string] => [t("infos.tour"), tour]),
    [t("infos.category"), profile.category.name],
    [t("infos.languages"), sentenceCase(formatList(languages, locale), locale)],
    [t("infos.rate"), formatPrice(profile.hourly_rate, locale)],
    [t("infos.minimum"), formatDuration(profile.minimum_hours * 60)],
    [t("infos.available"), profile.is_available ? t("infos.now") : null],
    [t("infos.replies"), profile.reply_speed && t(`infos.reply_speed.${profile.reply_speed}`)],
    [t("infos.verified"), profile.verified_at ? formatDate(profile.verified_at, locale, "month") : t("infos.not_yet")],
    [t("infos.since"), formatDate(profile.member_since, locale, "month")],
    [t("infos.updated"), formatDate(profile.updated_at, locale, "date")],
    [t("infos.services"), number(profile.service_count)],
    [t("infos.photos"), number(profile.photo_count)],
    [t("infos.videos"), number(profile.video_count)],
    [t("infos.private_photos"), number(profile.private_photo_count)],
    [t("infos.private_videos"), number(profile.private_video_count)],
  ]
  return (
    <section aria-labelledby="infos">
      <h2 id="infos" className="text-section">
        {t("infos.title")}
      </h2>
      <dl className="mt-7 grid gap-x-10 border-t border-ink md:grid-cols-2">
        {facts.map(([name, value]) => value && <Fact key={`${name} ${value}`} name={name} value={value} />)}
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
