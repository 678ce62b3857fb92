import * as z from "zod"
import { wellFormed } from "./text"

/** At most 64 ASCII characters (RFC 5321, 4.5.3.1.1), an `@`, and a domain; internationalised domains are in Punycode. */
const address =
  /^(?=[^@]{1,64}@)(?!\.)(?!.*\.\.)[\w'+\-.]*[\w+-]@([a-z\d][a-z\d-]*\.)+([a-z]{2,}|xn--[a-z\d-]*[a-z\d])$/i

/** An e-mail address in lower case and ASCII: one address has one spelling, whatever it was typed or pasted as. */
export const Email = z
  .string()
  .check(wellFormed)
  .max(1_000, { abort: true })
  .overwrite(tidyAddress)
  .max(254)
  .pipe(z.email({ pattern: address }).toLowerCase())

/** A plain space inside an address remains, which is refused then: it may separate two. */
function tidyAddress(typed: string): string {
  const text = typed.replace(/(?! )[\p{Z}\p{Default_Ignorable_Code_Point}]/gu, "").trim()
  const at = text.lastIndexOf("@")
  return at === -1 ? text : text.slice(0, at + 1) + asciiDomain(text.slice(at + 1))
}

/** Returns a domain in Punycode (UTS 46), as browsers resolve it; as it is if it has none. */
function asciiDomain(domain: string): string {
  if (!/[^\0-\x7f]/.test(domain) || /[\0-,/:-@[-`{-\x7f]/.test(domain)) return domain
  const url = `http://${domain}`
  return URL.canParse(url) ? new URL(url).hostname : domain
}
