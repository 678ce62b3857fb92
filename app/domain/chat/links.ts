/** Common top-level domains. A sentence that goes on after a full stop without a space must not match. */
const endings = new Set(
  [
    "com net org info biz io co me fr be ch ca de uk eu nl it es lu ru xyz top app site online link shop club live",
    "tk ml ga cf gq dev gg ly tv cc ws su cn pl cz se dk fi ie pt gr hu ro ua by kz tr jp kr hk sg nz za br mx ar cl",
    "pro tel mobi asia website tech blog cloud page chat dating porn xxx cam webcam fans click vip bid loan stream download",
    "store space email ai sh rs re pm mc ma tn dz sn ci bz vc ag lc pw cx nu si sk bg rip lol wtf ninja pics sexy adult",
  ].flatMap((line) => line.split(" ")),
)
/** Endings that are also words: capitalised, they start a sentence. */
const words = new Set([
  "me",
  "it",
  "es",
  "be",
  "de",
  "ca",
  "re",
  "si",
  "se",
  "ma",
  "ai",
  "by",
  "ie",
  "co",
  "chat",
  "page",
  "live",
])

/** Returns whether a text contains a URL or an e-mail address, also an abbreviated one. Linear in the text's length. */
export function hasLink(text: string): boolean {
  const plain = text
    .normalize("NFKC")
    .replace(/\p{Cf}/gu, "")
    .replace(/[\u3002\uFF0E\uFF61]/gu, ".")
  if (/[a-z0-9+.-]:\/\/\S/iu.test(plain) || /(?<![\p{L}\p{N}])www\.\S/iu.test(plain)) return true
  return plain.split(/[^\p{L}\p{N}\p{M}.@/_-]+/u).some((run) => {
    const parts = run.split("/")
    return parts.some((part, at) => part.split(/\.{2,}/u).some((host) => isHost(host, Boolean(parts[at + 1]))))
  })
}

/** `hasPath`: a path follows, which makes any ending a domain's. */
function isHost(text: string, hasPath: boolean): boolean {
  const [user = "", ...domain] = text.split("@")
  const isMail = user !== "" && domain.length > 0
  const labels = trimmed(isMail ? (domain.at(-1) ?? "") : text).split(".")
  const ending = labels.at(-1) ?? ""
  const name = labels.at(-2) ?? ""
  if (name === "" || (!isMail && text.includes("@"))) return false
  if (labels.length === 4 && labels.every((label) => /^\d{1,3}$/u.test(label) && Number(label) < 256)) return true
  if (/^xn--/iu.test(ending)) return true
  if (isMail || hasPath) return /^\p{L}{2,}$/u.test(ending)
  const lower = ending.toLowerCase()
  if (!endings.has(lower) || (name.length === 1 && lower.length < 3)) return false
  return !(words.has(lower) && /^\p{Lu}\p{Ll}/u.test(ending))
}

/** Trims full stops and hyphens. A regular expression that is bound to the end alone would be quadratic. */
function trimmed(text: string): string {
  const isEdge = (at: number) => text[at] === "." || text[at] === "-"
  let [start, end] = [0, text.length]
  while (start < end && isEdge(start)) start += 1
  while (end > start && isEdge(end - 1)) end -= 1
  return text.slice(start, end)
}
