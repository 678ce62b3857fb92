import { html } from "hono/html"
import { inlineMarkdown, type Links, type Part } from "./docs-markdown"

/** The parts of JSON Schema that the document uses. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  additionalProperties?: Schema | boolean
  required?: string[]
  items?: Schema
  enum?: unknown[]
  allOf?: Schema[]
  anyOf?: Schema[]
  description?: string
  format?: string
  default?: unknown
  minLength?: number
  maxLength?: number
  maxItems?: number
}

/** Renders a schema: its type, unless it is an object with fields, its description and its fields. */
export function renderSchema(schema: Schema, links: Links): Part {
  const { description, properties } = schema
  const type = properties ? "" : typeOf(schema)
  return html`${type}${type && description ? ": " : ""}${inlineMarkdown(description ?? "", links)}${fieldsOf(schema, links)}`
}

/** Renders a field of an object, or a parameter, as an item of a list. `notes` follow its type. */
export function renderField(name: string, schema: Schema, notes: string[], links: Links): Part {
  const words = [...notes, ...limitsOf(schema)].filter(Boolean).map((note) => html`, ${note}`)
  return html`<li><code>${name}</code> <i>${typeOf(schema)}${words}</i> ${inlineMarkdown(schema.description ?? "", links)}${fieldsOf(schema, links)}</li>`
}

function fieldsOf(schema: Schema, links: Links): Part | string {
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])]
  const own = Object.entries(schema.properties ?? {})
  const list =
    own.length > 0
      ? html`<ul class="fields">${own.map(([name, field]) =>
          renderField(name, field, [schema.required?.includes(name) ? "" : "optional"], links),
        )}</ul>`
      : ""
  return html`${list}${parts.map((part) => fieldsOf(part, links))}`
}

function typeOf(schema: Schema): Part | string {
  const { $ref, allOf, anyOf, items, additionalProperties: values } = schema
  if ($ref) {
    const name = $ref.split("/").at(-1)
    return html`<a href="#schema-${name}">${name}</a>`
  }
  if (allOf) return joined(allOf.map(typeOf), " and ")
  if (anyOf) return joined(anyOf.map(typeOf), " or ")
  if (schema.enum)
    return joined(
      schema.enum.map((value) => html`<code>${String(value)}</code>`),
      " or ",
    )
  if (items) return html`list of ${typeOf(items)}`
  if (typeof values === "object" && Object.keys(values).length > 0) return html`map of ${typeOf(values)}`
  return [[schema.type ?? "any"].flat().join(" or "), schema.format].filter(Boolean).join(" ")
}

function joined(parts: (Part | string)[], separator: string): Part {
  return html`${parts.map((part, index) => (index === 0 ? part : html`${separator}${part}`))}`
}

function limitsOf({ minLength = 0, maxLength, maxItems, default: value }: Schema): string[] {
  const least = minLength > 0 ? `${minLength} to` : "up to"
  return [
    maxLength === undefined ? "" : `${least} ${maxLength.toLocaleString("en")} characters`,
    maxItems === undefined ? "" : `up to ${maxItems}`,
    value === undefined ? "" : `default ${JSON.stringify(value)}`,
  ]
}
