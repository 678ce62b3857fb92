import { skeletonOf } from "~/db/search/name-skeleton"

/** Words that suggest a staff or system account, in both languages. */
const reserved = [
  "staff",
  "support",
  "admin",
  "admins",
  "administrator",
  "administrators",
  "administration",
  "sysadmin",
  "webmaster",
  "administrateur",
  "administrateurs",
  "administratrice",
  "moderator",
  "moderators",
  "moderation",
  "mod",
  "mods",
  "root",
  "modérateur",
  "modérateurs",
  "modératrice",
  "modo",
  "modos",
  "helpdesk",
  "hotline",
  "assistance",
  "official",
  "system",
  "officiel",
  "officielle",
  "système",
  "security",
  "sécurité",
  "customer service",
  "customer care",
  "service client",
  "trust and safety",
  "trust safety",
  "stripe",
  "verified",
  "vérifié",
  "vérifiée",
  "certifié",
  "certifiée",
  "service clients",
  "service clientèle",
  "help desk",
  "the team",
  "our team",
  "notre équipe",
  "l'équipe",
].map(skeletonOf)

/** Words that are reserved only together with one of the above. */
const fillers = ["team", "équipe", "service", "services", "the", "la", "le", "les", "de", "du", "of", "from"].map(
  skeletonOf,
)

/** Signs that look like the mark of a verified profile. */
const verificationMarks = /[\u2611\u2705\u2713\u2714\u{1f5f8}]/u

/**
 * Returns whether a name could pass for staff: a word of it is reserved or the product's name, or it consists of such
 * words run together.
 */
export function isReservedName(name: string, productName: string): boolean {
  const ours = [...reserved, skeletonOf(productName)].filter((word) => word !== "")
  if (verificationMarks.test(name)) return true
  const words = name.split(/[^\p{L}\p{N}\p{M}$@|!]+/u).map(skeletonOf)
  if (words.some((word) => ours.includes(word))) return true
  const whole = skeletonOf(name.replace(/[\d\s]+$/u, ""))
  const isMadeOfThem = new RegExp(`^(?:${[...ours, ...fillers].join("|")})+$`, "u").test(whole)
  return isMadeOfThem && ours.some((word) => whole.includes(word))
}
