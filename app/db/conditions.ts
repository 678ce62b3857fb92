import { sql } from "drizzle-orm"

/** SQL condition that never holds. */
export const never = sql`false`
