import { availableParallelism, cpus, loadavg } from "node:os"
import type { Result, Samples } from "./measure.ts"

/** Design 6 and 10: a page costs less than three bare Remix pages, and at most two round trips to D1. */
const budgets = { ratio: 3, d1RoundTrips: 2 }

interface Timing {
  requests: number
  /** Milliseconds to the last byte. */
  p50: number
  p95: number
  perSecond: number
  /** Milliseconds of processor time; null where unknown. */
  cpu: number | null
}

export interface Figures extends Timing {
  page: string
  concurrency: number
  peer: Timing
  /** Of the two p50. */
  ratio: number
  d1RoundTrips: number
  rowsRead: number
  gzipBytes: number
}

export function figuresOf(results: Result[]): Figures[] {
  return results.map(({ salon, peer, ...rest }) => {
    const own = timingOf(salon)
    const theirs = timingOf(peer)
    return { ...rest, ...own, peer: theirs, ratio: own.p50 / theirs.p50 }
  })
}

function timingOf({ latencies, elapsed, cpu }: Samples): Timing {
  const sorted = latencies.toSorted((a, b) => a - b)
  const at = (part: number) => sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN
  return {
    requests: sorted.length,
    p50: at(0.5),
    p95: at(0.95),
    perSecond: (sorted.length / elapsed) * 1000,
    cpu: Number.isNaN(cpu) ? null : cpu / sorted.length,
  }
}

/** Ends the name of a page that is measured without the page cache: shown, but held to the budget of round trips alone. */
export const renderedAfresh = ", rendered afresh"

/** One sentence for each budget that a page breaks. */
export function brokenBudgets(figures: Figures[]): string[] {
  return figures.flatMap(({ page, concurrency, ratio, d1RoundTrips }) => [
    ...(ratio < budgets.ratio || page.endsWith(renderedAfresh)
      ? []
      : [`${page}, ${concurrency} at once: ${ratio.toFixed(2)} times the peer (less than ${budgets.ratio})`]),
    ...(d1RoundTrips <= budgets.d1RoundTrips
      ? []
      : [`${page}, ${concurrency} at once: ${d1RoundTrips} D1 round trips (at most ${budgets.d1RoundTrips})`]),
  ])
}

const columns = [
  "page",
  "requests",
  "p50 ms",
  "p95 ms",
  "requests/s",
  "CPU ms",
  "p50 to peer",
  "CPU to peer",
  "D1 trips",
  "rows read",
  "KB gz",
]

export function toMarkdown(figures: Figures[], profiles: number): string {
  const concurrencies = [...new Set(figures.map(({ concurrency }) => concurrency))]
  const tables = concurrencies.map((count) => {
    return `${titleOf(count)}\n\n${tableOf(figures.filter(({ concurrency }) => concurrency === count))}`
  })
  return [describeRun(profiles), ...tables].join("\n\n")
}

/** Where others keep the processors busy, the times are theirs too: then the processor time says more. */
function describeRun(profiles: number): string {
  const processors = availableParallelism()
  const load = loadavg()[0] ?? 0
  const busy = load > processors ? " (busy: trust the CPU columns)" : ""
  const machine = `${processors} x ${cpus()[0]?.model.trim()}, load ${load.toFixed(1)}${busy}`
  return `${profiles.toLocaleString("en-GB")} profiles; Node ${process.versions.node}; ${machine}`
}

function titleOf(concurrency: number): string {
  return concurrency === 1 ? "One request after the other:" : `${concurrency} requests at once:`
}

/** Each page below the peer as it was in that page's turns. */
function tableOf(rows: Figures[]): string {
  const lines = rows.flatMap(({ page, peer, ratio, d1RoundTrips, rowsRead, gzipBytes, ...own }) => [
    ["bare Remix", ...timingCells(peer), "1", "1", "", "", ""],
    [
      page,
      ...timingCells(own),
      ratio.toFixed(2),
      cpuRatio(own, peer),
      String(d1RoundTrips),
      String(rowsRead),
      (gzipBytes / 1000).toFixed(1),
    ],
  ])
  const rule = columns.map((_, index) => (index === 0 ? "---" : "---:"))
  return [columns, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function timingCells({ requests, p50, p95, perSecond, cpu }: Timing): string[] {
  return [String(requests), p50.toFixed(2), p95.toFixed(2), perSecond.toFixed(0), cpu?.toFixed(2) ?? ""]
}

function cpuRatio(own: Pick<Timing, "cpu">, peer: Timing): string {
  return own.cpu && peer.cpu ? (own.cpu / peer.cpu).toFixed(2) : ""
}
