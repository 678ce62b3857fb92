import { useFetcher, useNavigate, useNavigation } from "@remix-run/react"
import { Download, Plus } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { toasts } from "~/browser/toasts"
import type { ActResult, ListQuery, RecordPage, ResourceView } from "~/domain/resources/schema"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { useActionToast } from "~/remix/use-answer-toast"
import { Button, ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/feedback/empty-state"
import { type Keys, useKeys } from "../use-keys"
import { BulkBar } from "./bulk-bar"
import { listAddress } from "./list-address"
import { ListToolbar } from "./list-toolbar"
import { OrderList } from "./order-list"
import { RecordTable } from "./record-table"

type ListResult = FormResult & { act?: ActResult }

/** The list of a resource: search, filters, columns, selection, acts, pages and keys. */
export function RecordList({ view, query, page }: { view: ResourceView; query: ListQuery; page: RecordPage }) {
  const { t } = useTranslation("admin-kit")
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isOrdering, setOrdering] = useState(false)
  const fetcher = useFetcher<ListResult>()
  const isLoading = useNavigation().state === "loading"
  const shown = page.data.map(({ id }) => id)
  const chosen = shown.filter((id) => selected.has(id))
  useActResult(fetcher.data, view, {
    onDone: () => setSelected(new Set()),
    onUndo: (undo, ids) => submitAct(undo, ids, null),
  })

  function submitAct(intent: string, ids: readonly string[], reason: string | null) {
    const form = new FormData()
    form.set("intent", intent)
    if (reason) form.set("reason", reason)
    for (const id of ids) form.append("ids", id)
    fetcher.submit(form, { method: "post" })
  }

  useListKeys(view, () => setSelected(new Set()))
  const isFiltered = query.q !== "" || Object.keys(query.filters).length > 0
  const pageOf = (cursor: string | null) => listAddress(view.name, query, { cursor })

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-page-title">{view.many}</h1>
        <div className="flex flex-wrap gap-2.5">
          <form method="post" action={listAddress(view.name, query)}>
            <Button type="submit" name="intent" value="export" icon={<Download />}>
              {t("export")}
            </Button>
          </form>
          {view.mayCreate && (
            <ButtonLink
              to={`/dashboard/admin/${view.name}/new`}
              variant="primary"
              icon={<Plus />}
              aria-keyshortcuts="n"
            >
              {t("new")}
            </ButtonLink>
          )}
        </div>
      </div>
      <ListToolbar view={view} query={query} isOrdering={isOrdering} onOrder={setOrdering} />
      {isOrdering ? (
        <OrderList view={view} records={page.data} />
      ) : (
        <>
          <BulkBar
            view={view}
            records={page.data}
            chosen={chosen}
            isBusy={fetcher.state !== "idle"}
            onAct={submitAct}
            onClear={() => setSelected(new Set())}
          />
          {page.data.length === 0 ? (
            <EmptyState
              isBoxed
              title={isFiltered ? t("empty.filtered") : t("empty.none")}
              className="mt-4"
              button={
                isFiltered ? (
                  <ButtonLink to={`/dashboard/admin/${view.name}`}>{t("filters.clear")}</ButtonLink>
                ) : undefined
              }
            />
          ) : (
            <RecordTable
              view={view}
              query={query}
              records={page.data}
              selected={selected}
              onSelect={setSelected}
              isLoading={isLoading}
            />
          )}
        </>
      )}
      {(page.previous_cursor || page.next_cursor) && (
        <nav aria-label={t("pages.label")} className="mt-5 flex justify-between gap-3">
          {page.previous_cursor ? (
            <ButtonLink to={pageOf(page.previous_cursor)} rel="prev">
              {t("pages.previous")}
            </ButtonLink>
          ) : (
            <span />
          )}
          {page.next_cursor && (
            <ButtonLink to={pageOf(page.next_cursor)} rel="next">
              {t("pages.next")}
            </ButtonLink>
          )}
        </nav>
      )}
      <KeyLegend view={view} />
    </>
  )
}

/** Shows what an act did, with its undo. */
function useActResult(
  result: ListResult | undefined,
  view: ResourceView,
  { onDone, onUndo }: { onDone: () => void; onUndo: (undo: string, ids: string[]) => void },
) {
  const { t } = useTranslation("admin-kit")
  const handled = useRef<ListResult>()
  const undo = view.acts.find(({ name }) => name === result?.intent)?.undo
  const isUndoable = Boolean(undo && result?.act && result.act.done.length > 0)
  useActionToast(isUndoable ? undefined : result)
  useEffect(() => {
    if (!result || handled.current === result) return
    handled.current = result
    if (!result.isError) onDone()
    const { act, message } = result
    if (isUndoable && undo && act && message) {
      const actions = [{ label: t("undo"), onSelect: () => onUndo(undo, act.done) }]
      toasts.add({ title: message, color: act.failed.length > 0 ? "warn" : "ok", timeout: 8_000, actions })
    }
  })
}

/** j and k move through the rows, x selects, Enter opens, / searches, n makes a new one, Escape clears. */
function useListKeys(view: ResourceView, onClear: () => void) {
  const navigate = useNavigate()
  const rows = () => [...document.querySelectorAll<HTMLElement>("[data-record]")]
  const focused = () => rows().findIndex((row) => row.contains(document.activeElement))
  const move = (step: number) => (event: KeyboardEvent) => {
    const all = rows()
    const next = all[Math.min(all.length - 1, Math.max(0, focused() + step))]
    const link = next?.querySelector<HTMLElement>("a, button")
    if (!link) return
    event.preventDefault()
    link.focus()
  }
  const keys: Keys = {
    j: move(1),
    k: move(-1),
    x: () => rows()[focused()]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click(),
    e: () => rows()[focused()]?.querySelector<HTMLAnchorElement>("a")?.click(),
    Escape: onClear,
    "/": (event) => {
      event.preventDefault()
      document.querySelector<HTMLInputElement>("[data-list-search]")?.focus()
    },
  }
  if (view.mayCreate) keys.n = () => navigate(`/dashboard/admin/${view.name}/new`)
  useKeys(keys)
}

function KeyLegend({ view }: { view: ResourceView }) {
  const { t } = useTranslation("admin-kit")
  const keys = [
    ["J", "K", t("keys.move")],
    ["E", null, t("keys.open")],
    ...(view.acts.length > 0 ? [["X", null, t("keys.select")] as const] : []),
    ...(view.isSearchable ? [["/", null, t("keys.search")] as const] : []),
    ["Ctrl K", null, t("keys.palette")],
  ] as const
  return (
    <p className="mt-6 flex flex-wrap gap-x-4 gap-y-2 text-meta text-mute max-lg:hidden">
      {keys.map(([first, second, label]) => (
        <span key={first} className="flex items-center gap-1.5">
          <kbd className="key-cap">{first}</kbd>
          {second && <kbd className="key-cap">{second}</kbd>}
          {label}
        </span>
      ))}
    </p>
  )
}
