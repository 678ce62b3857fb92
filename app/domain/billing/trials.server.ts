import type { Ctx } from "../context"

/**
 * Returns a keyed hash of the person behind an address: the same for `Ada.L+salon@gmail.com` and `adal@gmail.com`,
 * useless without the deployment's key. It is all that remains of a trial after the account is erased.
 */
export function hashPerson(ctx: Pick<Ctx, "secrets">, email: string): Promise<string> {
  return ctx.secrets.digest(personOf(email), "trial")
}

/** Returns the mailbox that an address delivers to, without what its provider ignores. */
function personOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@")
  const box = local.split("+")[0] ?? ""
  const isGoogle = domain === "gmail.com" || domain === "googlemail.com"
  return isGoogle ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`
}
