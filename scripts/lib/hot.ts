import { mkdirSync, writeFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { Readable } from "node:stream"
import type { ReadableStream as NodeReadableStream } from "node:stream/web"
import { createServer, type ViteDevServer } from "vite"
import { getPlatformProxy } from "wrangler"

const configPath = ".wrangler/hot/wrangler.json"

interface HotOptions {
  port: number
  /** Where the built Worker listens. */
  workerPort: number
  persistTo: string
  /** Settings in place of those in `.dev.vars`. */
  vars?: Record<string, string>
  /** Where Vite keeps its libraries, when not in its own place. */
  cacheDir?: string
}

/**
 * Serves the same Worker through Vite, so that an edit shows at once: each request loads `worker/app.ts` afresh, pages and API alike.
 * Only the Durable Objects are the built ones, in the Worker that already runs beside it.
 */
export async function startHotPages({ port, workerPort, persistTo, vars, cacheDir }: HotOptions) {
  writeBindings(vars)
  const platform = await getPlatformProxy<Env>({
    configPath,
    persist: { path: `${persistTo}/v3` },
    envFiles: vars ? [] : ["../../.dev.vars"],
  })
  const vite = await createServer({
    cacheDir,
    server: { port, strictPort: true, host: "127.0.0.1", allowedHosts: true, proxy: sockets(workerPort) },
    plugins: [
      { name: "salon-worker", enforce: "pre", configureServer: (server) => () => serveWorker(server, platform) },
    ],
  })
  await vite.listen()
  return {
    async close() {
      await vite.close()
      await platform.dispose()
    },
  }
}

type Platform = Awaited<ReturnType<typeof getPlatformProxy<Env>>>

/** Sockets end in the Durable Objects, and so in the Worker that runs beside this. */
function sockets(workerPort: number) {
  const target = `http://127.0.0.1:${workerPort}`
  return { "^/(realtime/[^/]+/)?app/[\\w-]+\\?protocol=": { target, ws: true } }
}

function serveWorker(server: ViteDevServer, { env, ctx }: Platform): void {
  const hotEnv = {
    ...env,
    VERSION: { id: "hot", tag: "", timestamp: "" },
    MAIL_QUEUE: { send: async (body: unknown) => void deliver("mail", "consumeMail", body) },
    JOB_QUEUE: { send: async (body: unknown) => void deliver("jobs", "consumeJobs", body) },
  }
  /** A queue's consumer cannot live here, so what is sent to the queue goes to the consumer at once. */
  async function deliver(folder: string, consumer: string, body: unknown, attempts = 1): Promise<void> {
    const { [consumer]: consume } = await server.ssrLoadModule(`/worker/${folder}/consume.ts`)
    const retry = ({ delaySeconds }: { delaySeconds: number }) =>
      setTimeout(deliver, delaySeconds * 1000, folder, consumer, body, attempts + 1).unref()
    await consume({ messages: [{ body, attempts, ack() {}, retry }] }, hotEnv, ctx)
  }
  server.middlewares.use(async (request: IncomingMessage & { originalUrl?: string }, response, next) => {
    try {
      const { app } = await server.ssrLoadModule("/worker/app.ts")
      const answer: Response = await app.fetch(toRequest(request), hotEnv, ctx)
      await send(answer, response)
    } catch (error) {
      if (error instanceof Error) server.ssrFixStacktrace(error)
      next(error)
    }
  })
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

async function send(answer: Response, response: ServerResponse): Promise<void> {
  response.statusCode = answer.status
  for (const [name, value] of answer.headers) if (name !== "set-cookie") response.setHeader(name, value)
  response.setHeader("Set-Cookie", answer.headers.getSetCookie())
  if (!answer.body) return void response.end()
  Readable.fromWeb(answer.body as unknown as NodeReadableStream).pipe(response)
}

/** The bindings of wrangler.toml, with the Durable Objects pointing at the running Worker. */
function writeBindings(vars: HotOptions["vars"]): void {
  mkdirSync(".wrangler/hot", { recursive: true })
  const bindings = {
    name: "salon-hot",
    compatibility_date: "2026-10-20",
    vars: { MAIL_FROM: "Salon <post@salon.example>", ...vars },
    d1_databases: [{ binding: "DB", database_name: "salon", database_id: "00000000-0000-0000-0000-000000000000" }],
    r2_buckets: [{ binding: "MEDIA", bucket_name: "salon-media" }],
    durable_objects: {
      bindings: ["ChatRoom", "RateLimiter", "UserChannel"].map((name) => ({
        name,
        class_name: name,
        script_name: "salon",
      })),
    },
  }
  writeFileSync(configPath, JSON.stringify(bindings))
}
