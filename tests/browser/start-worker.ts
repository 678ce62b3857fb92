import { startWorker } from "../../scripts/lib/worker.mjs"
import { accessKey, origins, persistTo, port } from "./addresses"

/** Starts the built Worker over the demo's data, once for all browser tests; gives what stops it. */
export default async function start() {
  const domains = Object.entries(origins).map(([code, domain]) => ({ code, domain }))
  const worker = await startWorker({
    port,
    persistTo,
    vars: { APP_ENV: "test", ACCESS_KEY: accessKey, LOCALE_DOMAINS: JSON.stringify(domains) },
  })
  return worker.stop
}
