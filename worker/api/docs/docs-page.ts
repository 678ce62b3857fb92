import { html, raw } from "hono/html"
import { colorModeScript } from "~/browser/color-mode"
import { headingsOf } from "~/domain/content/markdown.server"
import { translator } from "~/i18n/i18n.server"
import { type ErrorCode, errorStatus } from "~/lib/errors"
import type { AppContext } from "../../env"
import type { describeApi } from "../openapi/document"
import { commonErrors } from "../openapi/errors"
import { type Links, markdown, type Part } from "./docs-markdown"
import { type Operation, ownErrors, renderOperation } from "./docs-operation"
import { renderSchema, type Schema } from "./docs-schema"
import { style } from "./docs-style"

type Document = ReturnType<typeof describeApi>

interface Tag {
  name: string
  description: Part
  operations: Operation[]
}

/** Opens what the address names: an operation, a schema, or the contents on a phone. */
const openTarget = `(function(f){addEventListener("hashchange",f);f()})(function(){var t=document.getElementById(location.hash.slice(1)),d=t&&t.querySelector(":scope>details");if(d)d.open=true})`

/** Renders the OpenAPI document as one page, which can be read without scripts. */
export function docsPage(c: AppContext, document: Document) {
  const { title, description = "" } = document.info
  rendered ??= renderParts(document)
  const { links, body, contents } = rendered
  const guide = markdown(description, links)
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<script nonce="${c.var.nonce}">${raw(colorModeScript)}</script>
<style nonce="${c.var.nonce}">${raw(style)}</style>
</head>
<body>
<a class="skip" href="#main">Skip to content</a>
<div class="page">
<nav id="contents" aria-label="Contents" tabindex="0"><details><summary>Contents</summary>
<ul>${headingsOf(String(guide)).map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)}</ul>
${contents}
</details></nav>
<main id="main">
<h1>${title}</h1>
${guide}
<p><a href="/api/openapi.json">OpenAPI 3.1 document</a></p>
${body}
<a class="up" href="#contents">Contents</a>
</main>
</div>
<script nonce="${c.var.nonce}">${raw(openTarget)}</script>
</body>
</html>`)
}

/** Parts that depend on the code alone, rendered once: it takes longer than the rest of the request. */
let rendered: { links: Links; contents: Part; body: Part } | undefined

function renderParts(document: Document): { links: Links; contents: Part; body: Part } {
  const operations = operationsOf(document)
  const codes = errorCodesOf(operations)
  const links: Links = new Map([
    ...operations.map(({ method, path, operationId }) => [`${method.toUpperCase()} ${path}`, operationId] as const),
    ...codes.map((code) => [code, `error-${code}`] as const),
  ])
  const tags = (document.tags ?? []).map(({ name, description = "" }) => ({
    name,
    description: markdown(description, links),
    operations: operations.filter((operation) => operation.tags?.includes(name)),
  }))
  const schemas = Object.entries((document.components?.schemas ?? {}) as Record<string, Schema>)
  return {
    links,
    contents: renderContents(tags),
    body: html`${tags.map((tag) => renderTag(tag, links))}
${renderErrorCodes(codes)}
<h2 id="schemas">Schemas</h2>
${schemas.map(
  ([name, schema]) =>
    html`<section class="item" id="schema-${name}"><a class="anchor" href="#schema-${name}" aria-label="Link to ${name}">#</a><details><summary><h3><code>${name}</code></h3></summary><div>${renderSchema(schema, links)}</div></details></section>`,
)}`,
  }
}

const methods = ["get", "post", "put", "patch", "delete"] as const

function operationsOf(document: Document): Operation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = item[method] as Omit<Operation, "method" | "path"> | undefined
      return operation ? [{ ...operation, method, path }] : []
    }),
  )
}

/** Returns every code that the API returns, in alphabetical order. */
function errorCodesOf(operations: Operation[]): ErrorCode[] {
  const own = operations.flatMap((operation) => ownErrors(operation).flatMap(({ codes }) => codes))
  return [...new Set([...own, ...commonErrors.map(({ code }) => code)])].toSorted()
}

const anchorOf = (tag: string) => `tag-${tag.replaceAll(" ", "-")}`

function renderContents(tags: Tag[]): Part {
  return html`<ul>${tags.map(
    ({ name, operations }) =>
      html`<li class="group"><a href="#${anchorOf(name)}">${name}</a><details><summary aria-label="Operations of ${name}: ${operations.length}">${operations.length}</summary><ul>${operations.map(
        ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>`,
      )}</ul></details></li>`,
  )}</ul>
<ul><li><a href="#errors">Error codes</a></li><li><a href="#schemas">Schemas</a></li></ul>`
}

function renderTag({ name, description, operations }: Tag, links: Links): Part {
  const id = anchorOf(name)
  return html`<h2 id="${id}">${name} <a class="anchor" href="#${id}" aria-label="Link to ${name}">#</a></h2>
${description}
${operations.map((operation) => renderOperation(operation, links))}`
}

/** Values for the sentences that have some. */
const exampleValues = { count: 30, max: 200, contact: "https://…/contact" }

function renderErrorCodes(codes: ErrorCode[]): Part {
  const sentenceOf = translator("en", "errors")
  return html`<h2 id="errors">Error codes</h2>
<p>Each code with its status and its English <code>message</code>.</p>
<dl class="errors">${codes.map(
    (code) =>
      html`<div id="error-${code}"><dt><code>${code}</code> ${errorStatus[code]}</dt><dd>${sentenceOf(code, exampleValues)}</dd></div>`,
  )}</dl>`
}
