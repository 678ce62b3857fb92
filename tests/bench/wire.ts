import { randomBytes } from "node:crypto"
import { get } from "node:http"
import type { Socket } from "node:net"

const text = 0x1
const close = 0x8

export interface Wire {
  send: (message: string) => void
  close: () => void
  /** Resolves once it has ended, from either side. */
  closed: Promise<void>
}

/**
 * Opens a minimal WebSocket (RFC 6455): the server is to be measured, and ten thousand sockets fit into this process.
 * Messages arrive unfragmented, as the server sends them.
 */
export function openWire(
  url: URL,
  headers: Record<string, string>,
  onMessage: (message: string) => void,
): Promise<Wire> {
  const handshake = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Key": randomBytes(16).toString("base64"),
    "Sec-WebSocket-Version": "13",
  }
  return new Promise((resolve, reject) => {
    const request = get(url, { agent: false, headers: { ...headers, ...handshake } })
    request.on("error", reject)
    request.on("response", ({ statusCode }) => reject(new Error(`${url.pathname} responded with ${statusCode}`)))
    request.on("upgrade", (_, socket: Socket, head: Buffer) => {
      socket.setNoDelay(true)
      let left = head
      socket.on("data", (chunk: Buffer) => {
        left = readFrames(left.length > 0 ? Buffer.concat([left, chunk]) : chunk, onMessage)
      })
      socket.on("error", () => socket.destroy())
      const closed = new Promise<void>((end) => socket.once("close", () => end()))
      resolve({
        send: (message) => socket.write(encodeFrame(text, Buffer.from(message))),
        close: () => socket.end(encodeFrame(close, Buffer.alloc(0))),
        closed,
      })
      left = readFrames(left, onMessage)
    })
  })
}

/** Passes on every complete text; returns the rest. */
function readFrames(bytes: Buffer, onMessage: (message: string) => void): Buffer {
  let at = 0
  while (bytes.length >= at + 2) {
    const short = (bytes[at + 1] ?? 0) & 0x7f
    const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10)
    if (bytes.length < start) break
    const length =
      short < 126 ? short : short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2))
    if (bytes.length < start + length) break
    if (((bytes[at] ?? 0) & 0x0f) === text) onMessage(bytes.toString("utf8", start, start + length))
    at = start + length
  }
  return bytes.subarray(at)
}

/** Clients must mask what they send. */
function encodeFrame(opcode: number, payload: Buffer): Buffer {
  const mask = randomBytes(4)
  const length =
    payload.length < 126 ? [0x80 | payload.length] : [0x80 | 126, payload.length >> 8, payload.length & 0xff]
  const masked = payload.map((byte, at) => byte ^ (mask[at % 4] ?? 0))
  return Buffer.concat([Buffer.from([0x80 | opcode, ...length]), mask, masked])
}
