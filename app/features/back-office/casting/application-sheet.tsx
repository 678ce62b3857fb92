import type { DeskApplication } from "~/domain/support/applications/schema"
import { formatDate, formatLanguage, formatList, formatTime } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"

export interface ApplicationSheetProps {
  application: DeskApplication
  city: string | null
  category: string | null
}

/** Texts, pictures and declarations of an applicant. */
export function ApplicationSheet({ application, city, category }: ApplicationSheetProps) {
  const { t } = useTranslation("admin-casting")
  const locale = useLocale()
  const {
    id,
    pictures,
    languages,
    presentation,
    experience,
    written_in,
    consents,
    contact,
    submitted_at: at,
  } = application
  const facts = [
    [t("contact"), contact],
    [t("account"), t(application.is_member ? "member" : "visitor")],
    [t("city"), city],
    [t("category"), category],
    [
      t("languages"),
      formatList(
        languages.map((code) => formatLanguage(code, locale)),
        locale,
      ),
    ],
    [t("sent_at"), at && `${formatDate(at, locale, "date")}, ${formatTime(at, locale)}`],
  ] as const
  return (
    <div className="min-w-0">
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-meta text-mute">{name}</dt>
            <dd className="text-body wrap-anywhere">{value || t("none")}</dd>
          </div>
        ))}
      </dl>
      <section aria-labelledby="pictures" className="mt-8 border-t border-line pt-6">
        <h2 id="pictures" className="text-body font-semibold">
          {t("pictures")}
        </h2>
        {pictures.length === 0 && <p className="mt-2 text-ui text-ink2">{t("no_pictures")}</p>}
        <div className="mt-3 grid items-start gap-4 sm:grid-cols-2 2xl:grid-cols-3">
          {pictures.map((picture, at) => {
            const address = `/api/admin/applications/${id}/pictures/${picture.id}`
            return (
              <a key={picture.id} href={address} data-item target="_blank" rel="noreferrer" className="rounded-card">
                <img
                  src={address}
                  width={picture.width}
                  height={picture.height}
                  alt={t("picture", { number: at + 1 })}
                  loading="lazy"
                  className="h-auto w-full rounded-card bg-sunk"
                />
              </a>
            )
          })}
        </div>
      </section>
      {(
        [
          ["presentation", presentation],
          ["experience", experience],
        ] as const
      ).map(([name, text]) => (
        <section key={name} aria-labelledby={name} className="mt-8 border-t border-line pt-6">
          <h2 id={name} className="text-body font-semibold">
            {t(name)}
          </h2>
          <p lang={written_in} className="measure mt-2 text-body wrap-anywhere whitespace-pre-line">
            {text || t("none")}
          </p>
        </section>
      ))}
      <section aria-labelledby="consents" className="mt-8 border-t border-line pt-6">
        <h2 id="consents" className="text-body font-semibold">
          {t("consents.title")}
        </h2>
        <ul className="mt-2 list-disc space-y-1 pl-5 text-ui">
          {consents.map((kind) => (
            <li key={kind}>{t(`consents.${kind}`)}</li>
          ))}
        </ul>
      </section>
    </div>
  )
}
