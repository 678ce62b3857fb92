import { useLocation, useNavigate } from "@remix-run/react"
import BookmarkPlus from "lucide-react/icons/bookmark-plus"
import Ellipsis from "lucide-react/icons/ellipsis"
import Pencil from "lucide-react/icons/pencil"
import Trash2 from "lucide-react/icons/trash"
import { type FormEvent, useEffect, useState } from "react"
import { readLocal, writeLocal } from "~/browser/local-text"
import type { ListQuery, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { Button, IconButton } from "~/ui/button"
import { ChipLink } from "~/ui/chip"
import { TextField } from "~/ui/form/field"
import { Dialog } from "~/ui/overlay/dialog"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { listAddress, wholeList } from "../list/list-address"
import { isSameSearch, maxViewName, maxViews, parseViews, putView, type SavedView, withDefault } from "./saved-views"

/** The filters and sorts that somebody named in this browser, as tabs above the list, and the way to name more. */
export function ViewTabs({ view, query }: { view: ResourceView; query: ListQuery }) {
  const { t } = useTranslation("admin-kit")
  const { views, store, reread } = useSavedViews(view.name)
  /** The view that is renamed; null: a new one is named. */
  const [edited, setEdited] = useState<SavedView | null | undefined>()
  const [, search = ""] = listAddress(view.name, query).split("?")
  const current = views.find((one) => isSameSearch(one.search, search))
  useDefaultView(views)
  const isFiltered = query.q !== "" || Object.keys(query.filters).length > 0
  const isSorted = query.sort !== view.sort
  const isSavable = !current && (isFiltered || isSorted) && views.length < maxViews
  if (views.length === 0 && !isSavable) return null
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {views.length > 0 && (
        <nav aria-label={t("views.label")} className="contents">
          <ChipLink to={wholeList(view)} isActive={!current && !isFiltered && !isSorted}>
            {t("views.all")}
          </ChipLink>
          {views.map((one) => (
            <ChipLink key={one.name} to={`/dashboard/admin/${view.name}?${one.search}`} isActive={one === current}>
              {one.name}
            </ChipLink>
          ))}
        </nav>
      )}
      {current && (
        <Menu
          label={t("views.of", { name: current.name })}
          trigger={(attributes) => (
            <IconButton label={t("views.of", { name: current.name })} size="small" {...attributes}>
              <Ellipsis />
            </IconButton>
          )}
        >
          <MenuItem icon={<Pencil />} onSelect={() => setEdited(current)}>
            {t("views.rename")}
          </MenuItem>
          <MenuItem
            isMultiple
            isChecked={current.isDefault === true}
            onSelect={() => store(withDefault(reread(), current.isDefault ? null : current.name))}
          >
            {t("views.default")}
          </MenuItem>
          <MenuItem
            icon={<Trash2 />}
            tone="bad"
            onSelect={() => store(reread().filter(({ name }) => name !== current.name))}
          >
            {t("views.delete")}
          </MenuItem>
        </Menu>
      )}
      {isSavable && (
        <Button size="small" variant="ghost" icon={<BookmarkPlus />} onClick={() => setEdited(null)}>
          {t("views.save")}
        </Button>
      )}
      <Dialog
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        title={edited ? t("views.rename") : t("views.save")}
        description={t("views.where")}
      >
        {edited !== undefined && (
          <NameForm
            former={edited?.name}
            onCancel={() => setEdited(undefined)}
            onName={(name) => {
              const result = putView(reread(), { name, search }, edited?.name)
              if (typeof result === "string") return t(`views.problems.${result}`)
              store(result)
              setEdited(undefined)
              return null
            }}
          />
        )}
      </Dialog>
    </div>
  )
}

/** Leads from an address without a query to the default view, which the address then says. */
function useDefaultView(views: readonly SavedView[]) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const chosen = views.find(({ isDefault }) => isDefault)?.search
  useEffect(() => {
    if (search === "" && chosen) navigate(`${pathname}?${chosen}`, { replace: true, preventScrollReset: true })
  }, [pathname, search, chosen, navigate])
}

type NameFormProps = {
  former: string | undefined
  onCancel: () => void
  /** Returns what is wrong with the name, or null. */
  onName: (name: string) => string | null
}

function NameForm({ former, onCancel, onName }: NameFormProps) {
  const { t } = useTranslation("admin-kit")
  const [problem, setProblem] = useState<string | null>(null)
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    event.stopPropagation()
    setProblem(onName(String(new FormData(event.currentTarget).get("name"))))
  }
  return (
    <form onSubmit={submit} noValidate>
      <TextField
        label={t("views.name")}
        name="name"
        defaultValue={former}
        maxLength={maxViewName}
        autoComplete="off"
        required
        error={problem ?? undefined}
      />
      <div className="mt-6 flex flex-wrap justify-end gap-2.5 max-sm:*:grow">
        <Button onClick={onCancel}>{t("cancel")}</Button>
        <Button type="submit" variant="primary">
          {t("form.save")}
        </Button>
      </div>
    </form>
  )
}

/** The views of a resource in this browser. Other tabs change them too: `reread` returns what is stored now. */
function useSavedViews(resource: string) {
  const key = `admin-views:${resource}`
  const [views, setViews] = useState<SavedView[]>([])
  const reread = () => parseViews(readLocal(key))
  useEffect(() => {
    const read = () => setViews(parseViews(readLocal(key)))
    read()
    window.addEventListener("storage", read)
    return () => window.removeEventListener("storage", read)
  }, [key])
  const store = (next: SavedView[]) => {
    setViews(next)
    writeLocal(key, next.length > 0 ? JSON.stringify(next) : null)
  }
  return { views, store, reread }
}
