/** Yields rows as a JSON array, in chunks. */
export async function* asJson(rows: AsyncIterable<object>): AsyncIterable<string> {
  let isFirst = true
  yield "["
  for await (const row of rows) {
    const shown = Object.entries(row).map(([column, value]) => [column, readable(column, value)])
    yield `${isFirst ? "\n" : ",\n"}${JSON.stringify(Object.fromEntries(shown), null, 2)}`
    isFirst = false
  }
  yield "\n]\n"
}

/** Converts epoch times to ISO dates for readers. */
export function readable(column: string, value: unknown): unknown {
  return /_at$/.test(column) && typeof value === "number" ? new Date(value).toISOString() : value
}
