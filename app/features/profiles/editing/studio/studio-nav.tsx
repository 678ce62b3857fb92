import type { ChecklistItem } from "~/domain/profiles/editing/schema"
import { useTranslation } from "~/i18n/use-translation"
import { AppLink } from "~/ui/navigation/app-link"
import { Tabs } from "~/ui/navigation/tabs"
import { ItemStateIcon } from "./item-state"
import { overviewPath, pageState, studioPages } from "./pages"

export interface StudioNavProps {
  checklist: readonly ChecklistItem[]
  /** The path of the page that is shown. */
  pathname: string
}

/** The studio's pages beside a wide page, each with where its part of the profile stands. */
export function StudioNav({ checklist, pathname }: StudioNavProps) {
  const { t } = useTranslation("workshop")
  return (
    <nav
      aria-label={t("nav")}
      className="max-lg:hidden lg:sticky lg:top-[calc(var(--impersonation-bar)+var(--header-height)+2rem)] lg:self-start"
    >
      <ul className="-ml-3 space-y-0.5">
        {studioPages.map((page) => {
          const { name, path, Icon } = page
          const state = pageState(page, checklist)
          return (
            <li key={path}>
              <AppLink
                to={path}
                aria-current={currentOf(path, pathname)}
                className="flex min-h-11 items-center gap-3 rounded-control px-3 py-2 text-ui text-ink2 hover:bg-sunk hover:text-ink aria-[current]:bg-sunk aria-[current]:font-medium aria-[current]:text-ink forced-colors:aria-[current]:underline"
              >
                <Icon aria-hidden className="size-4.5 shrink-0" />
                <span className="min-w-0 grow">{t(`tabs.${name}`)}</span>
                {state && <PageState state={state} />}
              </AppLink>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

/** The studio's pages above a narrow one. */
export function StudioTabs({ checklist, pathname }: StudioNavProps) {
  const { t } = useTranslation("workshop")
  return (
    <Tabs
      label={t("nav")}
      className="mt-4 lg:hidden"
      items={studioPages.map((page) => {
        const state = pageState(page, checklist)
        return {
          to: page.path,
          label: t(`tabs.${page.name}`),
          count: state && state !== "done" ? <PageState state={state} /> : undefined,
          isCurrent: currentOf(page.path, pathname) !== undefined,
        }
      })}
    />
  )
}

/** A page is current for those below it, too; the overview is above all of them. */
function currentOf(path: string, pathname: string): "page" | "true" | undefined {
  if (pathname === path) return "page"
  return path !== overviewPath && pathname.startsWith(`${path}/`) ? "true" : undefined
}

function PageState({ state }: { state: ChecklistItem["state"] }) {
  const { t } = useTranslation("workshop")
  return (
    <>
      <ItemStateIcon state={state} className="size-4" />
      <span className="sr-only">{t(`item_states.${state}`)}</span>
    </>
  )
}
