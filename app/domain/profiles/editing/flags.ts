import { hasLink } from "../../chat/links"

/** Parts of a public text that staff should look at twice (trust-safety R11). */
export type TextFlag = "link" | "phone" | "address"

/** A number, then a word for a street; or a postcode with a town. Flags for a person, so it may err. */
const streets =
  /\b\d{1,4}\s?(?:bis|ter)?,?\s+(?:\p{L}+\s+){0,3}(?:street|st|road|rd|avenue|ave|lane|square|rue|route|boulevard|bd|chemin|all[ée]e|impasse|quai|place|passage|cours)\b|\b(?:rue|avenue|boulevard|chemin|all[ée]e|impasse|quai)\s+(?:de|du|des|d['’]|la|le|les|l['’])?\s*\p{L}+[^.\n]{0,30}\d|\b\d{5}\s+\p{Lu}\p{Ll}{2,}/iu
/** Eight digits or more, with the separators of phone numbers between them. */
const phones = /(?:\+|\b)\d(?:[\s().-]{0,3}\d){7,14}\b/

/** Returns what a text should be looked at for. */
export function textFlags(text: string): TextFlag[] {
  return [
    ...(hasLink(text) ? (["link"] as const) : []),
    ...(phones.test(text) ? (["phone"] as const) : []),
    ...(streets.test(text) ? (["address"] as const) : []),
  ]
}
