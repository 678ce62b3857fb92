import { Link } from "@remix-run/react"
import { type ColumnDef, getCoreRowModel, useReactTable, type VisibilityState } from "@tanstack/react-table"
import { Columns3 } from "lucide-react"
import { useEffect, useState } from "react"
import type { ListQuery, RecordRow, ResourceView } from "~/domain/resources/schema"
import { useTranslation } from "~/i18n/use-translation"
import { classNames } from "~/lib/class-names"
import { IconButton } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { CellValue } from "./cell-value"
import { listAddress } from "./list-address"

type RecordTableProps = {
  view: ResourceView
  query: ListQuery
  records: RecordRow[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** The next page is on its way: this one is shown, paler. */
  isLoading: boolean
}

/** The rows of a list: columns that can be chosen, sorted by their heads, and selected. */
export function RecordTable({ view, query, records, selected, onSelect, isLoading }: RecordTableProps) {
  const { t } = useTranslation("admin-kit")
  const [visibility, setVisibility] = useColumnChoice(view)
  const columns: ColumnDef<RecordRow>[] = view.columns.map(({ name, label }) => ({
    id: name,
    header: label,
    accessorFn: (record) => record.cells[name],
  }))
  const table = useReactTable({
    data: records,
    columns,
    getRowId: ({ id }) => id,
    getCoreRowModel: getCoreRowModel(),
    state: { columnVisibility: visibility, rowSelection: Object.fromEntries([...selected].map((id) => [id, true])) },
    onColumnVisibilityChange: setVisibility,
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(table.getState().rowSelection) : change
      onSelect(new Set(Object.keys(next).filter((id) => next[id])))
    },
    manualSorting: true,
    manualPagination: true,
  })
  const isSelectable = view.acts.length > 0
  const viewOf = (name: string) => view.columns.find((column) => column.name === name)
  return (
    <div className={classNames("relative mt-4 transition-opacity", isLoading && "opacity-60")} aria-busy={isLoading}>
      <Table
        isStacked
        label={view.many}
        head={
          <>
            {isSelectable && (
              <HeadCell className="w-10">
                <Checkbox
                  label={t("select_all")}
                  isLabelHidden
                  checked={table.getIsAllRowsSelected()}
                  isIndeterminate={table.getIsSomeRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </HeadCell>
            )}
            <HeadCell>{view.one}</HeadCell>
            {table.getVisibleLeafColumns().map(({ id }) => {
              const column = viewOf(id)
              return (
                column && (
                  <HeadCell
                    key={id}
                    isNumeric={column.kind === "number"}
                    {...sortOf(column.sort, query, (sort) => listAddress(view.name, query, { sort }))}
                  >
                    {column.label}
                  </HeadCell>
                )
              )
            })}
            <HeadCell className="w-12 text-right">
              <Menu
                label={t("columns")}
                align="end"
                trigger={(attributes) => (
                  <IconButton label={t("columns")} {...attributes}>
                    <Columns3 />
                  </IconButton>
                )}
              >
                {table.getAllLeafColumns().map((column) => (
                  <MenuItem
                    key={column.id}
                    isChecked={column.getIsVisible()}
                    onSelect={() => column.toggleVisibility()}
                  >
                    {String(column.columnDef.header)}
                  </MenuItem>
                ))}
              </Menu>
            </HeadCell>
          </>
        }
      >
        {table.getRowModel().rows.map((row) => (
          <Row key={row.id} isSelected={row.getIsSelected()} data-record={row.id}>
            {isSelectable && (
              <Cell>
                <Checkbox
                  label={t("select", { title: row.original.title })}
                  isLabelHidden
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </Cell>
            )}
            <Cell isRowHeader>
              <Link
                to={row.original.path}
                prefetch="none"
                className="touch-target line-clamp-1 min-w-40 rounded-badge underline-offset-4 hover:underline"
              >
                {row.original.title}
              </Link>
            </Cell>
            {row.getVisibleCells().map(({ id, column }) => {
              const shown = viewOf(column.id)
              return (
                shown && (
                  <Cell key={id} isNumeric={shown.kind === "number"} data-label={shown.label}>
                    <CellValue column={shown} value={row.original.cells[shown.name] ?? null} />
                  </Cell>
                )
              )
            })}
            <Cell />
          </Row>
        ))}
      </Table>
    </div>
  )
}

/** A head's order, and the address of the opposite one. */
function sortOf(sort: ResourceView["columns"][number]["sort"], query: ListQuery, addressOf: (sort: string) => string) {
  if (sort === null) return {}
  const isCurrent = query.sort.replace(/^-/, "") === sort.name
  const isReversed = query.sort.startsWith("-")
  return {
    sortTo: addressOf(isCurrent && !isReversed ? `-${sort.name}` : sort.name),
    ...(isCurrent && { sort: isReversed !== sort.isDescending ? ("descending" as const) : ("ascending" as const) }),
  }
}

/** The columns that this browser shows of a resource; storage may be blocked. */
function useColumnChoice(view: ResourceView) {
  const key = `admin-columns:${view.name}`
  const standard = Object.fromEntries(view.columns.map(({ name, isHidden }) => [name, !isHidden]))
  const [visibility, setVisibility] = useState<VisibilityState>(standard)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, after hydration
  useEffect(() => {
    try {
      const stored: unknown = JSON.parse(localStorage.getItem(key) ?? "null")
      if (stored && typeof stored === "object") setVisibility({ ...standard, ...(stored as VisibilityState) })
    } catch {
      // Blocked, or not ours.
    }
  }, [key])
  useEffect(() => {
    try {
      localStorage.setItem(key, JSON.stringify(visibility))
    } catch {
      // Blocked.
    }
  }, [key, visibility])
  return [visibility, setVisibility] as const
}
