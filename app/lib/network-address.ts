/**
 * Returns the network of an address: an IPv4 address itself, also if mapped into IPv6 (`::ffff:192.0.2.1`); the /64 of
 * an IPv6 address, which one household or one rented server gets whole (RFC 6177, RFC 7084). Anything else is returned
 * unchanged.
 */
export function networkOf(address: string): string {
  const plain = address.trim().toLowerCase().replace(/%.*$/, "")
  const groups = groupsOf(plain)
  if (!groups) return plain
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) return dotted(groups.slice(6))
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(":")}::/64`
}

/** Returns the eight groups of an IPv6 address; null for anything else. */
function groupsOf(address: string): number[] | null {
  const halves = address.split("::")
  if (halves.length > 2 || !address.includes(":")) return null
  const [head = [], tail = []] = halves.map(numbersOf)
  const missing = 8 - head.length - tail.length
  if (halves.length === 1 ? missing !== 0 : missing < 1) return null
  const groups = [...head, ...Array<number>(missing).fill(0), ...tail]
  return groups.every((group) => group >= 0 && group <= 0xffff) ? groups : null
}

/** Returns the groups of `1:a` or `1:192.0.2.1`; NaN for an invalid one. */
function numbersOf(half: string): number[] {
  if (half === "") return []
  return half.split(":").flatMap((part) => {
    if (/^[0-9a-f]{1,4}$/.test(part)) return [Number.parseInt(part, 16)]
    const bytes = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/.exec(part)?.slice(1).map(Number)
    if (!bytes || bytes.some((byte) => byte > 255)) return [Number.NaN]
    const [a = 0, b = 0, c = 0, d = 0] = bytes
    return [a * 256 + b, c * 256 + d]
  })
}

function dotted(groups: number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 255]).join(".")
}
