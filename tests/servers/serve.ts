import { readFileSync } from "node:fs"
import { convertV4MiniflareOptions, Miniflare } from "miniflare"

/**
 * Serves the Worker described by a file of Miniflare's options, the one argument (process.ts writes it). A process of its
 * own, so that it can be killed like a machine that fails; without `wrangler dev`, whose second runtime passes on each
 * request. Ready once it prints a line.
 */
const options = JSON.parse(readFileSync(process.argv[2] ?? "", "utf8"))
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
console.log("ready")
