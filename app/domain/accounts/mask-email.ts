/** Masks an e-mail so that only those who know it recognise it: `nina@example.org` is `n***@e***`. */
export function maskEmail(email: string): string {
  const [name = "", domain = ""] = email.split("@")
  return `${name.slice(0, 1)}***@${domain.slice(0, 1)}***`
}
