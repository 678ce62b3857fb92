import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { parseArgs } from "node:util"
import { startSimulator } from "./server.ts"

const { values } = parseArgs({
  options: {
    port: { type: "string", default: "8790" },
    state: { type: "string" },
    "webhook-url": { type: "string" },
    "webhook-secret": { type: "string" },
    "public-url": { type: "string" },
  },
})

if (values.state) mkdirSync(values.state, { recursive: true })
const simulator = await startSimulator({
  port: Number(values.port),
  stateFile: values.state && join(values.state, "stripe.sqlite"),
  webhookUrl: values["webhook-url"],
  webhookSecret: values["webhook-secret"],
  publicUrl: values["public-url"],
})
console.log(`Payment simulator on ${simulator.url}`)
for (const signal of ["SIGINT", "SIGTERM"] as const)
  process.once(signal, () => void simulator.stop().then(() => process.exit()))
