import { openDatabase } from "../../scripts/seed/database.ts"

/** Bytes of D1 that a profile may take: a million then fit the 10 GB of a database, with room for the members. */
export const maxBytes = 8_200
const shown = 16

export interface Weight {
  profiles: number
  total: number
  /** Bytes of each table and index. */
  parts: Map<string, number>
}

/** Weighs the tables and indexes of a seeded database by their pages, without free ones. */
export function weigh(state: string, profiles: number): Weight {
  const db = openDatabase(state)
  const rows = db.prepare("SELECT name, pgsize AS bytes FROM dbstat WHERE aggregate = TRUE").all()
  db.close()
  const parts = new Map(rows.map(({ name, bytes }) => [String(name), Number(bytes)]))
  return { profiles, total: rows.reduce((sum, { bytes }) => sum + Number(bytes), 0), parts }
}

/** Bytes of each profile that the larger database has more: what every database has, such as the catalog, does not count. */
export function growthOf(few: Weight, many: Weight): number {
  return (many.total - few.total) / (many.profiles - few.profiles)
}

/** A table of bytes for each profile: all of them, and the heaviest tables and indexes of the larger database. */
export function weightTable(few: Weight, many: Weight): string {
  const perProfile = ({ profiles }: Weight, bytes: number) => (bytes / profiles).toFixed(0)
  const heaviest = [...many.parts].toSorted(([, a], [, b]) => b - a).slice(0, shown)
  const lines = [
    ["bytes for each profile", ...[few, many].map(({ profiles }) => `of ${profiles.toLocaleString("en-GB")}`)],
    ["---", "---:", "---:"],
    ["all", perProfile(few, few.total), perProfile(many, many.total)],
    ["each further one", "", growthOf(few, many).toFixed(0)],
    ...heaviest.map(([name, bytes]) => [name, perProfile(few, few.parts.get(name) ?? 0), perProfile(many, bytes)]),
  ]
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n")
}
