import { type SQL, sql } from "drizzle-orm"

/** SQL condition that always holds. */
export const always = sql`true`

/** SQL condition that never holds. */
export const never = sql`false`

/** SQL condition that all of these hold. */
export function allOf(...conditions: SQL[]): SQL {
  return sql.join(
    conditions.map((one) => sql`(${one})`),
    sql` AND `,
  )
}

/** SQL condition that one of these holds; never without any. */
export function anyOf(...conditions: SQL[]): SQL {
  return sql.join(
    [never, ...conditions].map((one) => sql`(${one})`),
    sql` OR `,
  )
}

/** SQL condition that this one does not hold. */
export function negated(condition: SQL): SQL {
  return sql`NOT (${condition})`
}
