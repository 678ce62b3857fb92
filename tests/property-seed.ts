import fc from "fast-check"
import { inject } from "vitest"

// Every run uses the same random seed: a failure is due to the change, not the day. `npm run test:fuzz` uses a new one,
// and prints it.
fc.configureGlobal({ seed: inject("propertySeed") })
