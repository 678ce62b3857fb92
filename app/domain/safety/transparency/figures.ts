// Scripts read this file without the alias.

/** A number of things by name, in the order of their table. */
export type Counts = Readonly<Record<string, number>>

/** A total with its parts: each group parts the same total in another way. */
export interface FigureTable {
  total: number
  groups: Readonly<Record<string, Counts>>
  /** Median minutes from the receipt to the closing of what is closed; null without any. */
  median: number | null
}

/** The figures of a period, whole: what is stored, and what staff see. */
export interface Figures {
  /** Reports, without those that were set aside. */
  notices: FigureTable
  /** Reports that were probably a bot's, or too many of one address, and that nothing followed from. */
  set_aside: FigureTable
  decisions: FigureTable
  appeals: FigureTable
}
export const tableNames = ["notices", "set_aside", "decisions", "appeals"] as const
export type TableName = (typeof tableNames)[number]

/** Numbers below this one are hidden from the public (trust-safety R37). */
export const leastShown = 5

/** A number as the public sees it; `few`: below 5, `withheld`: with it, another one could be computed. */
export type Shown = number | "few" | "withheld"

export interface ShownTable {
  total: Shown
  groups: Record<string, Record<string, Shown>>
  /** Minutes; null: hidden, or nothing was closed. */
  median: number | null
}
export type ShownFigures = Record<TableName, ShownTable>

/** The parts of a table that are closed, of whose times the median is. */
const closedParts: Partial<Record<TableName, readonly string[]>> = {
  notices: ["actioned", "no_action"],
  appeals: ["upheld", "overturned"],
}

const cellOf = (...names: string[]) => names.join(".")

/** The hidden counts by name (`notices.category.minor`, `decisions.total`), and what the public sees in their place. */
export type Hidden = Readonly<Record<string, Exclude<Shown, number>>>

/**
 * Returns the hidden counts of figures. What was hidden `before`, in a related period that is published, stays so: as `withheld`,
 * whatever it counts, since it could be computed from both (docs/decisions, "Hidden figures cannot be computed").
 */
export function hideCounts(figures: Figures, before: ReadonlySet<string> = new Set()): Hidden {
  const cells = tableNames.flatMap((name) => hiddenOfTable(name, figures[name], before))
  return Object.fromEntries(
    cells.map(([cell, count]) => [cell, count < leastShown && !before.has(cell) ? "few" : "withheld"]),
  )
}

type Cell = [name: string, count: number]

/** Hides a table whole if its total is hidden, or if a group's hidden parts could be computed from it. */
function hiddenOfTable(name: TableName, { total, groups }: FigureTable, before: ReadonlySet<string>): Cell[] {
  const ofGroups = Object.entries(groups).map(([group, parts]) =>
    Object.entries(parts).map(([part, count]): Cell => [cellOf(name, group, part), count]),
  )
  const all: Cell[] = [[cellOf(name, "total"), total], ...ofGroups.flat()]
  if (total < leastShown || before.has(cellOf(name, "total"))) return all
  const hidden = ofGroups.map((parts) => hiddenParts(parts, before))
  return hidden.some((parts) => parts === null) ? all : hidden.flatMap((parts) => parts ?? [])
}

/**
 * Returns the hidden parts of a total that is shown: those below 5 and those that were hidden before, and with them the smallest
 * others until nothing can be computed. With parts below 5 at least one other is always hidden: its presence says nothing. Null if
 * hiding all parts is not enough.
 */
function hiddenParts(parts: readonly Cell[], before: ReadonlySet<string>): Cell[] | null {
  const isHidden = ([cell, count]: Cell) => count < leastShown || before.has(cell)
  const hidden = parts.filter(isHidden)
  const others = parts.filter((cell) => !isHidden(cell)).sort(([, one], [, other]) => one - other)
  if (hidden.length === 0) return []
  const isCovered = () => hidden.some(([, count]) => count >= leastShown) || others.length === 0
  while (!isCovered() || hasDetermined(hidden.map(([, count]) => count))) {
    const next = others.shift()
    if (!next) return null
    hidden.push(next)
  }
  return hidden
}

/**
 * Whether who knows the sum of some hidden counts, and of each whether it is below 5, can compute one of them: its least and its
 * greatest possible value are the same.
 */
export function hasDetermined(counts: readonly number[]): boolean {
  const sum = counts.reduce((all, count) => all + count, 0)
  const least = (count: number) => (count < leastShown ? 0 : leastShown)
  const greatest = (count: number) => (count < leastShown ? leastShown - 1 : Number.POSITIVE_INFINITY)
  return counts.some((count, index) => {
    const others = counts.filter((_, at) => at !== index)
    const min = Math.max(least(count), sum - others.reduce((all, other) => all + greatest(other), 0))
    const max = Math.min(greatest(count), sum - others.reduce((all, other) => all + least(other), 0))
    return min === max
  })
}

/** Returns what the public sees of figures. */
export function shownFigures(figures: Figures, hidden: Hidden): ShownFigures {
  const show = (cell: string, count: number): Shown => hidden[cell] ?? count
  const shownTable = (name: TableName): ShownTable => {
    const { total, groups, median } = figures[name]
    const shown = Object.fromEntries(
      Object.entries(groups).map(([group, parts]) => [
        group,
        Object.fromEntries(
          Object.entries(parts).map(([part, count]) => [part, show(cellOf(name, group, part), count)]),
        ),
      ]),
    )
    // A median says that something was closed: only where the counts say so, too.
    const isClosedShown = closedParts[name]?.some((part) => typeof shown.outcome?.[part] === "number")
    return { total: show(cellOf(name, "total"), total), groups: shown, median: isClosedShown ? median : null }
  }
  return {
    notices: shownTable("notices"),
    set_aside: shownTable("set_aside"),
    decisions: shownTable("decisions"),
    appeals: shownTable("appeals"),
  }
}

/** Returns what the public sees of an average of people. */
export function shownRecipients(recipients: number | null): Shown | null {
  return recipients !== null && recipients < leastShown ? "few" : recipients
}
