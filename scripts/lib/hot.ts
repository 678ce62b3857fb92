import { mkdirSync, writeFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { resolve } from "node:path"
import { Readable } from "node:stream"
import { pipeline } from "node:stream/promises"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"
import { createServer, type ViteDevServer } from "vite"
import { getPlatformProxy } from "wrangler"
import { readWranglerConfig } from "../deploy/deployment.ts"
import { writeResourceIndex } from "../resource-index.ts"
import { serverFiles, unwatched, watchTexts } from "./hot-changes.ts"
import { describeForDeveloper, overlayNonce, withError } from "./hot-errors.ts"
import { watchMigrations } from "./hot-migrations.ts"
import { createQueues } from "./hot-queues.ts"
import { type LoggedError, type LogLine, parseLogLine, printLogLine } from "./log-lines.ts"

const configPath = ".wrangler/hot/wrangler.json"

interface HotOptions {
  port: number
  /** The port of the built Worker. */
  workerPort: number
  persistTo: string
  /** Settings that override those in `.dev.vars`. */
  vars?: Record<string, string>
  /** The folder of Vite's cached dependencies, if not the default. */
  cacheDir?: string
  /** The folder of the migrations, if not the default. */
  migrations?: string
}

/**
 * Serves the same Worker through Vite, so that an edit shows at once: each request loads `worker/app.ts` afresh, pages
 * and API alike, consumers of queues and crons too. Only the Durable Objects are the built ones, in the Worker that
 * already runs beside it.
 */
export async function startHotPages({
  port,
  workerPort,
  persistTo,
  vars,
  cacheDir,
  migrations = "migrations",
}: HotOptions) {
  // The registry in which the Worker beside this offers its Durable Objects (worker.mjs).
  process.env.WRANGLER_REGISTRY_PATH ??= resolve(persistTo, "registry")
  writeBindings(vars)
  const platform = await getPlatformProxy<Env>({
    configPath,
    persist: { path: `${persistTo}/v3` },
    envFiles: vars ? [] : ["../../.dev.vars"],
  })
  const vite = await createServer({
    cacheDir,
    server: {
      port,
      strictPort: true,
      host: "127.0.0.1",
      allowedHosts: true,
      proxy: sockets(workerPort),
      watch: { ignored: unwatched },
    },
    plugins: [
      serverFiles(),
      overlayNonce(),
      { name: "salon-worker", enforce: "pre", configureServer: (server) => () => serveWorker(server, platform) },
    ],
  })
  await vite.listen()
  const endMigrations = await watchMigrations({
    db: platform.env.DB,
    folder: migrations,
    persistTo,
    onApplied: () => vite.ws.send("salon:changed", {}),
  })
  vite.watcher.on("add", writeResourceIndex).on("unlink", writeResourceIndex)
  const endTexts = watchTexts(vite)
  return {
    async close() {
      endMigrations()
      endTexts()
      await vite.close()
      await platform.dispose()
    },
  }
}

type Platform = Awaited<ReturnType<typeof getPlatformProxy<Env>>>

/** Forwards sockets to the Worker that runs beside this: they end in its Durable Objects. */
function sockets(workerPort: number) {
  const target = `http://127.0.0.1:${workerPort}`
  return { "^/(realtime/[^/]+/)?app/[\\w-]+\\?protocol=": { target, ws: true } }
}

function serveWorker(server: ViteDevServer, { env }: Platform): void {
  const failures = readLog(server)
  const queues = createQueues(readWranglerConfig().queues, {
    async consume(batch) {
      const { queue } = await server.ssrLoadModule("/worker/background.ts")
      await queue(batch, hotEnv, ctx)
    },
    onError: reportError,
  })
  server.httpServer?.once("close", () => queues.close())
  const hotEnv = {
    ...env,
    VERSION: { id: "hot", tag: "", timestamp: "" },
    ...queues.bindings,
  }
  const ctx = { waitUntil: inBackground, passThroughOnException() {}, props: {} }
  /** Reports the failure of work for which no request waits: unhandled, it would end the server. */
  function inBackground(work: Promise<unknown>): void {
    work.catch(reportError)
  }
  function reportError(error: Error): void {
    server.ssrFixStacktrace(error)
    console.error(error)
  }
  const environment = String(env.APP_ENV)
  const { root } = server.config
  server.middlewares.use(async (request: IncomingMessage & { originalUrl?: string }, response, next) => {
    try {
      const cron = cronOf(request)
      if (cron !== null) {
        const { scheduled } = await server.ssrLoadModule("/worker/background.ts")
        await scheduled({ cron, scheduledTime: Date.now(), noRetry() {} }, hotEnv, ctx)
        return response.end("ok")
      }
      const { app } = await server.ssrLoadModule("/worker/app.ts")
      const workerResponse: Response = await app.fetch(toRequest(request), hotEnv, ctx)
      const id = workerResponse.headers.get("X-Request-Id") ?? ""
      const takeError = () => {
        const failure = failures.take(id)
        return failure ? describeForDeveloper(failure, environment, root) : null
      }
      const error = workerResponse.status >= 500 ? takeError() : null
      const explained = error && (await withError(workerResponse, error, root))
      await send(explained ?? workerResponse, response)
      const later = explained ? null : (error ?? takeError())
      if (later) server.ws.send({ type: "error", err: later })
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error)
      if (environment !== "production") return next(error)
      console.error(error)
      response.writeHead(500).end()
    }
  })
}

/**
 * Prints what the Worker logs, with stacks that name the sources, and collects the errors of requests: responses never
 * name them.
 */
function readLog(server: ViteDevServer) {
  const failures = new Map<string, LoggedError>()
  const withSources = (failure: LoggedError): LoggedError => ({
    ...failure,
    stack: failure.stack && server.ssrRewriteStacktrace(`    ${failure.stack}`),
    cause: failure.cause && withSources(failure.cause),
  })
  for (const level of ["info", "warn", "error"] as const) {
    const original = console[level]
    const print = (...parts: unknown[]) => {
      const line = parts.length === 1 ? parseLogLine(String(parts[0])) : null
      if (!line) return original(...parts)
      const shown = "stack" in line ? { ...line, ...withSources(line as LogLine & LoggedError) } : line
      if (typeof shown.id === "string" && "error" in shown) failures.set(shown.id, shown as LogLine & LoggedError)
      printLogLine(shown as LogLine)
    }
    console[level] = print
    // Vite restarts by starting a second server before it closes the first.
    server.httpServer?.once("close", () => {
      if (console[level] === print) console[level] = original
    })
  }
  return {
    take(id: string): LoggedError | undefined {
      const failure = failures.get(id)
      failures.delete(id)
      return failure
    },
  }
}

/** Returns the cron that a request for wrangler's own address starts, by default the frequent one; null for any other. */
function cronOf({ originalUrl, url }: IncomingMessage & { originalUrl?: string }): string | null {
  const { pathname, searchParams } = new URL(originalUrl ?? url ?? "/", "http://localhost")
  return pathname === "/cdn-cgi/handler/scheduled" ? (searchParams.get("cron") ?? "*/5 * * * *") : null
}

function toRequest(request: IncomingMessage & { originalUrl?: string }): Request {
  const url = new URL(request.originalUrl ?? request.url ?? "/", `http://${request.headers.host}`)
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    for (const one of [value ?? []].flat()) headers.append(name, one)
  }
  const hasBody = request.method !== "GET" && request.method !== "HEAD"
  const body = hasBody ? (Readable.toWeb(request) as ReadableStream) : undefined
  return new Request(url, { method: request.method, headers, body, duplex: "half" } as RequestInit)
}

async function send(workerResponse: Response, response: ServerResponse): Promise<void> {
  response.statusCode = workerResponse.status
  for (const [name, value] of workerResponse.headers) if (name !== "set-cookie") response.setHeader(name, value)
  response.setHeader("Set-Cookie", workerResponse.headers.getSetCookie())
  if (!workerResponse.body) return void response.end()
  const body = Readable.fromWeb(workerResponse.body as unknown as NodeReadableStream)
  await pipeline(body, response).catch(() => response.destroy())
}

/** Writes the bindings of wrangler.toml, with the Durable Objects of the running Worker. */
function writeBindings(vars: HotOptions["vars"]): void {
  mkdirSync(".wrangler/hot", { recursive: true })
  const { compatibility_date, d1_databases, r2_buckets, vars: defaults } = readWranglerConfig()
  const bindings = {
    name: "salon-hot",
    compatibility_date,
    vars: { MAIL_FROM: defaults.MAIL_FROM, ...vars },
    d1_databases: d1_databases.map((database) => ({ ...database, migrations_dir: undefined })),
    r2_buckets,
    durable_objects: {
      bindings: ["BackOffice", "ChatRoom", "MessageCounter", "RateLimiter", "UserChannel", "ViewCounter"].map(
        (name) => ({
          name,
          class_name: name,
          script_name: "salon",
        }),
      ),
    },
  }
  writeFileSync(configPath, JSON.stringify(bindings))
}
