import { useLocation, useNavigation } from "@remix-run/react"
import Download from "lucide-react/icons/download"
import Plus from "lucide-react/icons/plus"
import Trash2 from "lucide-react/icons/trash"
import Upload from "lucide-react/icons/upload"
import { useEffect, useRef, useState } from "react"
import type { DeletedRecord, ListQuery, RecordPage, ResourceView } from "~/domain/back-office/records/schema"
import { FormNotice } from "~/features/accounts/auth/form-notice"
import type { Translate } from "~/i18n/translate"
import { useTranslation } from "~/i18n/use-translation"
import type { FormResult } from "~/remix/form"
import { Form, RequestId } from "~/remix/idempotency/single-form"
import { useActionToast } from "~/remix/use-action-toast"
import { Button, ButtonLink } from "~/ui/button"
import { Banner, bannerActionClass } from "~/ui/feedback/banner"
import { EmptyState } from "~/ui/feedback/empty-state"
import { KeyLegend } from "../../key-legend"
import { useDelayedPending } from "../../use-delayed-pending"
import { useKeys } from "../../use-keys"
import { ViewTabs } from "../views/view-tabs"
import { ActionFailures } from "./action-failures"
import { BulkBar } from "./bulk-bar"
import { listAddress, wholeList } from "./list-address"
import { ListToolbar } from "./list-toolbar"
import { OrderList } from "./order-list"
import { RecordTable } from "./record-table"
import { useActions } from "./use-actions"

/** The intents of a list's forms, beside the acts of its resource. */
export type ListIntent = "remove" | "restore" | "move" | "export"

type RecordListProps = {
  view: ResourceView
  query: ListQuery
  page: RecordPage
  /** The record that was just deleted on its own page. */
  removed: DeletedRecord | null
  result: FormResult | undefined
}

/** The list of a resource: search, filters, columns, selection, acts, pages and keys. */
export function RecordList({ view, query, page, removed, result }: RecordListProps) {
  const { t } = useTranslation("admin-kit")
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [isOrdering, setOrdering] = useState(false)
  /** Counts the acts that were carried out: the bar and its reason begin again. */
  const [round, setRound] = useState(0)
  const { state, location } = useNavigation()
  const { pathname } = useLocation()
  const isLoading = useDelayedPending(state === "loading" && location.pathname === pathname)
  const shown = page.data.map(({ id }) => id)
  const chosen = shown.filter((id) => selected.has(id))
  const actions = useActions(view, page.data, (left) => {
    setSelected(new Set(left))
    setRound((last) => last + 1)
  })
  useActionToast(result)

  useKeys("letters")
  const isFiltered = query.q !== "" || Object.keys(query.filters).length > 0
  const pageOf = (cursor: string | null) => listAddress(view.name, query, { cursor })

  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-office-title">{view.many}</h1>
        <div className="flex flex-wrap items-center gap-2.5">
          <KeyLegend keys={legendOf(view, t)} />
          {view.archive && <ButtonLink to={view.archive.path}>{view.archive.label}</ButtonLink>}
          {view.mayExport && (
            <form method="post" action={listAddress(view.name, query)}>
              <RequestId />
              <Button type="submit" name="intent" value="export" icon={<Download />}>
                {t("export")}
              </Button>
            </form>
          )}
          {view.mayImport && (
            <ButtonLink to={`/dashboard/admin/${view.name}/import`} icon={<Upload />}>
              {t("import")}
            </ButtonLink>
          )}
          {view.mayDelete && (
            <ButtonLink to={`/dashboard/admin/${view.name}?deleted`} icon={<Trash2 />}>
              {t("deleted.title")}
            </ButtonLink>
          )}
          {view.mayCreate && (
            <ButtonLink
              to={`/dashboard/admin/${view.name}/new`}
              variant="primary"
              icon={<Plus />}
              aria-keyshortcuts="N"
            >
              {t("new")}
            </ButtonLink>
          )}
        </div>
      </div>
      <FormNotice result={result} />
      {removed && <Removed view={view} record={removed} />}
      {actions.failures && (
        <ActionFailures
          key={round}
          failed={actions.failures.failed}
          titleOf={(id) => actions.failures?.sent.titles.get(id) ?? id}
          isBusy={actions.isBusy}
          onRetry={actions.retry}
          onDismiss={actions.dismiss}
        />
      )}
      <ViewTabs view={view} query={query} />
      <ListToolbar view={view} query={query} isOrdering={isOrdering} onOrder={setOrdering} />
      {page.is_incomplete && <p className="mt-3 text-ui text-ink2">{t("search.incomplete", { typed: query.q })}</p>}
      <Announcement isLoading={isLoading} count={page.data.length} />
      {isOrdering ? (
        <OrderList view={view} records={page.data} />
      ) : (
        <>
          <BulkBar
            key={round}
            view={view}
            records={page.data}
            chosen={chosen}
            isBusy={actions.isBusy}
            onAction={actions.send}
            onClear={() => setSelected(new Set())}
          />
          {page.data.length === 0 && !isLoading ? (
            <EmptyState
              isBoxed
              title={isFiltered ? t("empty.filtered") : t("empty.none")}
              className="mt-4"
              button={isFiltered ? <ButtonLink to={wholeList(view)}>{t("filters.clear")}</ButtonLink> : undefined}
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
    </>
  )
}

/** Announces that more rows load and how many came; the title of the first page is announced by itself. */
function Announcement({ isLoading, count }: { isLoading: boolean; count: number }) {
  const { t } = useTranslation("admin-kit")
  const { search } = useLocation()
  const first = useRef(search)
  return (
    <p role="status" className="sr-only">
      {isLoading ? t("loading") : search !== first.current && t("loaded", { count })}
    </p>
  )
}

/** The record that was just deleted, and the way back, without script as well. */
function Removed({ view, record }: { view: ResourceView; record: DeletedRecord }) {
  const { t } = useTranslation("admin-kit")
  const isSent = useNavigation().formData?.get("ids") === record.id
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus(), [])
  return (
    <Form method="post" action={`/dashboard/admin/${view.name}`} className="mt-4">
      <input type="hidden" name="ids" value={record.id} />
      <Banner
        icon={<Trash2 />}
        fact={t("deleted.one", { title: record.title })}
        action={
          <button
            ref={button}
            type="submit"
            name="intent"
            value="restore"
            disabled={isSent}
            className={bannerActionClass}
          >
            {t("undo")}
          </button>
        }
      />
    </Form>
  )
}

/** The keys of a list: those of its controls. */
function legendOf(view: ResourceView, t: Translate<"admin-kit">) {
  const isSelectable = view.acts.length > 0 || view.mayDelete
  return [
    { keys: ["J", "K"], text: t("keys.move") },
    { keys: ["E"], text: t("keys.open") },
    ...(isSelectable ? [{ keys: ["X"], text: t("keys.select") }] : []),
    ...(isSelectable ? [{ keys: ["Esc"], text: t("clear_selection") }] : []),
    ...(view.isSearchable ? [{ keys: ["/"], text: t("keys.search") }] : []),
    ...(view.mayCreate ? [{ keys: ["N"], text: t("keys.new") }] : []),
  ]
}
