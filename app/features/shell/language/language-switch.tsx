import { useLocation } from "@remix-run/react"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { type LanguageLink, useRootData } from "~/remix/root-data"

/**
 * Links to the page in its other languages, with the same path and query. Plain links: another language is another
 * document.
 */
export function LanguageSwitch({ className }: { className?: string }) {
  const { t, i18n } = useTranslation()
  const { pathname, search } = useLocation()
  const languages = useRootData()?.languages ?? []
  return (
    <ul aria-label={t("shell.language")} className={classNames("items-center text-meta", className)}>
      {languages.map((language) => (
        <li
          key={language.code}
          className="flex items-center not-first:before:text-line2 not-first:before:content-['/'/''] first:-ml-3 last:-mr-3"
        >
          <a
            href={hrefOf(language, pathname + search)}
            hrefLang={language.code}
            lang={language.code}
            aria-current={language.code === i18n.language ? "true" : undefined}
            className={classNames(
              "flex h-11 min-w-11 items-center justify-center rounded-small",
              language.code === i18n.language
                ? "font-semibold text-ink forced-colors:underline"
                : "text-mute hover:text-ink",
            )}
          >
            {language.code.toUpperCase()}
            <span className="sr-only"> {language.name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function hrefOf({ prefix, isParameter }: LanguageLink, path: string): string {
  return prefix + (isParameter ? encodeURIComponent(path) : path)
}
