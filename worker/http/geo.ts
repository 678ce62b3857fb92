import type { AppContext } from "../env"

/** Names a country in tests. Nowhere else does a header of the client decide (trust-safety R30). */
const testCountryHeader = "X-Test-Country"

/** Returns where Cloudflare says that a request comes from, `T1` for Tor; null if it does not know. */
export function countryOf(c: AppContext): string | null {
  const injected = c.var.config.APP_ENV === "test" ? c.req.header(testCountryHeader) : undefined
  const country = injected ?? c.req.raw.cf?.country
  return typeof country === "string" && /^[A-Z\d]{2}$/.test(country) ? country : null
}
