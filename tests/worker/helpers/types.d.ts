/// <reference types="@cloudflare/vitest-plugin/types" />
import type { D1Migration } from "cloudflare:test"

declare module "vitest" {
  /** What vitest.config.ts gives the tests. */
  interface ProvidedContext {
    migrations: D1Migration[]
    /** The access value that the Worker is configured with. */
    accessKey: string
    /** What property tests draw from. */
    propertySeed: number
  }
}
