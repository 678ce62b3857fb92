import { Agent, get } from "node:http"
import { gzipSync } from "node:zlib"
import type { Page, RequestLine, Side } from "./serve.ts"

export interface Plan {
  /** To each page, at each concurrency. */
  requests: number
  /** Requests in a row, before the other side's turn. */
  burst: number
  /** The numbers of simultaneous requests. */
  concurrencies: number[]
  /** Requests to each page that do not count. */
  warmUp: number
  /** No round begins after this time: on a busy machine there are fewer requests. */
  seconds: number
}

export interface Samples {
  /** Milliseconds to the last byte of each request. */
  latencies: number[]
  /** Milliseconds of all bursts together. */
  elapsed: number
  /** Milliseconds of processor time in the bursts; NaN where unknown. */
  cpu: number
}

/** A page of Salon and its peer. */
export interface Comparison {
  side: Side
  page: Page
  peer: Side
  peerPage: Page
}

/** A comparison at one concurrency; the peer's figures are of the bursts right before the page's own. */
export interface Result {
  page: string
  peerPage: string
  concurrency: number
  salon: Samples
  peer: Samples
  /** The maximum of all requests. */
  d1RoundTrips: number
  rowsRead: number
  /** 0 for a peer without a log. */
  peerRowsRead: number
  /** Of the largest response. */
  bytes: number
  peerBytes: number
  gzipBytes: number
}

interface Answer {
  milliseconds: number
  requestId: string
  body: Buffer
}

/** Measures each burst of a page right after one of its peer's: other load on the machine then slows both. */
export async function runRounds(comparisons: Comparison[], plan: Plan): Promise<Result[]> {
  const deadline = performance.now() + plan.seconds * 1000
  const agent = new Agent({ keepAlive: true, maxSockets: Math.max(...plan.concurrencies) })
  try {
    for (const { side, page, peer, peerPage } of comparisons) {
      await runBurst({ side: peer, page: peerPage, agent, requests: plan.warmUp, concurrency: 4 })
      await runBurst({ side, page, agent, requests: plan.warmUp, concurrency: 4 })
    }
    const rows = plan.concurrencies.flatMap((concurrency) =>
      comparisons.map((comparison) => ({ comparison, result: emptyResult(comparison, concurrency) })),
    )
    let unfinished = rows
    while (unfinished.length > 0 && performance.now() < deadline) {
      for (const { comparison, result } of unfinished) {
        const { side, page, peer, peerPage } = comparison
        const { burst: requests } = plan
        const { concurrency } = result
        const theirs = await runBurst({ side: peer, page: peerPage, agent, requests, concurrency })
        addBurst(result.peer, theirs)
        result.peerBytes = Math.max(result.peerBytes, largestOf(theirs.answers).body.length)
        for (const { rows_read } of await linesOf(theirs, peer))
          result.peerRowsRead = Math.max(result.peerRowsRead, rows_read)
        const burst = await runBurst({ side, page, agent, requests, concurrency })
        addBurst(result.salon, burst)
        await addCosts(result, burst, side)
      }
      unfinished = unfinished.filter(({ result }) => result.salon.latencies.length < plan.requests)
    }
    return rows.map(({ result }) => result)
  } finally {
    agent.destroy()
  }
}

function emptyResult({ page, peerPage }: Comparison, concurrency: number): Result {
  const none = () => ({ latencies: [], elapsed: 0, cpu: 0 })
  return {
    page: page.name,
    peerPage: peerPage.name,
    concurrency,
    salon: none(),
    peer: none(),
    d1RoundTrips: 0,
    rowsRead: 0,
    peerRowsRead: 0,
    bytes: 0,
    peerBytes: 0,
    gzipBytes: 0,
  }
}

interface Burst {
  answers: Answer[]
  elapsed: number
  cpu: number
}

interface BurstPlan {
  side: Side
  page: Page
  agent: Agent
  requests: number
  concurrency: number
}

async function runBurst({ side, page, agent, requests, concurrency }: BurstPlan): Promise<Burst> {
  const answers: Answer[] = []
  let sent = 0
  const started = performance.now()
  const cpu = side.cpu()
  const askInTurn = async () => {
    while (sent < requests) {
      sent += 1
      answers.push(await ask(new URL(page.nextPath(), side.origin), side.headers, agent))
    }
  }
  await Promise.all(Array.from({ length: concurrency }, askInTurn))
  return { answers, elapsed: performance.now() - started, cpu: side.cpu() - cpu }
}

function ask(url: URL, headers: Record<string, string>, agent: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const request = get(url, { agent, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on("error", reject)
      response.on("data", (chunk: Buffer) => chunks.push(chunk))
      response.on("end", () => {
        const milliseconds = performance.now() - started
        if (response.statusCode !== 200) reject(new Error(`${url.pathname} responded with ${response.statusCode}`))
        resolve({ milliseconds, requestId: String(response.headers["x-request-id"]), body: Buffer.concat(chunks) })
      })
    })
    request.on("error", reject)
  })
}

function addBurst(samples: Samples, { answers, elapsed, cpu }: Burst): void {
  samples.latencies.push(...answers.map(({ milliseconds }) => milliseconds))
  samples.elapsed += elapsed
  samples.cpu += cpu
}

function largestOf(answers: Answer[]): Answer {
  return answers.reduce((a, b) => (a.body.length > b.body.length ? a : b))
}

/** Runs between the bursts, where it costs neither side anything. */
async function addCosts(result: Result, burst: Burst, side: Side): Promise<void> {
  const largest = largestOf(burst.answers)
  result.bytes = Math.max(result.bytes, largest.body.length)
  result.gzipBytes = Math.max(result.gzipBytes, gzipSync(largest.body).length)
  for (const line of await linesOf(burst, side)) {
    result.d1RoundTrips = Math.max(result.d1RoundTrips, line.d1_round_trips)
    result.rowsRead = Math.max(result.rowsRead, line.rows_read)
  }
}

/** Returns the log lines of a burst's requests; none of a peer, which has no log. */
async function linesOf({ answers }: Burst, { logOf }: Side): Promise<RequestLine[]> {
  return logOf ? Promise.all(answers.map(({ requestId }) => waitFor(() => logOf(requestId)))) : []
}

/** Waits for a log line, which may be written after its response. */
export async function waitFor<T>(look: () => T | undefined): Promise<T> {
  for (let attempt = 0; attempt < 200; attempt++) {
    const found = look()
    if (found !== undefined) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  throw new Error("A request left no line in the Worker's log")
}
