import type { TestProject } from "vitest/node"
import { startSimulator } from "../scripts/stripe-simulator/server.ts"

/** Starts the payment simulator of the worker tests, on the port that their settings name. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const simulator = await startSimulator({ port: Number(new URL(project.config.provide.paymentsOrigin ?? "").port) })
  return simulator.stop
}
