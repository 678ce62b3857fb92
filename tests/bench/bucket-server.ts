import { randomUUID } from "node:crypto"
import { createReadStream, createWriteStream, mkdirSync, openSync, renameSync, rmSync, statSync } from "node:fs"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { videoPartBytes } from "../../app/domain/core/ports/video-provider.ts"

/** Stores a bucket's multipart uploads and objects as files of `folder`, in this process. */
export async function startBucket(folder: string) {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const server = createServer((request, response) => {
    respond(folder, request, response).catch((error) => response.writeHead(500).end(String(error)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function respond(folder: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? "/", "http://bucket")
  const [, kind, name = "", part = ""] = url.pathname.split("/")
  const objectOf = (key: string) => join(folder, encodeURIComponent(key))
  const file = kind === "uploads" ? join(folder, name) : objectOf(decodeURIComponent(name))
  switch (`${request.method} ${kind}`) {
    case "POST uploads":
      if (name) renameSync(file, objectOf(url.searchParams.get("key") ?? ""))
      response.end(name || newUpload(folder))
      return
    case "PUT uploads":
      await pipeline(request, createWriteStream(file, { flags: "r+", start: (Number(part) - 1) * videoPartBytes }))
      response.end()
      return
    case "DELETE uploads":
    case "DELETE objects":
      rmSync(file, { force: true })
      response.end()
      return
    default:
      return sendFile(file, request, response)
  }
}

function newUpload(folder: string): string {
  const id = randomUUID()
  openSync(join(folder, id), "w")
  return id
}

async function sendFile(file: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const size = statSync(file, { throwIfNoEntry: false })?.size
  if (size === undefined) return void response.writeHead(404).end()
  const [, first, last] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [null, "0", String(size - 1)]
  const [start, end] = [Number(first), Math.min(Number(last), size - 1)]
  response.writeHead(200, { "Content-Length": end - start + 1 })
  if (request.method === "HEAD") response.end()
  else await pipeline(createReadStream(file, { start, end }), response)
}
