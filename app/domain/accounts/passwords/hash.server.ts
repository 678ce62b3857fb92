import { randomBytes, scrypt, timingSafeEqual } from "node:crypto"

/** scrypt parameters. A derivation needs 128·N·r = 32 MiB of a Worker's 128 MiB. */
const parameters = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }
const keyLength = 32

/** Hashes a password into `scrypt$N$r$p$salt$hash` (salt and hash in base64url). */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16)
  const key = await derive(password, salt)
  return [
    "scrypt",
    parameters.N,
    parameters.r,
    parameters.p,
    salt.toString("base64url"),
    key.toString("base64url"),
  ].join("$")
}

/**
 * Returns whether the password matches the hash. Derives a key even without a hash, so that timing does not reveal
 * whether an account exists.
 */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, , , , salt, expected] = (hash ?? unknownUserHash).split("$")
  const key = await derive(password, Buffer.from(salt ?? "", "base64url"))
  const wanted = Buffer.from(expected ?? "", "base64url")
  return wanted.length === key.length && timingSafeEqual(key, wanted) && hash !== null
}

/** Matches no password: its key is shorter than any derived key. */
const unknownUserHash = `scrypt$16384$16$1$${"A".repeat(22)}$AA`

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFKC"), salt, keyLength, parameters, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}
