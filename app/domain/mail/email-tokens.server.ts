import { and, eq, gt } from "drizzle-orm"
import type { Database } from "~/db/client.server"
import { emailTokens } from "~/db/schema"
import { newToken, sha256 } from "~/lib/crypto.server"
import type { Ctx } from "../context"

type Purpose = (typeof emailTokens.$inferSelect)["purpose"]

/** How long the link in a mail lives, in minutes; an exported file's, as long as the file. */
export const tokenMinutes = 60
export const exportTokenMinutes = 7 * 24 * 60

/** Mints the token of a link in a mail; the one that this subject had for this purpose before is void. */
export async function issueEmailToken(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  subjectId: string,
): Promise<string> {
  const token = newToken()
  await storeEmailToken(ctx, purpose, subjectId, token, purpose === "export" ? exportTokenMinutes : tokenMinutes)
  return token
}

/** Stores a token for some minutes, in the place of the one that this subject had for this purpose. */
export async function storeEmailToken(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  subjectId: string,
  token: string,
  minutes: number,
): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    ctx.db.delete(emailTokens).where(and(eq(emailTokens.purpose, purpose), eq(emailTokens.subjectId, subjectId))),
    ctx.db.insert(emailTokens).values({
      tokenHash: sha256(token),
      purpose,
      subjectId,
      expiresAt: now + minutes * 60_000,
      createdAt: now,
    }),
  ])
}

/** Whom a token stands for, while it lives; it is not used up by asking. */
export async function findTokenSubject(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: Purpose,
  token: string,
): Promise<string | null> {
  const [row] = await ctx.db
    .select({ subjectId: emailTokens.subjectId })
    .from(emailTokens)
    .where(isAlive(purpose, token, ctx.now()))
    .limit(1)
  return row?.subjectId ?? null
}

/** The condition that a token is alive, for the statements of the act that uses it up. */
export function isAlive(purpose: Purpose, token: string, now: number) {
  return and(eq(emailTokens.tokenHash, sha256(token)), eq(emailTokens.purpose, purpose), gt(emailTokens.expiresAt, now))
}

/** Uses up the token that a subject had for a purpose: the last statement of the act's batch. Another's is left alone. */
export function deleteToken(db: Database, purpose: Purpose, subjectId: string, token: string) {
  return db
    .delete(emailTokens)
    .where(
      and(
        eq(emailTokens.tokenHash, sha256(token)),
        eq(emailTokens.purpose, purpose),
        eq(emailTokens.subjectId, subjectId),
      ),
    )
}
