import type { ResourceView } from "~/domain/back-office/records/schema"
import { Bar } from "~/ui/feedback/skeleton"
import { Cell, Row } from "~/ui/table"

const widths = ["w-3/5", "w-2/5", "w-4/5", "w-1/2", "w-2/3"]

type RowSkeletonsProps = {
  /** How many: as many as there were rows, so that nothing moves. */
  count: number
  isSelectable: boolean
  columns: readonly ResourceView["columns"][number][]
}

/** Rows of the list's shape, while the next ones load. */
export function RowSkeletons({ count, isSelectable, columns }: RowSkeletonsProps) {
  return Array.from({ length: count }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: shapes without an identity
    <Row key={index} aria-hidden="true">
      {isSelectable && (
        <Cell>
          <Bar className="size-4.5" />
        </Cell>
      )}
      <Cell>
        <Bar className={`h-3.5 sm:min-w-32 ${widths[index % widths.length]}`} />
      </Cell>
      {columns.map(({ name, label, kind }) => (
        <Cell key={name} isNumeric={kind === "number"} data-label={label}>
          <Bar className={kind === "number" ? "ml-auto h-3.5 w-8" : "h-3.5 w-20"} />
        </Cell>
      ))}
      <Cell />
    </Row>
  ))
}
