import type { Ctx } from "../core/context"

const purpose = "decision"

/** Returns the address that a decision's mail opens it with: without an account, and for a closed one too. */
export async function decisionLink(
  ctx: Pick<Ctx, "secrets" | "site">,
  decisionId: string,
  locale: string,
): Promise<string> {
  return `${ctx.site.origin(locale)}/decisions/${await ctx.secrets.seal(decisionId, purpose)}`
}

/** Returns the decision's id that such a key is for, or null for another text. */
export async function openKey(ctx: Pick<Ctx, "secrets">, key: string): Promise<string | null> {
  return ctx.secrets.open(key, purpose).catch(() => null)
}
