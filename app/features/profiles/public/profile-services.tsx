import type { OfferedService, ProfileHead, ServiceGroup } from "~/domain/profiles/schema"
import { formatDate, formatDuration, formatPrice } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { AppLink } from "~/ui/navigation/app-link"

/** The services and their prices, by occasion; an ink rule opens each list. */
export function ProfileServices({ profile, services }: { profile: ProfileHead; services: ServiceGroup[] }) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  const shown = services.reduce((sum, group) => sum + group.services.length, 0)
  return (
    <section aria-labelledby="services">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 id="services" className="text-section">
          {t("services.title")}
        </h2>
        <p className="text-meta text-mute">
          {t("services.updated", { date: formatDate(profile.updated_at, locale, "date") })}
        </p>
      </div>
      {services.length === 0 && <p className="mt-5 text-body text-ink2">{t("services.none")}</p>}
      {services.map((group) => (
        <div key={group.category} className="mt-7">
          <h3 className="border-b border-ink pb-2.5 text-ui font-semibold">{group.category}</h3>
          <ul className="divide-y divide-line border-b border-line">
            {group.services.map((service) => (
              <ServiceRow key={service.name} service={service} />
            ))}
          </ul>
        </div>
      ))}
      {shown < profile.service_count && (
        <p className="mt-6">
          <AppLink to={`/escorts/${profile.slug}/services`} className="link touch-target inline-block text-ui">
            {t("services.all", { count: profile.service_count })}
          </AppLink>
        </p>
      )}
    </section>
  )
}

function ServiceRow({
  service: { name, note, note_language: language, price, duration },
}: {
  service: OfferedService
}) {
  const { t } = useTranslation("profile")
  const locale = useLocale()
  return (
    <li className="flex items-baseline justify-between gap-6 py-4">
      <div className="min-w-0 text-body">
        <p className="flex flex-wrap items-baseline gap-x-2.5">
          <span className="font-medium">{name}</span>
          {duration !== null && <span className="text-ui text-mute">{formatDuration(duration)}</span>}
        </p>
        {note && (
          <p lang={language ?? undefined} className="mt-0.5 measure text-ui text-ink2">
            {note}
          </p>
        )}
      </div>
      <p className={classNames("shrink-0 text-body", price === null ? "text-mute" : "font-semibold")}>
        {price === null ? t("services.on_request") : formatPrice(price, locale)}
      </p>
    </li>
  )
}
