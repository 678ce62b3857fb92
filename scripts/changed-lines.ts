import type { Plugin } from "vite"

/** A line of a library, and its replacement. The build fails if the line is gone. */
export type Change = { file: string; line: string; becomes: string }

/** Replaces lines of libraries, in the browser's code only unless the server's is asked for too. */
export function changedLines(name: string, changes: Change[], { alsoOnServer = false } = {}): Plugin {
  return {
    name,
    transform(code, id, options) {
      const own = changes.filter(({ file }) => id.split("?")[0]?.endsWith(file))
      if ((options?.ssr && !alsoOnServer) || own.length === 0) return
      return own.reduce((text, { file, line, becomes }) => {
        if (text.split(line).length !== 2) this.error(`${file} no longer has the line: ${line}`)
        return text.replace(line, () => becomes)
      }, code)
    },
  }
}
