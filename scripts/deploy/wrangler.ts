import { spawn } from "node:child_process"
import { once } from "node:events"
import { root, wranglerCli } from "../lib/setup.mjs"
import { writeDeployedConfig } from "./deployment.ts"

/** `npm run wrangler -- …`: wrangler, on the configuration of the deployment. */
try {
  const args = [wranglerCli, ...process.argv.slice(2), "--config", writeDeployedConfig()]
  const [status] = await once(spawn(process.execPath, args, { stdio: "inherit", cwd: root }), "close")
  process.exitCode = status ?? 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
