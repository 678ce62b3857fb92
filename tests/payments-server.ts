import { startSimulator } from "@salon/stripe-simulator"
import type { TestProject } from "vitest/node"

/** Starts the payment simulators of the worker tests, on the ports that are provided to them. */
export default async function start(project: TestProject): Promise<() => Promise<void>> {
  const origins = Object.values(project.config.provide.paymentsOrigins ?? {})
  const simulators = await Promise.all(origins.map((origin) => startSimulator({ port: Number(new URL(origin).port) })))
  return async () => void (await Promise.all(simulators.map(({ stop }) => stop())))
}
