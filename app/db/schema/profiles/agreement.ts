import { integer, primaryKey, sqliteTable, text } from "drizzle-orm/sqlite-core"
import type { Locale } from "~/i18n/locales"
import { users } from "../accounts"

/** Signatures of the agreement with the people listed (trust-safety R8): its text is the page `agreement/provider`. */
export const agreementSignatures = sqliteTable(
  "agreement_signatures",
  {
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** Of the page, and the SHA-256 of the text that was read, in its language. */
    version: integer().notNull(),
    textHash: text("text_hash").notNull(),
    locale: text().$type<Locale>().notNull(),
    /** The typed name, encrypted. */
    nameSealed: text("name_sealed").notNull(),
    signedAt: integer("signed_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.version] })],
)
