import { html } from "hono/html"
import type { ErrorCode } from "~/lib/errors"
import { ownCodes } from "../openapi/errors"
import { inlineMarkdown, type Links, markdown, type Part } from "./docs-markdown"
import { renderField, renderSchema, type Schema } from "./docs-schema"

interface Body {
  description?: string
  content?: Record<string, { schema?: Schema }>
}

interface Parameter {
  name: string
  in: string
  required?: boolean
  description?: string
  schema?: Schema
}

export interface Operation {
  method: string
  path: string
  operationId: string
  tags?: string[]
  summary?: string
  description?: string
  security?: object[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Body>
}

export function renderOperation(operation: Operation, links: Links): Part {
  const { method, path, operationId: id, summary, description, parameters = [], requestBody, responses } = operation
  const errors = ownErrors(operation)
  return html`<section class="item" id="${id}"><a class="anchor" href="#${id}" aria-label="Link to ${id}">#</a><details><summary><h3><b>${method.toUpperCase()}</b> <code>${path}</code> <span>${summary}</span></h3></summary><div>
${description ? markdown(description, links) : ""}
<p><code>${id}</code>: ${securityText(operation)}</p>
${parameters.length > 0 ? html`<h4>Parameters</h4><ul class="fields">${parameters.map((one) => renderParameter(one, links))}</ul>` : ""}
${requestBody ? html`<h4>Body</h4>${renderContent(requestBody, links)}` : ""}
<h4>Responses</h4>
<dl>${Object.entries(responses)
    .filter(([status]) => status < "400")
    .map(
      ([status, body]) =>
        html`<div><dt>${status}</dt><dd>${inlineMarkdown(body.description ?? "", links)} ${renderContent(body, links)}</dd></div>`,
    )}</dl>
${errors.length > 0 ? html`<h4>Errors</h4><dl>${errors.map((one) => renderErrors(one))}</dl>` : ""}
</div></details></section>`
}

/** Returns the operation's own error codes by status. */
export function ownErrors({ responses }: Operation): { status: string; codes: ErrorCode[] }[] {
  return Object.entries(responses)
    .map(([status, body]) => ({ status, codes: ownCodes(body) }))
    .filter(({ codes }) => codes.length > 0)
}

function renderErrors({ status, codes }: { status: string; codes: ErrorCode[] }): Part {
  return html`<div><dt>${status}</dt><dd>${codes.map((code) => html`<a href="#error-${code}"><code>${code}</code></a> `)}</dd></div>`
}

/** An empty alternative in `security` makes it optional. */
function securityText({ security = [] }: Operation): string {
  if (security.length === 0) return "public."
  const isOptional = security.some((alternative) => Object.keys(alternative).length === 0)
  return isOptional ? "public; the response depends on the user." : "requires a signed-in user."
}

function renderParameter({ name, in: where, required, description, schema }: Parameter, links: Links): Part {
  const notes = [where, required ? "" : "optional"]
  return renderField(name, { ...schema, description: description ?? schema?.description }, notes, links)
}

function renderContent({ content = {} }: Body, links: Links): Part {
  const types = Object.keys(content)
  const json = content["application/json"]?.schema
  const others = types.filter((type) => type !== "application/json")
  return html`${others.length > 0 ? html`<code>${others.join(", ")}</code>` : ""} ${json ? renderSchema(json, links) : ""}`
}
