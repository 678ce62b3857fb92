import { existsSync, readFileSync } from "node:fs"
import { relative } from "node:path"
import type { ErrorPayload, Plugin } from "vite"
import { changedLines } from "../changed-libraries.ts"
import { formatError, type LoggedError } from "./log-lines.ts"

type Place = { file: string; line: number; column: number }

/** A logged error as Vite's overlay shows it. */
export type ShownError = ErrorPayload["err"]

/**
 * Describes an error for the developer: with its causes, its place in the sources below `root`, and the lines there. Null
 * in production.
 */
export function describeForDeveloper(failure: LoggedError, environment: string, root: string): ShownError | null {
  if (environment === "production") return null
  const [stack, place] = [stackOf(failure), placeOf(failure, root)]
  const message = messagesOf(failure).join("\n")
  const hint = /no such (table|column)|has no column/.test(message)
    ? "\nThe local database is as migrations/ made it: docs/migrations.md describes how a change of the tables becomes one."
    : ""
  return {
    message: message + hint,
    stack,
    ...(place && { id: place.file, loc: place, frame: codeFrame(readFileSync(place.file, "utf8"), place) }),
  }
}

/**
 * Returns a failed response with the error that the log has of it: a page as the error itself, the API's JSON with a
 * field `debug`, other responses (null) as they are.
 */
export async function withError(response: Response, error: ShownError, root: string): Promise<Response | null> {
  if (response.status < 500) return null
  const type = response.headers.get("Content-Type") ?? ""
  if (type.startsWith("text/html")) {
    const { status } = response
    return new Response(errorDocument(error, root), { status, headers: { "Content-Type": type } })
  }
  if (!type.startsWith("application/json")) return null
  const debug = { error: error.message, at: atOf(error, root), stack: error.stack.split("\n").slice(1) }
  const body = { ...((await response.json()) as object), debug }
  return new Response(JSON.stringify(body), response)
}

/** Renders a document of an error, over which Vite shows the same in its overlay, with links that open the editor. */
function errorDocument(error: ShownError, root: string): string {
  const text = [error.message, atOf(error, root), error.frame, error.stack].filter((part) => part).join("\n\n")
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(error.message.split("\n", 1).join(""))}</title></head>
<body><pre>${escapeHtml(text)}</pre>
<script type="module">
import { createHotContext, ErrorOverlay } from "/@vite/client"
document.body.append(new ErrorOverlay(${JSON.stringify(error).replaceAll("<", "\\u003c")}))
createHotContext("/error").on("salon:changed", () => location.reload())
</script></body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
}

function atOf({ loc }: ShownError, root: string): string | undefined {
  return loc && `${relative(root, loc.file ?? "")}:${loc.line}:${loc.column}`
}

function messagesOf({ error, cause }: LoggedError): string[] {
  return cause ? [error, ...messagesOf(cause).map((message) => `Caused by ${message}`)] : [error]
}

function stackOf(failure: LoggedError): string {
  return formatError(failure).join("\n")
}

/** Finds the first frame of a stack, else of its causes' stacks, that is one of our own sources: best the caller of a query. */
function placeOf(failure: LoggedError, root: string): Place | null {
  const places = placesOf(failure, root)
  return places.find(({ file }) => !file.startsWith(`${root}/app/db/`)) ?? places[0] ?? null
}

function placesOf({ stack = "", cause }: LoggedError, root: string): Place[] {
  const places = [...stack.matchAll(/(\/[^\s():]+):(\d+):(\d+)/g)]
    .map(([, file = "", line, column]) => ({ file, line: Number(line), column: Number(column) }))
    .filter(({ file }) => file.startsWith(`${root}/`) && !file.includes("/node_modules/") && existsSync(file))
  return cause ? [...places, ...placesOf(cause, root)] : places
}

/** Returns the lines around a place, with a mark below it, in the form that Vite's overlay recognises. */
export function codeFrame(text: string, { line, column }: Pick<Place, "line" | "column">): string {
  const first = Math.max(1, line - 2)
  const lines = text.split("\n").slice(first - 1, line + 2)
  const width = String(line + 2).length
  return lines
    .map((code, index) => {
      const number = first + index
      const shown = `${number === line ? ">" : " "} ${String(number).padStart(width)} | ${code}\n`
      return number === line ? `${shown}  ${" ".repeat(width)} | ${" ".repeat(column - 1)}^\n` : shown
    })
    .join("")
}

/** Gives the styles of Vite's overlay the nonce that the policy of our pages demands. */
export function overlayNonce(): Plugin {
  const line = 'h("style", {}, templateStyle)'
  const becomes = 'h("style", { nonce: cspNonce }, templateStyle)'
  return changedLines("overlay-nonce", [{ file: "/vite/dist/client/client.mjs", line, becomes }])
}
