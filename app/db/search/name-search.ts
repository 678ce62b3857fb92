import type { Trigger } from "../guards.ts"

/**
 * The texts that staff search by words, of each table in a search index, whose row numbers are the table's. The words fold case and accents, and each
 * may be given by its beginning.
 */
export const searchedTexts = {
  search_users: { table: "users", columns: ["name"], isLarge: true },
  search_profiles: { table: "profiles", columns: ["name"], isLarge: true },
  search_city_texts: { table: "city_texts", columns: ["name"], isLarge: false },
  search_service_texts: { table: "service_texts", columns: ["name"], isLarge: false },
  search_service_category_texts: { table: "service_category_texts", columns: ["name"], isLarge: false },
  search_page_texts: { table: "page_texts", columns: ["title"], isLarge: false },
  search_faq_texts: { table: "faq_texts", columns: ["question"], isLarge: false },
  search_ticket_answer_texts: { table: "ticket_answer_texts", columns: ["title", "body"], isLarge: false },
} as const satisfies Record<string, { table: string; columns: readonly string[]; isLarge: boolean }>

export type TextIndex = keyof typeof searchedTexts

const indexes = Object.entries(searchedTexts).map(([index, { table, columns, isLarge }]) => ({
  index,
  table,
  columns: columns.join(", "),
  isLarge,
  fill: `INSERT INTO ${index} (rowid, ${columns.join(", ")}) SELECT rowid, ${columns.join(", ")} FROM ${table}`,
}))

/** The indexes of `searchedTexts`, which store no text, only which rows hold a word. */
export const textIndexes = indexes.map(({ index, columns, isLarge, fill }) => ({
  type: "table" as const,
  name: index,
  sql: `CREATE VIRTUAL TABLE ${index} USING fts5(${columns}, content='', contentless_delete=1, detail=none${isLarge ? ", prefix='2 3'" : ""}, tokenize='unicode61 remove_diacritics 2')`,
  fill: `${fill} ORDER BY rowid`,
}))

/** How each index of `searchedTexts` is filled again in parts, as `searchRefills` says. */
export const textRefills = indexes.map(({ index, table, fill }) => ({
  places: `SELECT rowid AS place FROM ${table} WHERE rowid > ?`,
  clear: `DELETE FROM ${index} WHERE rowid > ?1 AND rowid <= ?2`,
  fill: `${fill} WHERE rowid > ?1 AND rowid <= ?2 ORDER BY rowid`,
}))

/** The indexes of `searchedTexts` follow their tables. */
export const textTriggers: Trigger[] = Object.entries(searchedTexts).flatMap(([index, { table, columns }]) => {
  const list = columns.join(", ")
  const add = `INSERT INTO ${index} (rowid, ${list}) VALUES (NEW.rowid, ${columns.map((column) => `NEW.${column}`).join(", ")})`
  const remove = `DELETE FROM ${index} WHERE rowid = OLD.rowid`
  const isChanged = columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(" OR ")
  return [
    { name: `${table}_words_on_insert`, event: "INSERT", table, body: [add] },
    { name: `${table}_words_on_update`, event: "UPDATE", columns, table, when: isChanged, body: [remove, add] },
    { name: `${table}_words_on_delete`, event: "DELETE", table, body: [remove] },
  ]
})
