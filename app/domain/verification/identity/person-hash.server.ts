import type { Ctx } from "../../core/context"
import type { CalendarDay } from "../../core/ports/identity"

/** Holder of a document as it states them; only hashes of it are stored (trust-safety R1). */
export interface DocumentHolder {
  firstName: string
  lastName: string
  birthDate: CalendarDay
}

/**
 * Returns the keyed hashes of a document's holder, by which the same person is recognised: the one to store first, then
 * the form that was stored before accents and punctuation were folded. Machines and people write a name differently.
 */
export async function hashPerson(
  ctx: Pick<Ctx, "secrets">,
  { firstName, lastName, birthDate }: DocumentHolder,
): Promise<[string, ...string[]]> {
  const born = `${birthDate.year}-${birthDate.month}-${birthDate.day}`
  const name = `${firstName} ${lastName}`
  const digest = (written: string) => ctx.secrets.digest(`${written} ${born}`, "identity-person")
  return [await digest(fold(name)), await digest(name.normalize("NFKC").toLowerCase().trim())]
}

/** `Hélène  O’Neill-Dupont` becomes `helene o neill dupont`. */
function fold(name: string): string {
  const letters = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase()
  return letters.replace(/[^\p{L}\p{N}]+/gu, " ").trim()
}
