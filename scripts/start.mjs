import inspector from "node:inspector"
import * as util from "node:util"
import { withProgress } from "./lib/progress.mjs"
import { build, install, prepareDatabase, refuseTakenPort, switchToPinnedNode, writeSettings } from "./lib/setup.mjs"

const persistTo = ".wrangler/state"
const isHot = process.argv.includes("--hot")
const isInspected = process.argv.includes("--inspect")

const port = readPort()

await install()
await switchToPinnedNode()
writeSettings()
const { domainsOnPort, problemsOf, readLocalSettings } = await import("./lib/settings.ts")
const settings = readLocalSettings()
const { paymentSettings, startPayments } = await import("./lib/payments.ts")
/** The payment simulator's port follows the app's, so that a second checkout has its own. */
const payments = paymentSettings(settings, port + 3)
Object.assign(settings, payments)
settings.LOCALE_DOMAINS = domainsOnPort(settings.LOCALE_DOMAINS ?? "", port)
await refuseWrongSettings()
const workerPort = isHot ? port + 1 : port
await refuseTakenPort(port)
if (isHot) await refuseTakenPort(workerPort)
if (payments.STRIPE_ORIGIN) await refuseTakenPort(port + 3)
await build()
await prepareDatabase(persistTo)
const stopPayments = await startPayments(persistTo, settings, workerPort).catch((error) => {
  console.error(`Payments could not be set up: ${error.message}`)
  process.exit(1)
})

const { startWorker } = await import("./lib/worker.mjs")
const { printLogTo } = await import("./lib/log-lines.ts")
const { accounts, colleagueAccount, colleaguePassword, colleagues, ownerAccount, ownerStates } = await import(
  "./seed/accounts.ts"
)
let isReady = false
const printLog = printLogTo(process.stdout)
const worker = await withProgress("Starting", () =>
  startWorker({
    port: workerPort,
    persistTo,
    vars: { LOCALE_DOMAINS: settings.LOCALE_DOMAINS, ...payments },
    onOutput: (text) => isReady && printLog(text),
  }),
).catch((error) => {
  console.error(error.message)
  process.exit(1)
})
const hot = isHot
  ? await (await import("./lib/hot.ts")).startHotPages({ port, workerPort, persistTo, vars: settings })
  : null
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
  await Promise.allSettled([hot?.close(), worker.stop(), stopPayments()])
  process.exit(0)
}

/** `--port 9000`, else `PORT`, else 8787. */
function readPort() {
  const { values } = util.parseArgs({
    options: { port: { type: "string" }, hot: { type: "boolean" }, inspect: { type: "boolean" } },
  })
  const wish = values.port ?? process.env.PORT ?? "8787"
  const port = Number(wish)
  if (Number.isInteger(port) && port >= 1024 && port <= 65_532) return port
  console.error(`The port must be a number from 1024 to 65532, not “${wish}”.`)
  process.exit(1)
}

async function refuseWrongSettings() {
  const problems = await problemsOf(settings)
  if (problems.length === 0) return
  console.error("These settings of .dev.vars are not valid; README.md explains each:")
  for (const problem of problems) console.error(`  ${problem}`)
  process.exit(1)
}

/** Lets a debugger attach to this process, which runs the code that serves requests. */
function openInspector() {
  if (!isHot) return console.error("--inspect works with npm run dev only.")
  inspector.open(9229, "127.0.0.1")
  if (inspector.url()) console.log("inspector: chrome://inspect, or attach an editor to port 9229")
}

function printAddresses() {
  const domains = JSON.parse(settings.LOCALE_DOMAINS || "[]").map(({ domain }) => domain)
  const apps = domains.length > 0 ? domains : [`http://localhost:${port}`]
  for (const address of apps) console.log(`app: ${address}`)
  if (settings.ACCESS_KEY) console.log(`access: ${apps[0]}?password=${encodeURIComponent(settings.ACCESS_KEY)}`)
  if (payments.STRIPE_ORIGIN) console.log(`payments: ${payments.STRIPE_ORIGIN} (a simulator: card 4242 4242 4242 4242)`)
  for (const { email, password } of accounts) console.log(`account: ${email} ${password}`)
  const staff = colleagues.map(({ role }) => colleagueAccount(role).email.replace(/@.*/, ""))
  console.log(`other roles of staff: ${staff.join(", ")} @salon.test ${colleaguePassword}`)
  const owners = ownerStates.map((state) => ownerAccount(state).email.replace(/@.*/, ""))
  console.log(`owners in other states: ${owners.join(", ")} @owners.salon.test, password as the owner's`)
}
