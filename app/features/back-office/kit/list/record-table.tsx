import { Link } from "@remix-run/react"
import { type ColumnDef, getCoreRowModel, useReactTable } from "@tanstack/react-table"
import Columns3 from "lucide-react/icons/columns-3"
import type { ListQuery, RecordRow, ResourceView } from "~/domain/back-office/records/schema"
import { useTranslation } from "~/i18n/use-translation"
import { IconButton } from "~/ui/button"
import { Checkbox } from "~/ui/form/checkbox"
import { Menu, MenuItem } from "~/ui/overlay/menu"
import { Cell, HeadCell, Row, Table } from "~/ui/table"
import { CellValue } from "./cell-value"
import { listAddress } from "./list-address"
import { RowSkeletons } from "./row-skeletons"
import { useColumnChoice } from "./use-column-choice"

type RecordTableProps = {
  view: ResourceView
  query: ListQuery
  records: RecordRow[]
  selected: ReadonlySet<string>
  onSelect: (selected: ReadonlySet<string>) => void
  /** Other rows are on their way: their shapes are shown. */
  isLoading: boolean
}

/** The rows of a list: columns that can be chosen, sorted by their heads, and selected. */
export function RecordTable({ view, query, records, selected, onSelect, isLoading }: RecordTableProps) {
  const { t } = useTranslation("admin-kit")
  const [visibility, setVisibility] = useColumnChoice(view)
  const listed = view.columns.filter(({ isOnRecordOnly }) => !isOnRecordOnly)
  const columns: ColumnDef<RecordRow>[] = listed.map(({ name, label }) => ({
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
    onColumnVisibilityChange: (change) => setVisibility(typeof change === "function" ? change(visibility) : change),
    onRowSelectionChange: (change) => {
      const next = typeof change === "function" ? change(table.getState().rowSelection) : change
      onSelect(new Set(Object.keys(next).filter((id) => next[id])))
    },
    manualSorting: true,
    manualPagination: true,
  })
  const isSelectable = view.acts.length > 0 || view.mayDelete
  const viewOf = (name: string) => listed.find((column) => column.name === name)
  return (
    <div className="relative mt-4" aria-busy={isLoading}>
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
                    isMultiple
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
        {isLoading && (
          <RowSkeletons
            count={Math.max(records.length, 5)}
            isSelectable={isSelectable}
            columns={table.getVisibleLeafColumns().flatMap(({ id }) => viewOf(id) ?? [])}
          />
        )}
        {(isLoading ? [] : table.getRowModel().rows).map((row) => (
          <Row key={row.id} isSelected={row.getIsSelected()} data-record={row.id} data-item="">
            {isSelectable && (
              <Cell>
                <Checkbox
                  label={t("select", { title: row.original.title })}
                  isLabelHidden
                  aria-keyshortcuts="X"
                  checked={row.getIsSelected()}
                  onChange={row.getToggleSelectedHandler()}
                />
              </Cell>
            )}
            <Cell isRowHeader>
              <Link
                to={row.original.path}
                prefetch="none"
                aria-keyshortcuts="E"
                className="touch-target line-clamp-2 rounded-badge wrap-anywhere underline-offset-4 hover:underline sm:line-clamp-1 sm:min-w-40"
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
  if (sort === null || (sort.isUnfiltered && Object.keys(query.filters).length > 0)) return {}
  const isCurrent = query.sort.replace(/^-/, "") === sort.name
  const isReversed = query.sort.startsWith("-")
  return {
    sortTo: addressOf(isCurrent && !isReversed ? `-${sort.name}` : sort.name),
    ...(isCurrent && { sort: isReversed !== sort.isDescending ? ("descending" as const) : ("ascending" as const) }),
  }
}
