import { html, raw } from "hono/html"
import type { AppContext } from "../../env"
import type { describeApi } from "./document"

type Document = ReturnType<typeof describeApi>
type Schema = {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  enum?: unknown[]
  description?: string
  format?: string
}
type Body = { content?: Record<string, { schema?: Schema }>; description?: string }
type Operation = {
  summary?: string
  description?: string
  security?: object[]
  requestBody?: Body
  responses?: Record<string, Body>
  parameters?: { name: string; in: string; required?: boolean; description?: string }[]
}

const methods = ["get", "post", "put", "patch", "delete"] as const

/** Renders the OpenAPI document as plain HTML, without scripts. */
export function docsPage(c: AppContext, document: Document) {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = (item as Record<string, Operation | undefined>)[method]
      return operation ? [renderOperation(method, path, operation)] : []
    }),
  )
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>)
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<title>${document.info.title}</title>
<style nonce="${c.var.nonce}">${raw(css)}</style>
</head>
<body>
<main>
<h1>${document.info.title}</h1>
<p>${document.info.description}</p>
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
${operations}
<h2>Schemas</h2>
${schemas.map(([name, schema]) => html`<section id="schema-${name}"><h3>${name}</h3>${renderSchema(schema)}</section>`)}
</main>
</body>
</html>`)
}

function renderOperation(method: string, path: string, operation: Operation) {
  const responses = Object.entries(operation.responses ?? {})
  return html`<section>
<h2><code>${method.toUpperCase()} ${path}</code> ${operation.summary ?? ""}</h2>
${operation.description ? html`<p>${operation.description}</p>` : ""}
${requiresUser(operation) ? html`<p>Requires a signed-in user: Bearer token or session cookie.</p>` : ""}
${operation.parameters?.length ? html`<h3>Parameters</h3><ul>${operation.parameters.map((p) => html`<li><code>${p.name}</code> in ${p.in}${p.required ? ", required" : ""} ${p.description ?? ""}</li>`)}</ul>` : ""}
${operation.requestBody ? html`<h3>Body</h3>${renderSchema(schemaOf(operation.requestBody))}` : ""}
<h3>Responses</h3>
<dl>${responses.map(([status, body]) => html`<dt><code>${status}</code></dt><dd>${body.description ?? ""} ${renderSchema(schemaOf(body))}</dd>`)}</dl>
</section>`
}

/** An empty alternative in `security` makes it optional. */
function requiresUser({ security = [] }: Operation): boolean {
  return security.length > 0 && security.every((alternative) => Object.keys(alternative).length > 0)
}

function schemaOf(body: Body): Schema | undefined {
  return body.content?.["application/json"]?.schema
}

function renderSchema(schema: Schema | undefined): ReturnType<typeof html> | string {
  if (!schema) return ""
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (schema.items) return html`list of ${renderSchema(schema.items)}`
  if (schema.properties) {
    return html`<ul>${Object.entries(schema.properties).map(
      ([name, property]) =>
        html`<li><code>${name}</code>${schema.required?.includes(name) ? "" : " (optional)"} ${renderSchema(property)} ${property.description ?? ""}</li>`,
    )}</ul>`
  }
  return [schema.type, schema.format, schema.enum?.join(" | ")].flat().filter(Boolean).join(" ")
}

const css = `
:root { color-scheme: light dark; background: Canvas; font: 16px/1.6 system-ui, sans-serif }
main { overflow-wrap: anywhere; max-width: 48rem; margin: 0 auto; padding: 2rem 1rem 4rem }
h1, h2, h3 { line-height: 1.25 } h2 { margin-top: 3rem } h3 { margin-bottom: .25rem; font-size: 1rem }
code { font: .95em ui-monospace, monospace; overflow-wrap: anywhere }
section { border-top: 1px solid #8888; margin-top: 2rem } ul, dl { margin: 0; padding-left: 1.25rem } dt { margin-top: .5rem }
`
