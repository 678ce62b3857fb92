import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { hasBlankSql } from "../app/db/statements/readiness.ts"
import { newId } from "../app/lib/id.ts"
import { readDeployment } from "./deploy/deployment.ts"
import { type Database, type Place, placeFlags, placeHelp, placeOf, quoted, withDatabase } from "./lib/d1.ts"
import type { Edition } from "./seed/content/pages.ts"
import { buildFoundation } from "./seed/foundation.ts"
import type { TableRow } from "./seed/rows.ts"

const help = `npm run foundation [-- flags]: writes what a new deployment begins with: cities, categories, services, pages, questions, prepared
answers, templates of reasons, and the group of staff; nobody's account. What is there already stays as it is.

${placeHelp}`

/** A part is written only while its table is empty: what staff have removed since does not come back. */
const parts: Record<string, string[]> = {
  groups: ["groups"],
  cities: ["cities", "city_texts"],
  service_categories: ["service_categories", "service_category_texts", "services", "service_texts"],
  pages: ["pages", "page_texts"],
  faqs: ["faqs", "faq_texts"],
  policies: ["policies", "policy_texts"],
  plans: ["plans", "plan_texts"],
  reason_templates: ["reason_templates", "reason_template_texts"],
  ticket_answers: ["ticket_answers", "ticket_answer_texts"],
}

export interface FoundationOptions {
  edition: Edition
  /** Name of the deployment in its pages. */
  siteName: string
  /** Epoch ms. */
  now: number
}

/** Returns the statements that write the missing parts; `isEmpty` is asked by table. */
export function foundationSql(isEmpty: (table: string) => boolean, options: FoundationOptions): string[] {
  const missing = new Set(Object.entries(parts).flatMap(([table, written]) => (isEmpty(table) ? written : [])))
  return foundationRows(options)
    .filter(({ table }) => missing.has(table))
    .map(({ table, row }) => {
      const columns = Object.keys(row).map((column) => `"${column}"`)
      return `INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${Object.values(row).map(quoted).join(", ")})`
    })
}

function foundationRows({ edition, siteName, now }: FoundationOptions): TableRow[] {
  const { rows } = buildFoundation({ newId: () => newId(now), edition, createdAt: now, legalSince: now })
  const named = (value: string | number | null) =>
    typeof value === "string" ? value.replaceAll(/\bSalon\b/g, () => siteName) : value
  return rows.map(({ table, row }) => ({
    table,
    row: /^(page|faq)_texts$/.test(table)
      ? Object.fromEntries(Object.entries(row).map(([column, value]) => [column, named(value)]))
      : row,
  }))
}

/** Writes the missing parts; returns the pages that have blanks for the operator to fill in, as `slug (language)`. */
export function layFoundation(place: Place, options: FoundationOptions): Promise<{ written: number; blank: string[] }> {
  return withDatabase(place, (database) => layIn(database, options))
}

async function layIn({ query, executeAll }: Database, options: FoundationOptions) {
  const tables = Object.keys(parts)
  const counts = tables.map((table) => `EXISTS (SELECT 1 FROM "${table}") AS "${table}"`)
  const [filled = {}] = await query(`SELECT ${counts.join(", ")}`)
  const statements = foundationSql((table) => filled[table] === 0, options)
  if (statements.length > 0) await executeAll(statements)
  const pages = await query(
    `SELECT slug, locale FROM pages JOIN page_texts ON page_id = id WHERE ${hasBlankSql("body")} ORDER BY slug, locale`,
  )
  return { written: statements.length, blank: pages.map(({ slug, locale }) => `${slug} (${locale})`) }
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { ...placeFlags, help: { type: "boolean", default: false } } })
  if (values.help) {
    console.log(help)
    return
  }
  const { edition, siteName } = values.remote ? readDeployment() : { edition: "anywhere" as const, siteName: "Salon" }
  const { written, blank } = await layFoundation(placeOf(values), { edition, siteName, now: Date.now() })
  console.log(written > 0 ? `Wrote ${written} rows.` : "Everything was there already.")
  if (blank.length > 0) console.log(`These pages have blanks in square brackets to fill in: ${blank.join(", ")}.`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main().catch((error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  })
}
