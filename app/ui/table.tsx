import { Link } from "@remix-run/react"
import ArrowDown from "lucide-react/icons/arrow-down"
import ArrowUp from "lucide-react/icons/arrow-up"
import type { HTMLAttributes, ReactNode, TdHTMLAttributes, ThHTMLAttributes } from "react"
import { classNames } from "~/lib/class-names"

export type TableProps = {
  /** The name of the table and of the region that scrolls. */
  label: string
  /** Cells of the head: `HeadCell`s. */
  head: ReactNode
  /** `Row`s. */
  children: ReactNode
  /** Without its box: ink under the head and hairlines, as in a list of prices. */
  isPlain?: boolean
  /** On a phone each row is a card, whose cells name themselves by `data-label`. */
  isStacked?: boolean
  className?: string
}

/** Rows of 40 in 13 px. A table too wide for the screen scrolls in its box, by keyboard too. */
export function Table({ label, head, children, isPlain, isStacked, className }: TableProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a section would be one more landmark for each table in a page
    <div
      role="region"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable by keyboard
      tabIndex={0}
      className={classNames(
        "relative overflow-x-auto overscroll-x-contain",
        isPlain ? "" : "rounded-card border border-line bg-surface",
        className,
      )}
    >
      <table
        aria-label={label}
        className={classNames("w-full border-collapse text-left text-meta tabular-nums", isStacked && "stacked-table")}
      >
        <thead className={isPlain ? "border-b border-ink" : "border-b border-line bg-sunk"}>
          <tr>{head}</tr>
        </thead>
        <tbody className="divide-y divide-line">{children}</tbody>
      </table>
    </div>
  )
}

export type HeadCellProps = ThHTMLAttributes<HTMLTableCellElement> & {
  isNumeric?: boolean
  /** The current order of the table by this column. */
  sort?: "ascending" | "descending"
  /** The address that sorts by it. */
  sortTo?: string
}

export function HeadCell({ isNumeric, sort, sortTo, className, children, ...rest }: HeadCellProps) {
  const Arrow = sort === "ascending" ? ArrowUp : ArrowDown
  return (
    <th
      {...rest}
      scope="col"
      aria-sort={sort}
      className={classNames(
        "h-10 px-3 font-medium whitespace-nowrap",
        sort ? "text-ink" : "text-ink2",
        isNumeric && "text-right",
        className,
      )}
    >
      {sortTo ? (
        <Link to={sortTo} preventScrollReset className="inline-flex items-center gap-1 rounded-badge hover:text-ink">
          {children}
          {sort && <Arrow className="size-3.5" />}
        </Link>
      ) : (
        children
      )}
    </th>
  )
}

export type RowProps = HTMLAttributes<HTMLTableRowElement> & { isSelected?: boolean }

export function Row({ isSelected, className, ...rest }: RowProps) {
  return (
    <tr
      {...rest}
      data-selected={isSelected || undefined}
      className={classNames("transition-colors", isSelected ? "bg-sunk" : "hover:bg-sunk/60", className)}
    />
  )
}

export type CellProps = TdHTMLAttributes<HTMLTableCellElement> & { isNumeric?: boolean; isRowHeader?: boolean }

export function Cell({ isNumeric, isRowHeader, className, ...rest }: CellProps) {
  const Element = isRowHeader ? "th" : "td"
  return (
    <Element
      {...rest}
      scope={isRowHeader ? "row" : undefined}
      className={classNames(
        "h-10 px-3 py-1",
        isRowHeader ? "text-left font-medium" : "font-normal",
        isNumeric && "text-right whitespace-nowrap",
        className,
      )}
    />
  )
}
