import { index, integer, sqliteTable, text } from "drizzle-orm/sqlite-core"
import { id, timestamps } from "./columns"

/** What somebody, often without an account, told us is wrong (trust-safety R13). */
export const reports = sqliteTable(
  "reports",
  {
    id: id(),
    /** What the sender quotes to us: `R-7K3M9QTX`. */
    reference: text().notNull().unique(),
    category: text().notNull(),
    priority: text({ enum: ["P0", "P1", "P2", "P3"] }).notNull(),
    state: text({ enum: ["received"] }).notNull(),
    /** Where it is, in the sender's words: an address of ours as a rule. Never a link to follow blindly. */
    about: text().notNull(),
    details: text().notNull(),
    /** Where the receipt and the decision go; null: the sender wants none. */
    email: text(),
    /** The language to answer in. */
    locale: text().notNull(),
    /** A program probably wrote it: kept, for it may be wrong to think so, but not answered. */
    isSuspect: integer("is_suspect", { mode: "boolean" }).notNull(),
    ...timestamps,
  },
  (table) => [
    index("reports_queue").on(table.state, table.priority, table.createdAt),
    index("reports_email").on(table.email),
  ],
)
