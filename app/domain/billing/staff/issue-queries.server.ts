import { and, eq } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { billingIssues } from "~/db/schema"

export async function findIssue(db: Database, id: string) {
  const [row] = await db.select().from(billingIssues).where(eq(billingIssues.id, id))
  return row ?? null
}

/** Returns the statement that moves an issue from one state to another. */
export function setIssueState(
  db: Database,
  id: string,
  { from, to }: { from: "open" | "settled"; to: "open" | "settled" },
  now: number,
) {
  return db
    .update(billingIssues)
    .set({ state: to, updatedAt: now })
    .where(and(eq(billingIssues.id, id), eq(billingIssues.state, from)))
}
