import { readFileSync } from "node:fs"
import { pagesId } from "../scripts/build-id.ts"

/**
 * Vitest's global setup of what runs the pages out of build/, beside an API out of the sources: refuses a build of other sources, in which
 * a fault may be that is mended, and one may be missing that is not.
 */
export default function needsBuild(): void {
  if (process.env.STALE_BUILD || builtFrom() === pagesId()) return
  throw new Error(
    "build/ is missing, or not made of these sources: run `npm run build` first. (STALE_BUILD=1 runs the tests on it all the same: what they say of pages is then of no worth.)",
  )
}

function builtFrom(): string | null {
  try {
    return (JSON.parse(readFileSync("build/pages.json", "utf8")) as { id: string }).id
  } catch {
    return null
  }
}
