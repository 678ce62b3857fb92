import { Secret, TOTP } from "otpauth"

/** What every authenticator app can do: SHA-1, six digits, thirty seconds (RFC 6238; Google Authenticator's key URI format). */
const parameters = { algorithm: "SHA1", digits: 6, period: 30 } as const

/** Clocks differ, and people type slowly: a code of the step before or after counts too (RFC 6238, section 5.2). */
const drift = 1

/** A new secret of 160 bits (RFC 4226, section 4), base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** The time step that this code belongs to, near `now` (epoch ms); null when it is of none. */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: drift })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** The `otpauth:` address that an app takes the secret from. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString()
}
