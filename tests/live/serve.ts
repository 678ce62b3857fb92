import { readFileSync } from "node:fs"
import { convertV4MiniflareOptions, Miniflare } from "miniflare"

/**
 * Serves the Worker described by a file of options, the one argument (server.ts writes it). A process of its own, so
 * that it can be killed like a machine that fails; without wrangler, which takes longer to load than the Worker. Ready
 * once it prints a line.
 */
const { workers, state } = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    workers,
    cf: false,
    logRequests: false,
    resourcePersistencePath: state,
    handleStructuredLogs: ({ level, message }) => {
      if (level === "error" || /"level":"error"/.test(message)) console.error(message)
    },
  }),
)
await miniflare.ready
console.log("ready")
