import type { DataAccess } from "~/domain/privacy/accesses/schema"
import { formatDate, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

/** The member's records that the team opened, newest first. */
export function AccessList({ accesses }: { accesses: DataAccess[] }) {
  const { t } = useTranslation("data-access")
  return (
    <ul aria-label={t("list")} className="mt-10 border-t border-line">
      {accesses.map((access, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and never change place
        <AccessLine key={index} access={access} />
      ))}
    </ul>
  )
}

function AccessLine({ access: { at, role, record, reason } }: { access: DataAccess }) {
  const { t } = useTranslation("data-access")
  const locale = useLocale()
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-b border-line py-4">
      <div>
        <p className="text-body font-medium">{t(`records.${record}`)}</p>
        <p className="mt-0.5 text-ui text-ink2">
          {t("line", { role: role ? t(`roles.${role}`) : t("role_unknown"), reason: t(`reasons.${reason}`) })}
        </p>
      </div>
      <time dateTime={new Date(at).toISOString()} className="text-meta text-mute tabular-nums">
        {`${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`}
      </time>
    </li>
  )
}

/** Sentences about what the list leaves out. They are the same for every member, and so reveal nothing about one. */
export function MissingAccesses() {
  const { t } = useTranslation("data-access")
  return (
    <section aria-labelledby="missing-accesses" className="mt-16">
      <h2 id="missing-accesses" className="text-subsection">
        {t("missing.title")}
      </h2>
      <ul className="mt-5 measure list-disc space-y-2 pl-5 text-body text-ink2 marker:text-mute">
        <li>{t("missing.lists")}</li>
        <li>{t("missing.held")}</li>
        <li>{t("missing.messages")}</li>
      </ul>
    </section>
  )
}
