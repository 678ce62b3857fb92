import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { startSimulator } from "@salon/stripe-simulator"
import { linkDemoPayments } from "../seed/billing/payments.ts"
import { root } from "./setup.mjs"

/** The settings of the payment simulator's client; the secrets protect nothing. */
const simulatorSettings = {
  STRIPE_SECRET_KEY: "sk_test_simulator",
  STRIPE_WEBHOOK_SECRET: "whsec_development_only",
}

/** Returns the settings of payments: those given, or, without a key, those of the simulator on `port`. */
export function paymentSettings(settings: Record<string, string>, port: number): Record<string, string> {
  const isSimulated = !settings.STRIPE_SECRET_KEY || settings.STRIPE_SECRET_KEY === simulatorSettings.STRIPE_SECRET_KEY
  return isSimulated ? { ...simulatorSettings, STRIPE_ORIGIN: `http://127.0.0.1:${port}` } : {}
}

/**
 * Starts what payments need before the Worker: the simulator, if the settings name it, with its state beside the
 * database, and the demo's prices and history. Returns a function that stops it.
 */
export async function startPayments(
  persistTo: string,
  { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_ORIGIN: origin }: Record<string, string>,
  workerPort: number,
): Promise<() => Promise<void>> {
  if (!secretKey) return async () => {}
  const folder = join(root, persistTo, "payments")
  if (origin) mkdirSync(folder, { recursive: true })
  const simulator = origin
    ? await startSimulator({
        port: Number(new URL(origin).port),
        stateFile: join(folder, "stripe.sqlite"),
        webhookUrl: `http://127.0.0.1:${workerPort}/webhooks/stripe`,
        webhookSecret,
      })
    : null
  await linkDemoPayments(persistTo, { secretKey, ...(origin && { origin }) })
  return async () => simulator?.stop()
}
