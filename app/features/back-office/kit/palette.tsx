import { useNavigate } from "@remix-run/react"
import Search from "lucide-react/icons/search"
import { useEffect, useState } from "react"
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from "react-aria-components"
import { callApi } from "~/browser/call-api"
import type { Hit } from "~/domain/back-office/records/schema"
import { foldText } from "~/i18n/fold-text"
import { useTranslation } from "~/i18n/use-translation"
import { Dialog } from "~/ui/overlay/dialog"
import { PageLanguage } from "./page-language"

/** How long after a keystroke is searched, ms. */
const typingPause = 150
const minTyped = 2

type PaletteProps = {
  open: boolean
  onClose: () => void
  /** Returns what was typed before the field had the focus. */
  takeKeys: () => string
  /** The pages of the back office that the reader may open. */
  places: readonly { to: string; label: string }[]
}

type Found = { state: "idle" | "searching" | "failed"; hits: Hit[] }

/** Finds records and pages by name, and opens them: all by keyboard. */
export default function Palette({ open, onClose, takeKeys, places }: PaletteProps) {
  const { t } = useTranslation("admin-kit")
  const navigate = useNavigate()
  const [typed, setTyped] = useState("")
  const { state, hits } = useSearch(open ? typed.trim() : "")
  const wanted = foldText(typed.trim())
  const shownPlaces = places.filter(({ label }) => foldText(label).includes(wanted))
  const kinds = [...new Set(hits.map(({ kind }) => kind))]

  function go(to: string) {
    setTyped("")
    onClose()
    navigate(to)
  }

  return (
    <Dialog open={open} onClose={onClose} title={t("palette.label")} isTitleHidden isBare size="large">
      <PageLanguage>
        <Autocomplete inputValue={typed} onInputChange={setTyped}>
          <SearchField
            aria-label={t("palette.label")}
            autoFocus
            className="flex h-14 items-center gap-3 border-b border-line px-5"
          >
            <Search className="size-4.5 shrink-0 text-mute" />
            <Input
              placeholder={t("palette.placeholder")}
              onFocus={() => setTyped((typed) => typed + takeKeys())}
              className="h-full min-w-0 grow bg-transparent text-body outline-none placeholder:text-mute"
            />
            <kbd className="key-cap max-sm:hidden">Esc</kbd>
          </SearchField>
          <Menu
            aria-label={t("palette.label")}
            onAction={(key) => go(String(key))}
            className="max-h-[60dvh] overflow-y-auto p-2"
            renderEmptyState={() => (
              <p className="px-3 py-8 text-center text-ui text-mute">
                {state === "searching"
                  ? t("palette.searching")
                  : state === "failed"
                    ? t("palette.failed")
                    : t("palette.empty")}
              </p>
            )}
          >
            {/* First: what comes later than it would not be chosen, and would stand above what is. */}
            {shownPlaces.length > 0 && (
              <MenuSection id="places">
                <Header className={headerClass}>{t("palette.go")}</Header>
                {shownPlaces.map(({ to, label }) => (
                  <MenuItem key={to} id={to} textValue={label} className={itemClass}>
                    {label}
                  </MenuItem>
                ))}
              </MenuSection>
            )}
            {kinds.map((kind) => (
              <MenuSection key={kind} id={`kind ${kind}`}>
                <Header className={headerClass}>{kind}</Header>
                {hits
                  .filter((hit) => hit.kind === kind)
                  .map(({ path, title }) => (
                    <MenuItem key={path} id={path} textValue={title} className={itemClass}>
                      <span className="truncate">{title}</span>
                    </MenuItem>
                  ))}
              </MenuSection>
            ))}
          </Menu>
        </Autocomplete>
      </PageLanguage>
      <p className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line bg-sunk px-5 py-2.5 text-meta text-mute max-sm:hidden">
        <span className="flex items-center gap-1.5">
          <kbd className="key-cap">↑</kbd>
          <kbd className="key-cap">↓</kbd>
          {t("palette.move")}
        </span>
        <span className="flex items-center gap-1.5">
          <kbd className="key-cap">↵</kbd>
          {t("palette.open")}
        </span>
        <span className="ml-auto">{t("palette.hint")}</span>
      </p>
    </Dialog>
  )
}

const headerClass = "px-3 pt-3 pb-1 text-meta text-mute"
const itemClass =
  "flex min-h-10 cursor-default items-center gap-3 rounded-small px-3 text-ui outline-none data-[focused]:bg-sunk data-[hovered]:bg-sunk dark:data-[focused]:bg-line"

/** Searches a moment after the last keystroke; only the latest response counts. */
function useSearch(q: string): Found {
  const [search, setSearch] = useState<Found>({ state: "idle", hits: [] })
  useEffect(() => {
    if (q.length < minTyped) {
      setSearch({ state: "idle", hits: [] })
      return
    }
    const abort = new AbortController()
    const timer = setTimeout(async () => {
      setSearch(({ hits }) => ({ state: "searching", hits }))
      try {
        const path = `/api/admin/search?q=${encodeURIComponent(q)}`
        const { data } = await callApi<{ data: Hit[] }>(path, { signal: abort.signal, isQuiet: true })
        setSearch({ state: "idle", hits: data })
      } catch {
        if (!abort.signal.aborted) setSearch({ state: "failed", hits: [] })
      }
    }, typingPause)
    return () => {
      clearTimeout(timer)
      abort.abort()
    }
  }, [q])
  return search
}
