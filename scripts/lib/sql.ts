import { unstable_splitSqlQuery as splitSqlQuery } from "wrangler"

/** Splits SQL into its statements, triggers whole, without those that are only comments. */
export function statementsOf(sql: string): string[] {
  return splitSqlQuery(sql).filter((statement) => bare(statement) !== "")
}

/** Returns a statement without its lines of comments and its last semicolon. */
export function bare(statement: string): string {
  return statement
    .replace(/^\s*--.*$/gm, "")
    .replace(/[\s;]+$/, "")
    .trim()
}
