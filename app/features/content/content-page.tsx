import type { ReactNode } from "react"
import type { Heading, ContentPage as Page } from "~/domain/content/schema"
import { formatDate } from "~/i18n/format"
import { useLocale } from "~/i18n/use-locale"
import { useTranslation } from "~/i18n/use-translation"
import { Prose } from "./prose"

/** The number of headings from which a text has a table of contents. */
const longText = 4

export interface ContentPageProps {
  page: Omit<Page, "markdown">
  isVersioned?: boolean
  /** Stands above the table of contents. */
  portrait?: ReactNode
}

/** A page that staff wrote. `isVersioned`: shows its version and the date. `portrait` stands beside a text. */
export function ContentPage({ page, isVersioned = false, portrait }: ContentPageProps) {
  const { t } = useTranslation("content")
  const locale = useLocale()
  const { title, html, headings, version, published_at, updated_at } = page
  const lang = page.locale === locale ? undefined : page.locale
  return (
    <article className="page-container pt-10 md:pt-16">
      <header className="border-b border-line pb-8 md:pb-12">
        <h1 lang={lang} className="text-page-title-large">
          {title}
        </h1>
        {isVersioned && (
          <p className="mt-4 text-meta text-mute">
            {t("version", { version, date: formatDate(published_at, locale, "date") })}
            {updated_at > published_at && ` ${t("updated", { date: formatDate(updated_at, locale, "date") })}`}
          </p>
        )}
        {lang && <p className="mt-4 text-ui text-ink2">{t("not_translated")}</p>}
      </header>
      <div className="grid gap-x-16 gap-y-8 pt-8 md:pt-12 lg:grid-cols-[15rem_minmax(0,1fr)]">
        <div className="flex flex-col gap-8">
          {portrait}
          {headings.length >= longText && <Contents headings={headings} lang={lang} />}
        </div>
        <Prose html={html} lang={lang} />
      </div>
    </article>
  )
}

function Contents({ headings, lang }: { headings: Heading[]; lang: string | undefined }) {
  const { t } = useTranslation("content")
  return (
    <nav
      aria-labelledby="contents"
      className="lg:sticky lg:top-[calc(var(--impersonation-bar)+var(--header-height)+2rem)]"
    >
      <h2 id="contents" className="text-meta font-semibold">
        {t("contents")}
      </h2>
      <ol lang={lang} className="mt-3 space-y-1">
        {headings.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`} className="inline-block py-1 text-ui text-ink2 hover:text-ink max-lg:py-3">
              {text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
