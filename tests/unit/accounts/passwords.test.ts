import { beforeEach, describe, expect, test, vi } from "vitest"

vi.mock("node:crypto", { spy: true })
// Unit files share their modules: another one may have loaded this with an scrypt that is not watched.
vi.resetModules()
const { hashPassword, verifyPassword } = await import("~/domain/accounts/passwords/hash.server")
const { scrypt, scryptSync } = await import("node:crypto")

beforeEach(() => void vi.mocked(scrypt).mockClear())

/** Returns the scrypt calls since the test began: their cost, not their secrets. */
const work = () => vi.mocked(scrypt).mock.calls.map(([, , length, options]) => ({ length, options }))

describe("a password", () => {
  test("a password is verified by its hash, and no other one is", async () => {
    const hash = await hashPassword("correct horse")
    expect(await verifyPassword("correct horse", hash)).toBe(true)
    for (const wrong of ["", "correct hors", "correct horse ", "Correct horse"])
      expect([wrong, await verifyPassword(wrong, hash)]).toEqual([wrong, false])
  })

  test("a password never has the same hash twice, and is not in it", async () => {
    const [one, two] = await Promise.all([hashPassword("secret"), hashPassword("secret")])
    expect(one).not.toBe(two)
    expect(one).toMatch(/^scrypt\$16384\$16\$1\$[\w-]{22}\$[\w-]{43}$/)
    expect(one).not.toContain("secret")
  })

  test("a password is the same in every Unicode form that a keyboard may send", async () => {
    expect(await verifyPassword("cafe\u0301 \ufb01", await hashPassword("café fi"))).toBe(true)
  })

  test("a password is verified by a hash of another cost than that of new ones", async () => {
    const salt = Buffer.from("sixteen bytes ..")
    const key = scryptSync("secret", salt, 32, { N: 1024, r: 8, p: 2 }).toString("base64url")
    const hash = `scrypt$1024$8$2$${salt.toString("base64url")}$${key}`
    expect(await verifyPassword("secret", hash)).toBe(true)
    expect(await verifyPassword("Secret", hash)).toBe(false)
  })

  test("a password is not verified by a damaged hash", async () => {
    const hash = await hashPassword("secret")
    for (const damaged of ["", "x", "scrypt$16384$16$1$$", hash.slice(0, -1), `${hash}A`, hash.replace("16384", "N")])
      expect([damaged, await verifyPassword("secret", damaged)]).toEqual([damaged, false])
  })
})

describe("an unknown account", () => {
  test("an unknown account is refused every password", async () => {
    for (const password of ["", "x", "A".repeat(22)]) expect(await verifyPassword(password, null)).toBe(false)
  })

  test("an unknown account costs the same work as a known one", async () => {
    const hash = await hashPassword("secret")
    vi.mocked(scrypt).mockClear()
    await verifyPassword("wrong", hash)
    const known = work()
    vi.mocked(scrypt).mockClear()
    await verifyPassword("wrong", null)
    expect(work()).toEqual(known)
    expect(known).toHaveLength(1)
    expect(known[0]?.options).toMatchObject({ N: 16_384, r: 16, p: 1 })
    expect(known[0]?.length).toBe(32)
  })
})
