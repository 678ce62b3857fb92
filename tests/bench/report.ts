import { availableParallelism, cpus, loadavg } from "node:os"
import type { Result, Samples } from "./measure.ts"

/** The budget of a page: times are compared with the peer's in the same minutes, never with a clock. */
export interface Budget {
  /** At most, relative to the peer's. */
  p50?: number
  /** Judged from `leastRequests` on: with fewer, a handful of slow ones are the figure. */
  p95?: number
  /** At least, relative to the peer's: responses per second with several simultaneous requests. */
  throughput?: number
  d1RoundTrips?: number
  /** Rows of D1, at most, relative to the peer's. */
  rowsRead?: number
  /** Of the largest response, before compression. */
  bytes?: number
  /** Milliseconds of processor time of one request at a time, on a machine with nothing else to do. */
  cpu?: number
}

const leastRequests = 200

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
  peerPage: string
  concurrency: number
  peer: Timing
  /** Of the two p50. */
  ratio: number
  d1RoundTrips: number
  rowsRead: number
  peerRowsRead: number
  bytes: number
  peerBytes: number
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
  const requests = latencies.length
  return {
    requests,
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
    perSecond: (requests / elapsed) * 1000,
    cpu: Number.isNaN(cpu) ? null : cpu / requests,
  }
}

/** Returns the value that this share of all (0 to 1) does not exceed. */
export function percentile(values: number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * part) - 1] ?? Number.NaN
}

/** Returns one sentence for each budget that a page exceeds. */
export function brokenBudgets(figures: Figures[], budget: Budget): string[] {
  return figures.flatMap(({ page, peerPage, concurrency, peer, d1RoundTrips, peerRowsRead, bytes, ...own }) => {
    const name = `${page} beside ${peerPage}, ${concurrency} at once`
    const max = (what: string, value: number, limit: number | undefined) =>
      limit === undefined || value <= limit ? [] : [`${name}: ${what} ${value.toFixed(2)} (at most ${limit})`]
    const part = own.perSecond / peer.perSecond
    return [
      ...max("p50 times the peer's", own.p50 / peer.p50, budget.p50),
      ...(Math.min(own.requests, peer.requests) < leastRequests
        ? []
        : max("p95 times the peer's", own.p95 / peer.p95, budget.p95)),
      ...max("bytes", bytes, budget.bytes),
      ...(concurrency === 1 ? max("ms of processor time", own.cpu ?? 0, budget.cpu) : []),
      ...max("D1 round trips", d1RoundTrips, budget.d1RoundTrips),
      ...max("rows of D1, times the peer's", own.rowsRead / peerRowsRead, budget.rowsRead),
      ...(budget.throughput === undefined || concurrency === 1 || part >= budget.throughput
        ? []
        : [`${name}: ${part.toFixed(2)} of its answers a second (at least ${budget.throughput})`]),
    ]
  })
}

const columns = [
  "page",
  "requests",
  "p50 ms",
  "p95 ms",
  "requests/s",
  "CPU ms",
  "p50 to peer",
  "p95 to peer",
  "per s to peer",
  "CPU to peer",
  "D1 trips",
  "rows read",
  "KB",
  "KB gz",
]

export function toMarkdown(figures: Figures[]): string {
  const concurrencies = [...new Set(figures.map(({ concurrency }) => concurrency))]
  const tables = concurrencies.map((count) => {
    return `${titleOf(count)}\n\n${tableOf(figures.filter(({ concurrency }) => concurrency === count))}`
  })
  return tables.join("\n\n")
}

/** Other load on the processors lengthens the times: then the processor time is the better measure. */
export function describeMachine(): string {
  const processors = availableParallelism()
  const load = loadavg()[0] ?? 0
  const busy = load > processors ? " (busy: trust the CPU columns)" : ""
  return `Node ${process.versions.node}; ${processors} x ${cpus()[0]?.model.trim()}, load ${load.toFixed(1)}${busy}`
}

function titleOf(concurrency: number): string {
  return concurrency === 1 ? "One request after the other:" : `${concurrency} requests at once:`
}

/** Formats each page below the peer as measured in that page's turns. */
function tableOf(rows: Figures[]): string {
  const lines = rows.flatMap(
    ({ page, peerPage, peer, ratio, d1RoundTrips, rowsRead, peerRowsRead, bytes, peerBytes, gzipBytes, ...own }) => [
      [
        `(${peerPage})`,
        ...timingCells(peer),
        "",
        "",
        "",
        "",
        "",
        peerRowsRead === 0 ? "" : String(peerRowsRead),
        (peerBytes / 1000).toFixed(1),
        "",
      ],
      [
        page,
        ...timingCells(own),
        ratio.toFixed(2),
        (own.p95 / peer.p95).toFixed(2),
        (own.perSecond / peer.perSecond).toFixed(2),
        cpuRatio(own, peer),
        String(d1RoundTrips),
        String(rowsRead),
        (bytes / 1000).toFixed(1),
        (gzipBytes / 1000).toFixed(1),
      ],
    ],
  )
  const rule = columns.map((_, index) => (index === 0 ? "---" : "---:"))
  return [columns, rule, ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}

function timingCells({ requests, p50, p95, perSecond, cpu }: Timing): string[] {
  return [String(requests), p50.toFixed(2), p95.toFixed(2), perSecond.toFixed(0), cpu?.toFixed(2) ?? ""]
}

function cpuRatio(own: Pick<Timing, "cpu">, peer: Timing): string {
  return own.cpu && peer.cpu ? (own.cpu / peer.cpu).toFixed(2) : ""
}
