import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { json } from "node:stream/consumers"
import { convertV4MiniflareOptions, Miniflare } from "miniflare"

/**
 * Serves the Worker described by a file of Miniflare's options, the one argument (process.ts writes it). A process of its
 * own, so that it can be killed like a machine that fails; without `wrangler dev`, whose second runtime passes on each
 * request. Ready once it prints a line.
 */
const { sqlPort, ...options } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...options,
    cf: false,
    logRequests: false,
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error" || /"level":"error"/.test(message)) console.error(message)
    },
  }),
)
await miniflare.ready
if (sqlPort) await serveDatabase(sqlPort)
console.log("ready")

/** Executes the statements that are posted to `port`, as `{ sql, values }`, in the Worker's own database. */
async function serveDatabase(port: number): Promise<void> {
  const db = await miniflare.getD1Database("DB")
  const server = createServer(async (request, response) => {
    try {
      const { sql, values } = (await json(request)) as { sql: string; values: unknown[] }
      const { meta } = await db
        .prepare(sql)
        .bind(...values)
        .run()
      response.end(JSON.stringify({ changes: meta.changes }))
    } catch (error) {
      response.writeHead(500).end(String(error))
    }
  })
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve))
}
