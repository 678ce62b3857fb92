import fc from "fast-check"
import { inject } from "vitest"

// Every run draws the same: a failure is of the change, not of the day. `npm run test:fuzz` draws anew, and prints its seed.
fc.configureGlobal({ seed: inject("propertySeed") })
