import type { ReactNode } from "react"
import type { Named } from "~/domain/profiles/catalog/schema"
import type { Application } from "~/domain/support/applications/schema"
import { formatLanguage, formatList } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { picturePath } from "./pictures/picture-path"

export interface SummaryProps {
  application: Application
  cities: Named[]
  categories: Named[]
  /** Whether this browser may see the pictures themselves: with the link of a mail it gets their number only. */
  showsPictures: boolean
  /** The link at the end of a part's title that changes it. */
  edit?: (step: "you" | "words" | "pictures") => ReactNode
}

/** The whole application, to be reviewed. */
export function Summary({ application, cities, categories, showsPictures, edit }: SummaryProps) {
  const { t } = useTranslation("casting")
  const locale = useLocale()
  const { id, pictures, languages, city, category } = application
  const nameOf = (all: Named[], slug: string | null) => all.find((one) => one.slug === slug)?.name
  const facts = [
    [t("you.first_name"), application.first_name],
    [t("you.city"), nameOf(cities, city)],
    [t("you.category"), nameOf(categories, category)],
    [
      t("you.languages"),
      formatList(
        languages.map((code) => formatLanguage(code, locale)),
        locale,
      ),
    ],
  ] as const
  const count = t("pictures.total", { count: pictures.length })
  return (
    <div className="space-y-8">
      <Part title={t("steps.you.name")} edit={edit?.("you")}>
        <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
          {facts.map(([name, value]) => (
            <div key={name} className="min-w-0">
              <dt className="text-meta text-mute">{name}</dt>
              <dd className="text-body wrap-anywhere">{value || t("summary.missing")}</dd>
            </div>
          ))}
        </dl>
      </Part>
      <Part title={t("steps.words.name")} edit={edit?.("words")}>
        {(["presentation", "experience"] as const).map((name) => (
          <div key={name} className="not-first:mt-4">
            <h3 className="text-meta text-mute">{t(`words.${name}`)}</h3>
            <p lang={application.written_in} className="measure mt-0.5 text-body wrap-anywhere whitespace-pre-line">
              {application[name] || t("summary.missing")}
            </p>
          </div>
        ))}
      </Part>
      <Part title={t("steps.pictures.name")} edit={edit?.("pictures")}>
        {showsPictures && pictures.length > 0 ? (
          <ul className="grid grid-cols-3 gap-2 sm:grid-cols-6">
            {pictures.map((picture, index) => (
              <li key={picture.id}>
                <img
                  src={picturePath(id, picture.id)}
                  alt={t("pictures.alt", { number: index + 1 })}
                  width={picture.width}
                  height={picture.height}
                  loading="lazy"
                  className="aspect-[4/5] w-full rounded-small bg-sunk object-cover object-[50%_33%]"
                />
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-body">{pictures.length > 0 ? count : t("summary.missing")}</p>
        )}
      </Part>
    </div>
  )
}

function Part({ title, edit, children }: { title: string; edit: ReactNode; children: ReactNode }) {
  return (
    <div className="border-t border-line pt-4">
      <div className="mb-3 flex items-baseline justify-between gap-4">
        <h2 className="text-card-title">{title}</h2>
        {edit}
      </div>
      {children}
    </div>
  )
}
