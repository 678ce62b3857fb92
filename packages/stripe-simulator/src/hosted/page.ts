import type { Reply } from "../http/messages.ts"
import { type Html, html } from "./html.ts"
import { type Language, type Translate, translator } from "./texts.ts"

const style = html`
  :root { color-scheme: light dark; --line: #8a8f98; --bad: #b3261e }
  * { box-sizing: border-box }
  body { margin: 0; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
  .banner { margin: 0; padding: .5rem 1rem; background: #fde68a; color: #1f2937; text-align: center; font-weight: 600 }
  main { max-width: 34rem; margin: 0 auto; padding: 1rem }
  h1 { font-size: 1.4rem } h2 { font-size: 1.1rem }
  form { margin: 1rem 0 }
  label, legend { font-weight: 600 }
  .field { margin: 0 0 1rem }
  .field > label { display: block }
  input:not([type=radio], [type=checkbox]), select { width: 100%; font: inherit; padding: .6rem; border: 1px solid var(--line); border-radius: .4rem }
  [aria-invalid=true] { border: 2px solid var(--bad) !important }
  .error { color: var(--bad); margin: .25rem 0 0; font-weight: 600 }
  @media (prefers-color-scheme: dark) { :root { --bad: #ffb4ab } }
  .hint { margin: .25rem 0 0; font-size: .875rem }
  button, .button { display: inline-block; font: inherit; font-weight: 600; padding: .7rem 1.1rem; border: 1px solid #1d4ed8; border-radius: .4rem; background: #1d4ed8; color: #fff; text-decoration: none; cursor: pointer; min-height: 2.75rem }
  button.plain, .button.plain { background: transparent; color: inherit; border-color: var(--line) }
  button.wide { width: 100% }
  fieldset { border: 1px solid var(--line); border-radius: .4rem; margin: 0 0 1rem; padding: 1rem }
  dl { margin: 1rem 0; display: grid; grid-template-columns: 1fr auto; gap: .3rem 1rem }
  dt, dd { margin: 0 } dd { text-align: end; font-variant-numeric: tabular-nums } .total { font-weight: 700 }
`

export interface PageOptions {
  language: Language
  title: string
  body: Html
  status?: number
}

/** Responds with a page. Every page says that it belongs to the simulator. */
export function page({ language, title, body, status = 200 }: PageOptions): Reply {
  const t = translator(language)
  const document = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><title>${title}</title><link rel="icon" href="data:,"><style>${style}</style></head>
<body><header class="banner">${t("simulator")}</header><main><h1>${title}</h1>${body}</main></body>
</html>`
  return {
    status,
    body: document.text,
    headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" },
  }
}

export function redirect(location: string): Reply {
  return { status: 303, body: "", headers: { Location: location } }
}

export function notFound(language: Language): Reply {
  return page({ language, title: translator(language)("notFound"), body: html``, status: 404 })
}

interface FieldOptions {
  name: string
  label: string
  value?: string
  error?: string
  hint?: string
  type?: string
  autocomplete?: string
  inputmode?: string
  maxlength?: number
}

/** Returns a labelled field with its error beside it. */
export function field({ name, label, value = "", error, hint, type = "text", ...rest }: FieldOptions): Html {
  const described = [error && `${name}-error`, hint && `${name}-hint`].filter(Boolean).join(" ")
  const attributes = [
    rest.autocomplete && html` autocomplete="${rest.autocomplete}"`,
    rest.inputmode && html` inputmode="${rest.inputmode}"`,
    rest.maxlength && html` maxlength="${rest.maxlength}"`,
    error && html` aria-invalid="true"`,
    described && html` aria-describedby="${described}"`,
  ]
  return html`<div class="field"><label for="${name}">${label}</label><input id="${name}" name="${name}" type="${type}" value="${value}"${attributes}>${error && html`<p class="error" id="${name}-error">${error}</p>`}${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}</div>`
}

/** Returns the list of a form's errors, announced when the page loads; nothing if there are none. */
export function errorSummary(t: Translate, errors: (string | undefined)[]): Html {
  const shown = errors.filter((error) => error !== undefined)
  if (shown.length === 0) return html``
  return html`<div role="alert"><p class="error">${t("errors")}</p><ul>${shown.map((error) => html`<li class="error">${error}</li>`)}</ul></div>`
}
