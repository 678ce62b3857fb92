import type { Plugin } from "vite"
import { changedFiles } from "./changed-libraries"

interface Leftovers {
  file: string
  /** Top-level classes and functions that are never called, and what stands in for those that are created. */
  declarations?: Record<string, string>
  /** Methods that are never called. */
  methods?: string[]
  /** Expressions that have one value in this product, such as the flags of vite.config.ts. */
  constants?: [RegExp, string][]
}

const flags: [RegExp, string] = [/(?:window\.__remixContext\.)?\bfuture\.v3_singleFetch\b/g, "true"]
const modes: [RegExp, string] = [/window\.__remixContext\.isSpaMode\b/g, "false"]

/**
 * Parts of libraries that the browser loads and never runs: i18next's loading, formats and clones (translate.ts uses
 * none), and Remix's deferred data, which single fetch replaced, with the half of <Scripts> that only a server writes.
 */
const leftovers: Leftovers[] = [
  {
    file: "i18next/dist/esm/i18next.js",
    declarations: {
      Connector: "class Connector extends EventEmitter {}",
      Formatter: "class Formatter { format(value) { return value; } }",
    },
    methods: ["cloneInstance", "dir", "getFixedT", "loadLanguages", "loadNamespaces", "exists"],
  },
  { file: "react-router/dist/index.js", declarations: { AwaitErrorBoundary: "class AwaitErrorBoundary {}" } },
  {
    file: "@remix-run/router/dist/router.js",
    declarations: { DeferredData: "class DeferredData {}" },
  },
  {
    file: "@remix-run/react/dist/esm/data.js",
    declarations: { parseDeferredReadableStream: "function parseDeferredReadableStream() {}" },
  },
  { file: "@remix-run/react/dist/esm/browser.js", constants: [flags, modes] },
  { file: "@remix-run/react/dist/esm/links.js", constants: [flags] },
  { file: "@remix-run/react/dist/esm/routes.js", constants: [flags] },
  {
    file: "@remix-run/react/dist/esm/components.js",
    declarations: { Await: "function Await() {}" },
    constants: [flags, [/\bstaticContext(?=\.| \?| ===)/g, "undefined"], [/!isStatic\b/g, "true"]],
  },
]

/** Calls that only speak to the developer of a library: dropped from the browser's bundle. For terser's `pure_funcs`. */
export const developerWarnings = [
  ...["warn", "once", "log", "error", "deprecate"].map((level) => `this.logger.${level}`),
  ...["warning", "warningOnce", "logDeprecation", "logV6DeprecationWarnings"],
]

/** Removes from the browser's build what it never runs: see `leftovers`. The build fails if a part is gone. */
export function browserLeftovers(): Plugin {
  const changes = leftovers.map(({ file, declarations = {}, methods = [], constants = [] }) => ({
    file,
    change(code: string, fail: (reason: string) => never) {
      const cut = (text: string, part: RegExp, becomes: string) => {
        if (!part.test(text)) fail(`it no longer has ${part}`)
        return text.replace(part, () => becomes)
      }
      let text = code
      for (const [name, becomes] of Object.entries(declarations))
        text = cut(text, new RegExp(`^(async )?(class|function) ${name}\\b[^]*?^}\\n`, "m"), `${becomes}\n`)
      for (const name of methods)
        text = cut(text, new RegExp(`^  (static )?${name}\\([^\\n]*\\{\\n[^]*?^  }\\n`, "gm"), "")
      for (const [expression, value] of constants) text = cut(text, expression, value)
      return text
    },
  }))
  return changedFiles("browser-leftovers", changes, { inBuildOnly: true })
}
