import { readFileSync } from "node:fs"
import inspector from "node:inspector"
import { join } from "node:path"
import * as util from "node:util"
import {
  build,
  install,
  prepareDatabase,
  refuseTakenPort,
  root,
  switchToPinnedNode,
  writeSettings,
} from "./lib/setup.mjs"

const persistTo = ".wrangler/state"
const isHot = process.argv.includes("--hot")
const isInspected = process.argv.includes("--inspect")

await install()
await switchToPinnedNode()
writeSettings()
const port = 8787
const workerPort = isHot ? port + 1 : port
await refuseTakenPort(port)
if (isHot) await refuseTakenPort(workerPort)
await build()
await prepareDatabase(persistTo)

const { startWorker } = await import("./lib/worker.mjs")
const { printLogTo } = await import("./lib/log-lines.ts")
const { accounts } = await import("./seed/accounts.ts")
console.log("Starting …")
let isReady = false
const printLog = printLogTo(process.stdout)
const worker = await startWorker({
  port: workerPort,
  persistTo,
  onOutput: (text) => isReady && printLog(text),
}).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const hot = isHot ? await (await import("./lib/hot.ts")).startHotPages({ port, workerPort, persistTo }) : null
isReady = true
printAddresses()
if (isInspected) openInspector()

let isStopping = false
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, stop)
await worker.ended
if (!isStopping) process.exit(1)

async function stop() {
  if (isStopping) return
  isStopping = true
  await Promise.allSettled([hot?.close(), worker.stop()])
  process.exit(0)
}

/** Lets a debugger attach to this process, which runs the code that serves requests. */
function openInspector() {
  if (!isHot) return console.error("--inspect works with npm run dev only.")
  inspector.open(9229, "127.0.0.1")
  if (inspector.url()) console.log("inspector: chrome://inspect, or attach an editor to port 9229")
}

function printAddresses() {
  const settings = util.parseEnv(readFileSync(join(root, ".dev.vars"), "utf8"))
  const domains = JSON.parse(settings.LOCALE_DOMAINS || "[]").map(({ domain }) => domain)
  const apps = domains.length > 0 ? domains : [`http://localhost:${port}`]
  for (const address of apps) console.log(`app: ${address}`)
  if (settings.ACCESS_KEY) console.log(`access: ${apps[0]}?password=${encodeURIComponent(settings.ACCESS_KEY)}`)
  for (const { email, password } of accounts) console.log(`account: ${email} ${password}`)
}
