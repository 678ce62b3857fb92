import { en } from "../../helpers/app"
import { shownText, textOf } from "../../helpers/page"
import type { Caller } from "./people"

const textIn = (html: string) => textOf(html).replace(/\s+/g, " ").trim()

/** A page of an import as its reader sees it. */
export interface ImportPage {
  status: number
  /** By the four heads: new, changed, the same, refused. */
  counts: number[]
  /** Cells of each row of a table, by the table's name. */
  table: (name: string) => string[][]
  /** The rows that the page's button sends. */
  rows: string | null
  text: string
}

async function read(response: Response): Promise<ImportPage> {
  const html = await response.text()
  const cellsOf = (row: string) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell = ""]) => textIn(cell))
  const [, value] = /name="rows" value="([^"]*)"/.exec(html) ?? []
  return {
    status: response.status,
    counts: [...html.matchAll(/<dd[^>]*>([\d,]+)<\/dd>/g)].map(([, count = ""]) => Number(count.replace(",", ""))),
    table: (name) => {
      const [, body = ""] = new RegExp(`<table aria-label="${name}".*?<tbody[^>]*>(.*?)</tbody>`, "s").exec(html) ?? []
      return [...body.matchAll(/<tr[^>]*>(.*?)<\/tr>/gs)].map(([, row = ""]) => cellsOf(row))
    },
    rows: value === undefined ? null : textOf(value),
    text: shownText(html),
  }
}

const post = (fields: Record<string, string | Blob>, origin: string): RequestInit => {
  const body = new FormData()
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === "string") body.set(name, value)
    else body.set(name, value, "records.csv")
  }
  return { method: "POST", body, headers: { Origin: origin } }
}

/** Checks a file on the page of an import. */
export async function check(staff: Caller, resource: string, file: BlobPart, site = ""): Promise<ImportPage> {
  const fields = { intent: "check", file: new Blob([file], { type: "text/csv" }) }
  return read(await staff.open(`/${resource}/import`, post(fields, site || en), site))
}

/** Sends the rows that a check showed. */
export async function importRows(
  staff: Caller,
  resource: string,
  rows: string | null,
  requestId?: string,
): Promise<ImportPage> {
  const fields = { intent: "import", rows: rows ?? "", ...(requestId && { request_id: requestId }) }
  return read(await staff.open(`/${resource}/import`, post(fields, en)))
}
