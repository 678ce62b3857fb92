/// <reference types="@cloudflare/vitest-plugin/types" />
import type { D1Migration } from "cloudflare:test"

declare module "vitest" {
  /** The values that vitest.config.ts provides to the tests. */
  interface ProvidedContext {
    migrations: D1Migration[]
    /** The access key that the Worker is configured with. */
    accessKey: string
    /** The payment simulators' addresses, by the test file that they are for. */
    paymentsOrigins: Record<string, string>
    /** How many histories of payments are tried. */
    historyRuns: number
    savedSearches: number
    /** The seed of property tests. */
    propertySeed: number
  }
}
