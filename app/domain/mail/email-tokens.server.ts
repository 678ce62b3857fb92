import { newToken, sha256 } from "~/lib/crypto.server"
import type { Ctx } from "../core/context"
import * as queries from "./token-queries.server"

/** Lifetimes of mailed links, in minutes; an export's link lives as long as its file. */
export const tokenMinutes = 60
const exportTokenMinutes = 7 * 24 * 60
/** Of the link that undoes a first second factor: some read their mail once a week. */
export const undoTokenDays = 7

const minutesOf: Partial<Record<queries.TokenPurpose, number>> = {
  export: exportTokenMinutes,
  "factor-stop": undoTokenDays * 24 * 60,
  "factor-undo": undoTokenDays * 24 * 60,
}

/** Issues the token of a mailed link; revokes the subject's previous one for this purpose. */
export async function issueEmailToken(
  ctx: Pick<Ctx, "db" | "now">,
  purpose: queries.TokenPurpose,
  subjectId: string,
): Promise<string> {
  const token = newToken()
  await storeEmailToken(ctx, { purpose, subjectId, token, minutes: minutesOf[purpose] ?? tokenMinutes })
  return token
}

interface StoredToken {
  purpose: queries.TokenPurpose
  subjectId: string
  token: string
  minutes: number
}

/** Stores a token for `minutes`, replacing the subject's previous one for this purpose. */
export async function storeEmailToken(
  ctx: Pick<Ctx, "db" | "now">,
  { purpose, subjectId, token, minutes }: StoredToken,
): Promise<void> {
  const now = ctx.now()
  await queries.replaceToken(ctx.db, {
    tokenHash: sha256(token),
    purpose,
    subjectId,
    expiresAt: now + minutes * 60_000,
    createdAt: now,
  })
}
