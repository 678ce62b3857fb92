/** Returns the mailbox that an address delivers to, without what its provider ignores: `Ada.L+salon@gmail.com` is `adal@gmail.com`. */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.trim().toLowerCase().split("@")
  const box = local.split("+")[0] ?? ""
  const isGoogle = domain === "gmail.com" || domain === "googlemail.com"
  return isGoogle ? `${box.replaceAll(".", "")}@gmail.com` : `${box}@${domain}`
}
