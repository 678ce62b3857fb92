/**
 * Whom a passkey is made for (WebAuthn, section 5.1.2): one name for all our hosts where browsers allow it, so that it works in every
 * language; else `host` itself. Browsers refuse a name that is no registrable domain, and `localhost` for a host below it.
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

/** A country's own second level, such as `co.uk` or `com.au`; the list of all those would be half a megabyte. */
function looksPublic([second = "", top = "", ...more]: string[]): boolean {
  return more.length === 0 && top.length === 2 && second.length <= 3
}
