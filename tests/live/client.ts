import { request } from "node:http"
import { answeredEvent, eventName } from "~/domain/chat/channel-names"
import type { Person } from "./people.ts"

interface Event {
  seq: number
  type: string
  message?: ReceivedMessage
}

/** A message as a client received it. */
export interface ReceivedMessage {
  conversation_id: string
  seq: number
  author_id: string
  body: string
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
let networks = 0

/**
 * A client written after docs/realtime.md, with none of the app's code: it stores the number of the last event, fetches
 * missed ones, and sends until a message is acknowledged as stored.
 */
export class Client {
  readonly received: ReceivedMessage[] = []
  /** Messages that the server has acknowledged, by body. */
  readonly acked = new Map<string, number>()
  ackedBySocket = 0
  /** The number of times that the log did not reach back far enough. */
  gaps = 0
  #last = 0
  #sent = 0
  #isOver = false
  #socket: WebSocket | null = null
  #isInConversation = false
  readonly #unanswered = new Map<string, (message: ReceivedMessage | null) => void>()
  #applying = Promise.resolve()
  /** A network of its own, so that no two clients share an address and its limits. */
  readonly #from = { "CF-Connecting-IP": `2001:db8:0:${(++networks).toString(16)}::1` }

  constructor(
    readonly origin: string,
    readonly key: string,
    readonly person: Person,
    readonly conversationId: string,
  ) {}

  /** Listens until `stop`, over as many sockets as it takes. */
  async listen(): Promise<void> {
    while (!this.#isOver) {
      await this.#connect().catch(() => {})
      await pause(100 + Math.random() * 300)
    }
  }

  stop(): void {
    this.#isOver = true
    this.#socket?.close()
  }

  /** The life of one socket. */
  #connect(): Promise<void> {
    const [channel, conversation] = [`private-user.${this.person.id}`, `private-conversation.${this.conversationId}`]
    const address = `${this.origin.replace("http", "ws")}/realtime/${this.person.id}/app/${this.key}?protocol=7`
    // Node's own WebSocket takes headers; the type is the browser's.
    const socket = new WebSocket(address, { headers: this.#from } as never)
    this.#socket = socket
    return new Promise((resolve) => {
      let heardOf = Date.now()
      // A connection can be dead without having ended: silence is probed, and then ended.
      const watch = setInterval(() => {
        const silence = Date.now() - heardOf
        if (silence > 4_000) end()
        else if (silence > 2_000 && socket.readyState === WebSocket.OPEN)
          socket.send('{"event":"pusher:ping","data":{}}')
      }, 500)
      const end = () => {
        clearInterval(watch)
        this.#isInConversation = false
        socket.close()
        resolve()
      }
      socket.onclose = end
      socket.onerror = end
      socket.onmessage = ({ data }) => {
        heardOf = Date.now()
        const frame = JSON.parse(String(data)) as { event: string; channel?: string; data: string }
        const inner = JSON.parse(frame.data)
        switch (frame.event) {
          case "pusher:connection_established":
            Promise.all([channel, conversation].map((name) => this.#subscribe(socket, inner.socket_id, name))).catch(
              end,
            )
            break
          case "pusher_internal:subscription_succeeded":
            if (frame.channel === conversation) this.#isInConversation = true
            else this.#then(() => this.#catchUp(), end)
            break
          case answeredEvent:
            this.#unanswered.get(inner.client_id)?.(inner.message)
            break
          case eventName:
            this.#then(async () => {
              if (inner.seq > this.#last + 1) await this.#catchUp()
              else this.#apply(inner)
            }, end)
        }
      }
    })
  }

  async #subscribe(socket: WebSocket, socket_id: string, channel: string): Promise<void> {
    const { body } = await this.#call("POST", "/broadcasting/auth", { socket_id, channel_name: channel })
    const { auth } = body as { auth: string }
    socket.send(JSON.stringify({ event: "pusher:subscribe", data: { auth, channel } }))
  }

  /** Runs one act after the other: fetched events and received ones must not overtake each other. */
  #then(action: () => Promise<void>, onError: () => void): void {
    this.#applying = this.#applying.then(action).catch(onError)
  }

  async #catchUp(): Promise<void> {
    for (;;) {
      const { body } = await this.#call("GET", `/events?after=${this.#last}`)
      const page = body as {
        data: { seq: number; type: string; payload: { message?: ReceivedMessage } }[]
        next_cursor: string | null
        is_complete: boolean
      }
      if (!page.is_complete) this.gaps += 1
      for (const { seq, type, payload } of page.data) this.#apply({ seq, type, message: payload.message })
      if (page.next_cursor === null) return
    }
  }

  #apply({ seq, type, message }: Event): void {
    if (seq !== this.#last + 1) return
    this.#last = seq
    if (type === "message" && message) this.received.push(message)
  }

  /**
   * Sends until the server acknowledges the message as stored: every second message by the API alone, the others by the
   * socket if possible and then by the API. Gives up when `isOver` does.
   */
  async send(body: string, isOver: () => boolean): Promise<void> {
    const client_id = crypto.randomUUID()
    const bySocket = this.#sent++ % 2 === 0
    // While the server is killed repeatedly the socket is seldom there: the message waits for it.
    for (let waited = 0; bySocket && waited < 2_000 && !this.#isInConversation; waited += 50) await pause(50)
    while (!isOver()) {
      const stored = bySocket ? await this.#sendBySocket({ client_id, body }) : null
      if (stored) {
        this.ackedBySocket += 1
        this.acked.set(body, stored.seq)
        return
      }
      try {
        const path = `/conversations/${this.conversationId}/messages`
        const { status, body: answer } = await this.#call("POST", path, { client_id, body })
        if (status === 200 || status === 201) {
          this.acked.set(body, (answer as ReceivedMessage).seq)
          return
        }
        await pause(status === 429 ? 1_000 : 200)
      } catch {
        await pause(100 + Math.random() * 200)
      }
    }
  }

  /** Null: there was no reply, or the API must be used. It may be stored nevertheless. */
  #sendBySocket(message: { client_id: string; body: string }): Promise<ReceivedMessage | null> {
    const [socket, { client_id }] = [this.#socket, message]
    if (!this.#isInConversation || socket?.readyState !== WebSocket.OPEN) return Promise.resolve(null)
    const channel = `private-conversation.${this.conversationId}`
    socket.send(JSON.stringify({ event: "client-message", channel, data: message }))
    return new Promise((resolve) => {
      const settle = (stored: ReceivedMessage | null) => {
        clearTimeout(timer)
        this.#unanswered.delete(client_id)
        resolve(stored)
      }
      const timer = setTimeout(settle, 2_000, null)
      this.#unanswered.set(client_id, settle)
    })
  }

  #call(method: string, path: string, json?: unknown): Promise<{ status: number; body: unknown }> {
    return new Promise((resolve, reject) => {
      const headers = {
        Authorization: `Bearer ${this.person.token}`,
        "Content-Type": "application/json",
        ...this.#from,
      }
      // A connection for each request, so that the proxy can tell them apart.
      const sent = request(
        `${this.origin}/api${path}`,
        { method, headers, agent: false, timeout: 5_000 },
        (response) => {
          let text = ""
          response.on("data", (chunk) => {
            text += chunk
          })
          response.on("error", reject)
          response.on("end", () => {
            const status = response.statusCode ?? 0
            if (status >= 500 || !response.complete) return reject(new Error(`${status}`))
            resolve({ status, body: text === "" ? undefined : JSON.parse(text) })
          })
        },
      )
      sent.on("timeout", () => sent.destroy(new Error("timeout")))
      sent.on("error", reject)
      sent.end(json === undefined ? undefined : JSON.stringify(json))
    })
  }
}
