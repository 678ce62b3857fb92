import { Secret, TOTP } from "otpauth"

/** Parameters that every authenticator app supports (RFC 6238; Google Authenticator's key URI format). */
const parameters = { algorithm: "SHA1", digits: 6, period: 30 } as const

/** Accepts the codes of one step before and after, for clock drift and slow typing (RFC 6238, section 5.2). */
const drift = 1

/** Returns a new base32 secret of 160 bits (RFC 4226, section 4). */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32
}

/** Returns the time step of this code near `now` (epoch ms), or null if it does not match. */
export function findTotpStep(secret: string, code: string, now: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const totp = new TOTP({ ...parameters, secret: Secret.fromBase32(secret) })
  const delta = totp.validate({ token: code, timestamp: now, window: drift })
  return delta === null ? null : totp.counter({ timestamp: now }) + delta
}

/** Returns the `otpauth:` URI that an authenticator app reads the secret from. */
export function totpAddress(secret: string, issuer: string, label: string): string {
  return new TOTP({ ...parameters, issuer, label, secret: Secret.fromBase32(secret) }).toString()
}
