import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

/** scrypt's cost of new hashes. A derivation needs 128·N·r = 32 MiB of a Worker's 128 MiB. */
const cost = { N: 16_384, r: 16, p: 1 }
const maxmem = 64 * 1024 * 1024
const keyLength = 32

/** Hashes a password into `scrypt$N$r$p$salt$hash` (salt and hash in base64url). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt, cost)
  return ["scrypt", cost.N, cost.r, cost.p, salt.toString("base64url"), key.toString("base64url")].join("$")
}

const hashFormat = /^scrypt\$(\d+)\$(\d+)\$(\d+)\$([\w-]{22})\$([\w-]{43})$/
/** Matches no password: its key is shorter than any derived key. */
const unknownUser = ["", String(cost.N), String(cost.r), String(cost.p), "A".repeat(22), ""]

/**
 * Returns whether the password matches the hash, by the hash's own cost: one of before remains valid when the cost of
 * new ones changes. Derives a key even without a hash, so that timing does not reveal whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, N, r, p, salt = "", expected = ""] = hashFormat.exec(hash ?? "") ?? unknownUser
  const key = await derive(password, Buffer.from(salt, "base64url"), { N: Number(N), r: Number(r), p: Number(p) })
  const wanted = Buffer.from(expected, "base64url")
  return wanted.length === key.length && timingSafeEqual(key, wanted)
}

function derive(password: string, salt: Buffer, { N, r, p }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyLength, { N, r, p, maxmem }, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
