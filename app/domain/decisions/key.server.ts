import type { Ctx } from "../core/context"

/** Pages that a link in a mail opens without an account, by what its key is for. */
const pages = { decision: "decisions", "case-question": "questions" } as const
type KeyPurpose = keyof typeof pages

/** Returns the address that a mail opens such a page with: without an account, and for a closed one too. */
export async function keyLink(
  ctx: Pick<Ctx, "secrets" | "site">,
  { purpose, id, locale }: { purpose: KeyPurpose; id: string; locale: string },
): Promise<string> {
  return `${ctx.site.origin(locale)}/${pages[purpose]}/${await ctx.secrets.seal(id, purpose)}`
}

/** Returns the id that such a key is for, or null for another text. */
export async function openKey(ctx: Pick<Ctx, "secrets">, purpose: KeyPurpose, key: string): Promise<string | null> {
  return ctx.secrets.open(key, purpose).catch(() => null)
}
