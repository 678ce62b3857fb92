import { useSearchParams } from "@remix-run/react"
import type { ReactNode } from "react"
import { useTranslation } from "~/i18n/use-translation"
import { ButtonLink } from "~/ui/button"
import { Tabs } from "~/ui/navigation/tabs"
import { KeyLegend } from "../key-legend"

export interface MediaPageProps {
  title: string
  path: string
  /** The lists of the page, by the value of `list` in its address. */
  lists: { name: string; label: string }[]
  list: string
  next_cursor: string | null
  children: ReactNode
}

/** The frame of a list of photos or videos. */
export function MediaPage({ title, path, lists, list, next_cursor, children }: MediaPageProps) {
  const { t } = useTranslation("admin-review")
  const [query] = useSearchParams()
  const address = (more: Record<string, string> = {}) => `${path}?${new URLSearchParams({ list, ...more })}`
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-office-title">{title}</h1>
        <div className="ml-auto">
          <KeyLegend
            keys={[
              { keys: ["ArrowRight", "ArrowLeft"], text: t("keys.items") },
              { keys: ["Y", "N"], text: t("keys.decide") },
              { keys: ["Z"], text: t("keys.zoom") },
            ]}
          />
        </div>
      </div>
      <Tabs
        label={t("media.lists")}
        items={lists.map(({ name, label }) => ({ to: `${path}?list=${name}`, label, isCurrent: name === list }))}
        className="mt-4 mb-6"
      />
      {children}
      {(query.has("cursor") || next_cursor) && (
        <nav aria-label={t("pages.label")} className="mt-6 flex justify-between gap-3">
          {query.has("cursor") ? <ButtonLink to={address()}>{t("pages.first")}</ButtonLink> : <span />}
          {next_cursor && <ButtonLink to={address({ cursor: next_cursor })}>{t("pages.next")}</ButtonLink>}
        </nav>
      )}
    </>
  )
}
