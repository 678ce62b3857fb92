import { type LaunchFacts, type LaunchSettings, missingItems } from "~/domain/core/readiness/policy"
import { type Config, isDemo } from "./config"

/** Why a deployment is a demonstration: it shows what is `fictional`, or its launch is incomplete, and it is `closed` for business. */
type Demo = "fictional" | "closed"

/** Whether this deployment is live: the one place of that fact (trust-safety R31). */
export interface Launch {
  /** How it shows itself as a demonstration; null: it does not. */
  demo: Demo | null
  /** Search engines may index its public pages. */
  isIndexed: boolean
}

/** Returns what the settings say of the launch. */
export function launchSettings({ APP_ENV, HASH_MATCHER, PAYMENT_APPROVAL }: Config): LaunchSettings {
  return {
    isProduction: APP_ENV === "production",
    comparesHashes: HASH_MATCHER !== "noop",
    paymentApprovedOn: PAYMENT_APPROVAL?.date ?? null,
  }
}

/** Returns whether the deployment is live at `now`; not while nobody knows what the database says (`facts` null). */
export function launchOf(config: Config, facts: LaunchFacts | null, now: number): Launch {
  const isLaunched = facts !== null && missingItems(launchSettings(config), facts, now).length === 0
  const demo = isDemo(config) ? "fictional" : isLaunched ? null : "closed"
  return { demo, isIndexed: config.INDEXING === "open" && demo === null }
}
