import { createServer, request } from "node:http"
import type { AddressInfo } from "node:net"
import { pipeline } from "node:stream"
import { createGzip } from "node:zlib"

/** Serves another origin of this machine as Cloudflare does: texts compressed. Two sides behind it are served alike. */
export async function startCompressingProxy(target: URL) {
  const server = createServer((incoming, outgoing) => {
    const { url: path, method, headers } = incoming
    const asked = request(new URL(path ?? "/", target), { method, headers: { ...headers, host: target.host } })
    asked.on("error", () => outgoing.destroy())
    asked.on("response", (response) => {
      // The browser has closed the page meanwhile.
      if (outgoing.destroyed) return response.destroy()
      const type = response.headers["content-type"] ?? ""
      const isText = /^(text|application)\//.test(type) || type.includes("svg")
      if (!isText || method === "HEAD" || response.statusCode === 304) {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        return pipeline(response, outgoing, () => {})
      }
      const { "content-length": _, ...others } = response.headers
      outgoing.writeHead(response.statusCode ?? 502, { ...others, "content-encoding": "gzip" })
      pipeline(response, createGzip(), outgoing, () => {})
    })
    pipeline(incoming, asked, () => {})
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: new URL(`http://localhost:${port}`),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
