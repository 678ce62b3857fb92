import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { respondToControl } from "./control/control.ts"
import { Faults } from "./control/faults.ts"
import { Deliveries } from "./events/deliveries.ts"
import { createWebhookEndpoint } from "./events/webhook-endpoints.ts"
import { respondWithPage } from "./hosted/pages.ts"
import { createApi } from "./http/api.ts"
import type { Reply, Request } from "./http/messages.ts"
import { defaultSettings, type Settings, type Simulator } from "./simulator.ts"
import { Clock } from "./store/clock.ts"
import { Store } from "./store/store.ts"
import { nextTaskDue } from "./store/tasks.ts"
import { runDueTasks } from "./subscriptions/due-tasks.ts"

const maxTimer = 60_000

export interface SimulatorOptions {
  /** 0 for any free port. */
  port: number
  /** The SQLite file of the state; in memory if left out. */
  stateFile?: string
  /** An endpoint that all events are delivered to. */
  webhookUrl?: string
  webhookSecret?: string
  settings?: Partial<Settings>
  /** The address in links to the simulator's pages, if not that of the server. */
  publicUrl?: string
}

/** Starts the simulator on 127.0.0.1. */
export async function startSimulator(options: SimulatorOptions): Promise<{ url: string; stop: () => Promise<void> }> {
  const sim = createSimulator(options)
  const respond = createResponder(sim)
  const server = createServer((request, response) => {
    void serve(request, response, respond)
  })
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject)
    server.listen(options.port, "127.0.0.1", resolve)
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sim.url = options.publicUrl ?? url
  if (options.webhookUrl) listenAt(sim, options.webhookUrl, options.webhookSecret)
  const stopTimer = runTasksInTime(sim)
  sim.deliveries.wake()
  return {
    url,
    async stop() {
      stopTimer()
      server.close()
      server.closeAllConnections()
      await sim.deliveries.stop()
      sim.store.close()
    },
  }
}

function createSimulator({ stateFile, settings }: SimulatorOptions): Simulator {
  const store = new Store(stateFile ?? ":memory:")
  const startSettings = { ...defaultSettings, ...settings }
  return {
    store,
    clock: new Clock(store),
    settings: { ...startSettings },
    startSettings,
    faults: new Faults(),
    deliveries: new Deliveries(store),
    url: "",
    request: { id: null, idempotencyKey: null },
    isSilent: false,
  }
}

/** Creates the webhook endpoint of the start options, in place of that of an earlier start. */
function listenAt(sim: Simulator, url: string, secret: string | undefined): void {
  const earlier = sim.store.find("webhook_endpoint", sim.store.note<string>("webhook-endpoint") ?? "")
  if (earlier?.url === url) {
    if (secret) sim.store.setNote(`webhook-secret:${earlier.id}`, secret)
    return
  }
  if (earlier) sim.store.remove(earlier)
  const created = createWebhookEndpoint(sim, { url, enabledEvents: ["*"], secret })
  sim.store.setNote("webhook-endpoint", created.id)
}

function createResponder(sim: Simulator): (request: Request) => Promise<Reply> {
  const api = createApi(sim)
  return async (request) => {
    if (request.path.startsWith("/v1/")) {
      const isLost = sim.faults.dropsResponse(request.path)
      const reply = await api(request)
      return isLost ? { ...reply, isDropped: true } : reply
    }
    const reply = (await respondToControl(sim, request)) ?? respondWithPage(sim, request)
    sim.deliveries.wake()
    return reply ?? { status: 404, body: "Not found", headers: { "Content-Type": "text/plain" } }
  }
}

/** Does what becomes due while the server runs. Returns a function that ends it. */
function runTasksInTime(sim: Simulator): () => void {
  let timer: NodeJS.Timeout
  const tick = () => {
    sim.store.transaction(() => runDueTasks(sim, sim.clock.now()))
    sim.deliveries.wake()
    const due = nextTaskDue(sim.store)
    const wait = due === null ? maxTimer : (due - sim.clock.now()) * 1000
    timer = setTimeout(tick, Math.min(maxTimer, Math.max(1000, wait)))
  }
  timer = setTimeout(tick, 1000)
  return () => clearTimeout(timer)
}

async function serve(
  incoming: IncomingMessage,
  response: ServerResponse,
  respond: (request: Request) => Promise<Reply>,
): Promise<void> {
  try {
    const reply = await respond(await readRequest(incoming))
    if (reply.isDropped) {
      incoming.socket.destroy()
      return
    }
    response.writeHead(reply.status, reply.headers).end(reply.body)
  } catch (error) {
    console.error(error)
    if (!response.headersSent) response.writeHead(500, { "Content-Type": "text/plain" })
    response.end(String(error))
  }
}

async function readRequest(incoming: IncomingMessage): Promise<Request> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const [path = "/", query = ""] = (incoming.url ?? "/").split("?", 2)
  const headers = Object.fromEntries(
    Object.entries(incoming.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  )
  return { method: incoming.method ?? "GET", path, query, headers, body: Buffer.concat(chunks).toString() }
}
