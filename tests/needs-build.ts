import { readFileSync } from "node:fs"
import { pagesId } from "../scripts/build-id.ts"

/**
 * Vitest's global setup of tests that run the pages out of build/, beside an API out of the sources: refuses a build of
 * other sources, which may have a fault that is fixed, or lack one that is not.
 */
export default function needsBuild(): void {
  if (process.env.STALE_BUILD || builtFrom() === pagesId()) return
  throw new Error(
    "build/ is missing, or not built from these sources: run `npm run build` first. (STALE_BUILD=1 runs the tests on it all the same: their results about pages are then worthless.)",
  )
}

function builtFrom(): string | null {
  try {
    return (JSON.parse(readFileSync("build/pages.json", "utf8")) as { id: string }).id
  } catch {
    return null
  }
}
