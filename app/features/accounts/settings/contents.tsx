import { useTranslation } from "~/i18n/use-translation"
import { sections } from "./sections"

/** Links to the sections of the settings: always visible beside a wide page, and above a narrow one. */
export function Contents() {
  const { t } = useTranslation("settings")
  return (
    <nav aria-label={t("contents")} className="lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:self-start">
      <ul className="border-y border-line py-2 sm:columns-2 lg:columns-1 lg:border-0 lg:py-0">
        {sections.map((name) => (
          <li key={name}>
            <a href={`#${name}`} className="block py-3 text-ui lg:py-2 text-ink2 hover:text-ink">
              {t(`sections.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
