import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { type SectionName, sectionPath, sections, settingsPath } from "./sections"

interface Current {
  name: SectionName
  isItself: boolean
}

/** The list of sections beside a wide page. */
export function SettingsNav({ current }: { current: Current | null }) {
  const { t } = useTranslation("settings")
  return (
    <nav
      aria-label={t("contents")}
      className="max-lg:hidden lg:sticky lg:top-[calc(var(--header-height)+2rem)] lg:self-start"
    >
      <ul className="-ml-3 space-y-0.5">
        {sections.map((name) => {
          const isCurrent = current?.name === name
          return (
            <li key={name}>
              <AppLink
                to={sectionPath(name)}
                aria-current={isCurrent ? (current.isItself ? "page" : "true") : undefined}
                className="block rounded-control px-3 py-2 text-ui text-ink2 hover:bg-sunk hover:text-ink aria-[current]:bg-sunk aria-[current]:font-medium aria-[current]:text-ink forced-colors:aria-[current]:underline"
              >
                {t(`sections.${name}`)}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The list of sections as a page of its own on a phone, with a line about each. */
export function SectionList() {
  const { t } = useTranslation("settings")
  return (
    <nav aria-label={t("contents")} className="mt-6 lg:hidden">
      <ul className="border-t border-line">
        {sections.map((name) => (
          <li key={name} className="border-b border-line">
            <AppLink to={sectionPath(name)} className="flex items-center gap-4 py-4 hover:bg-sunk">
              <span className="min-w-0 grow">
                <span className="block text-body font-medium">{t(`sections.${name}`)}</span>
                <span className="mt-0.5 block text-meta text-mute">{t(`lines.${name}`)}</span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-mute" />
            </AppLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** The way back: from a page of a section to it, and on a phone from a section to the list. */
export function BackLink({ current }: { current: Current | null }) {
  const { t } = useTranslation("settings")
  const isSubpage = current !== null && !current.isItself
  return (
    <p className={isSubpage ? "mb-4 text-ui" : "mb-4 text-ui lg:hidden"}>
      <AppLink
        to={isSubpage ? sectionPath(current.name) : settingsPath}
        className="link touch-target inline-flex items-center gap-1"
      >
        <ChevronLeft aria-hidden className="size-4" />
        {isSubpage ? t(`sections.${current.name}`) : t("title")}
      </AppLink>
    </p>
  )
}
