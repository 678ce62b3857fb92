import { sqlPort } from "./addresses"

/** Changes rows of the Worker's database while it runs. Throws unless the statement changes at least one. */
export async function changeRows(sql: string, values: unknown[]): Promise<void> {
  const response = await fetch(`http://127.0.0.1:${sqlPort}`, { method: "POST", body: JSON.stringify({ sql, values }) })
  if (!response.ok) throw new Error(await response.text())
  const { changes } = (await response.json()) as { changes: number }
  if (changes === 0) throw new Error(`Nothing was changed by: ${sql}`)
}
