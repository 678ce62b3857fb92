import { type SQL, sql } from "drizzle-orm"
import type { TextIndex } from "~/db/search/name-search"
import { wordsQuery } from "./words-query"

/** Finds nothing. */
const noWord = '""'

/** Returns the full-text query of what staff typed, for the indexes of `searchedTexts`: each word by its beginning. */
export const typedWords = (typed: string): string => wordsQuery(typed) ?? noWord

/** Returns the query of at most `limit` row numbers of a table (column `rowid`) whose texts have all the words typed. */
export function selectRowsWith(index: TextIndex, typed: string, limit: number): SQL {
  const name = sql.raw(index)
  return sql`SELECT rowid FROM ${name} WHERE ${name} MATCH ${typedWords(typed)} LIMIT ${limit}`
}
