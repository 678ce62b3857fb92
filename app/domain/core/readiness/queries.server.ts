import { type SQL, sql } from "drizzle-orm"
import { type Database, read } from "~/db/client.server"
import type { RecordedItem } from "~/db/enums"
import { type JsonText, trustedJson } from "~/db/statements/json"
import { launchFactsSql } from "~/db/statements/readiness"
import type { LaunchFacts } from "./policy"

export interface LaunchRow {
  recorded: JsonText<Partial<Record<RecordedItem, number>>>
  has_second_factors: number
  has_legal_pages: number
}

/** Returns a text of SQL with the time, epoch ms, in the places of `:now`. */
export function atTime<Row>(text: string, now: number): SQL<Row> {
  const parts = text.split(":now").map((part) => sql.raw(part))
  return sql<Row>`${sql.join(parts, sql`${now}`)}`
}

/** Returns the query of the launch as the database knows it: one row. */
export const selectLaunchFacts = (now: number) => atTime<LaunchRow>(launchFactsSql, now)

export function toLaunchFacts({ recorded, has_second_factors, has_legal_pages }: LaunchRow): LaunchFacts {
  return {
    recorded: trustedJson(recorded),
    hasSecondFactors: has_second_factors === 1,
    hasLegalPages: has_legal_pages === 1,
  }
}

/** Returns what the database says of the launch: one round trip. */
export async function findLaunchFacts(db: Database, now: number): Promise<LaunchFacts> {
  const [[row]] = await read(db, selectLaunchFacts(now))
  return toLaunchFacts(row as LaunchRow)
}
