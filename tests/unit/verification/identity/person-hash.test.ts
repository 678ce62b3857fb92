import { expect, test } from "vitest"
import { hashPerson } from "~/domain/verification/identity/person-hash.server"

const secrets = { digest: async (text: string, purpose: string) => `${purpose}:${text}` } as never
const birthDate = { year: 1990, month: 2, day: 3 }
const hashOf = async (firstName: string, lastName: string, born = birthDate) =>
  (await hashPerson({ secrets }, { firstName, lastName, birthDate: born }))[0]

test("a name has one hash however it is written, and another one for another name or day", async () => {
  const written = await hashOf("Hélène Marie", "O'Neill-Dupont")
  for (const [first, last] of [
    ["HELENE MARIE", "O’NEILL DUPONT"],
    [" helène  marie ", "o'neill‑dupont"],
    ["Hélène-Marie", "ONEILL DUPONT".replace("ON", "O N")],
  ] as const)
    expect(await hashOf(first, last)).toBe(written)
  expect(await hashOf("Hélène", "O'Neill-Dupont")).not.toBe(written)
  expect(await hashOf("Hélène Marie", "O'Neill-Dupont", { ...birthDate, day: 4 })).not.toBe(written)
  expect(await hashOf("李", "小龍")).not.toBe(await hashOf("李", "小明"))
})

test("the second hash is the one that was stored before accents were folded, and plain names have one", async () => {
  const holder = { firstName: "Hélène", lastName: "Rosen", birthDate }
  expect(await hashPerson({ secrets }, holder)).toEqual([
    "identity-person:helene rosen 1990-2-3",
    "identity-person:hélène rosen 1990-2-3",
  ])
  expect(new Set(await hashPerson({ secrets }, { ...holder, firstName: "Helene" })).size).toBe(1)
})
