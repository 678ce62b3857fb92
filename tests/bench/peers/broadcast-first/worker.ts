import { DurableObject } from "cloudflare:workers"

/**
 * A chat room for each path, as in cloudflare/workers-chat-demo: one object holds all sockets, broadcasts what a socket sends, and
 * stores it after that. Nothing is acknowledged, nobody is authenticated. The demo's rate limit is left out: that can
 * only speed this up.
 */
export class Room extends DurableObject {
  readonly #sockets = new Set(this.ctx.getWebSockets())
  #lastAt = 0

  override async fetch(): Promise<Response> {
    const { 0: client, 1: server } = new WebSocketPair()
    this.ctx.acceptWebSocket(server)
    this.#sockets.add(server)
    return new Response(null, { status: 101, webSocket: client })
  }

  override async webSocketMessage(_: WebSocket, said: string): Promise<void> {
    this.#lastAt = Math.max(Date.now(), this.#lastAt + 1)
    const message = JSON.stringify({ ...JSON.parse(said), at: this.#lastAt })
    for (const socket of this.#sockets) socket.send(message)
    await this.ctx.storage.put(new Date(this.#lastAt).toISOString(), message)
  }

  override async webSocketClose(socket: WebSocket): Promise<void> {
    this.#sockets.delete(socket)
  }
}

interface Bindings {
  Room: DurableObjectNamespace<Room>
}

export default {
  fetch: (request, { Room }) => Room.getByName(new URL(request.url).pathname).fetch(request),
} satisfies ExportedHandler<Bindings>
