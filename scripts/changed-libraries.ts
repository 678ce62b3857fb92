import type { Plugin } from "vite"

/** A library's file, and its text as changed; `fail` stops the build. */
export interface FileChange {
  file: string
  change: (code: string, fail: (reason: string) => never) => string
}

/** A line of a library's file, and its replacement. */
export interface LineChange {
  file: string
  line: string
  becomes: string
}

interface Where {
  alsoOnServer?: boolean
  /** Not while serving through Vite. */
  inBuildOnly?: boolean
}

/**
 * Changes files of libraries, in the browser's code only unless the server's is asked for too. A build fails if one of
 * them is no longer part of it.
 */
export function changedFiles(name: string, changes: FileChange[], { alsoOnServer, inBuildOnly }: Where = {}): Plugin {
  const missing = new Set(changes.map(({ file }) => file))
  let isChecked = false
  return {
    name,
    apply: inBuildOnly ? "build" : undefined,
    configResolved({ command, build }) {
      isChecked = command === "build" && (alsoOnServer || !build.ssr)
    },
    transform(code, id, options) {
      if (options?.ssr && !alsoOnServer) return
      const own = changes.filter(({ file }) => id.split("?")[0]?.endsWith(file))
      if (own.length === 0) return
      for (const { file } of own) missing.delete(file)
      return {
        code: own.reduce((text, { change }) => change(text, (reason) => this.error(`${id}: ${reason}`)), code),
        map: null,
      }
    },
    buildEnd(error) {
      if (!error && isChecked && missing.size > 0) this.error(`No longer part of the build: ${[...missing].join(", ")}`)
    },
  }
}

/** Replaces lines of libraries. A build fails if a line is not there exactly once. */
export function changedLines(name: string, lines: LineChange[], where?: Where): Plugin {
  return changedFiles(
    name,
    lines.map(({ file, line, becomes }) => ({
      file,
      change(code, fail) {
        if (code.split(line).length !== 2) fail(`it no longer has the line: ${line}`)
        return code.replace(line, () => becomes)
      },
    })),
    where,
  )
}
