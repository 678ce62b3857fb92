/** An address as somebody may see it who should know it: `nina@example.org` is `n***@e***`. */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@")
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
}
