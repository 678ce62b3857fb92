/**
 * Returns the relying party id (WebAuthn, section 5.1.2): the suffix shared by all our hosts if browsers allow it, so
 * that a passkey works in every language; else `host`. Browsers refuse ids that are no registrable domain, and
 * `localhost` for its subdomains.
 */
export function relyingPartyId(host: string, hosts: string[]): string {
  const labels = hosts.map((one) => one.split(".")).reduce(sharedEnd, host.split("."))
  const shared = labels.join(".")
  return labels.length > 1 && (hosts.includes(shared) || !looksPublic(labels)) ? shared : host
}

function sharedEnd(a: string[], b: string[]): string[] {
  let count = 0
  while (count < a.length && count < b.length && a.at(-1 - count) === b.at(-1 - count)) count += 1
  return a.slice(a.length - count)
}

/** Guesses whether this is a public suffix such as `co.uk` or `com.au`; the full list would be half a megabyte. */
function looksPublic([second = "", top = "", ...more]: string[]): boolean {
  return more.length === 0 && top.length === 2 && second.length <= 3
}
