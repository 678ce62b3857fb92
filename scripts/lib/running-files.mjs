import { writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { root } from "./setup.mjs"

export const runningFiles = join(root, "test-results/running-files.json")

/** A reporter of Vitest that keeps a list of the test files that have begun and not ended: the gate names them if a run does not end. */
export default class RunningFiles {
  #running = new Set()

  onTestModuleStart({ moduleId }) {
    this.#running.add(relative(root, moduleId))
    this.#write()
  }

  onTestModuleEnd({ moduleId }) {
    this.#running.delete(relative(root, moduleId))
    this.#write()
  }

  #write() {
    writeFileSync(runningFiles, JSON.stringify([...this.#running]))
  }
}
