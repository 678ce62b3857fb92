import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { profiles, signups, users } from "~/db/schema"
import { skeletonOf, skeletonSql } from "~/db/search/name-skeleton"
import { insertOwner, insertPair, insertPerson } from "../helpers/chat"
import { call, takeJobs, takeWoken } from "../helpers/mail"
import { completeProfile, db } from "../helpers/rows"

const refusal = async (response: Response) => [response.status, (await response.json<{ errors: object }>()).errors]

describe("a member's name", () => {
  test("a member's name is not reserved, nor indistinguishable from a reserved one", async () => {
    const person = await insertPerson({ name: "Ada" })
    for (const name of ["Salon Support", "ＳＡＬＯＮ", "Аdministrаtor"]) {
      const response = await person.call("PATCH", "/me", { name })
      expect([response.status, (await response.json<{ errors: { name: string[] } }>()).errors.name]).toEqual([
        422,
        ["This name could be mistaken for our team’s. Choose another one."],
      ])
    }
    expect((await person.call("PATCH", "/me", { name: "Sal\u200bon" })).status).toBe(422)
    for (const name of ["x\u0334\u0335\u0336", `a${"\u0301".repeat(79)}`])
      expect((await person.call("PATCH", "/me", { name })).status).toBe(422)
    expect((await person.get<{ name: string }>("/auth/me")).name).toBe("Ada")
  })

  test("a member's name is not that of a published profile, but may be that of another member or of their own profile", async () => {
    const [person, other, owner] = [
      await insertPerson(),
      await insertPerson({ name: "Ordinary Name" }),
      await insertOwner(),
    ]
    await db.update(profiles).set({ name: "Élodie Œuvrard" }).where(eq(profiles.id, owner.profile.id))
    for (const name of ["Élodie Œuvrard", "elodie oeuvrard", "Еlоdie Oeuvrаrd"]) {
      const refused = await person.call("PATCH", "/me", { name, locale: "fr" })
      expect([name, ...(await refusal(refused))]).toEqual([name, 422, { name: [expect.any(String)] }])
    }
    expect((await person.call("PATCH", "/me", { name: other.user.name })).status).toBe(200)
    expect((await owner.call("PATCH", "/me", { name: "Élodie Œuvrard" })).status).toBe(200)
    await db.update(profiles).set({ state: "paused" }).where(eq(profiles.id, owner.profile.id))
    expect((await person.call("PATCH", "/me", { name: "Élodie Œuvrard" })).status).toBe(200)
    await completeProfile(owner.profile)
    await db.update(profiles).set({ state: "published" }).where(eq(profiles.id, owner.profile.id))
    // A member who had the name before retains it, and can change other fields.
    expect((await person.call("PATCH", "/me", { name: "Élodie Œuvrard", locale: "en" })).status).toBe(200)
  })

  test("a member's name is looked up among profiles by an index", async () => {
    const plan = await env.DB.prepare(
      `EXPLAIN QUERY PLAN SELECT 1 FROM profiles AS p WHERE ${skeletonSql("p.name")} = ? AND p.state = 'published' AND p.owner_id <> ?`,
    )
      .bind(skeletonOf("Camille"), "x")
      .all<{ detail: string }>()
    expect(plan.results.map(({ detail }) => detail).join()).toContain("profiles_skeleton")
  })

  test("a member's name is checked the same way at sign-up", async () => {
    const owner = await insertOwner()
    await db.update(profiles).set({ name: "Solène Marchal" }).where(eq(profiles.id, owner.profile.id))
    const join = (name: string, email: string) =>
      call("/auth/join", { name, email, password: "correct horse battery", adult: true, terms: true })
    for (const name of ["Salon Staff", "Solene Marchal"]) {
      const response = await join(name, "deceiver@names.example")
      expect([name, ...(await refusal(response))]).toEqual([name, 422, { name: [expect.any(String)] }])
    }
    expect(await db.select().from(signups).where(eq(signups.email, "deceiver@names.example"))).toEqual([])
    expect((await join("Solène M.", "honest@names.example")).status).toBeLessThan(300)
    takeJobs()
    takeWoken()
  })
})

test("conversations are found by a name in any case and with any accents, and not by punctuation alone", async () => {
  const [{ member, owner, id }, { member: asking, owner: asked, id: second }] = [await insertPair(), await insertPair()]
  await db.update(profiles).set({ name: "Élodie Œuvrard" }).where(eq(profiles.id, owner.profile.id))
  await db.update(users).set({ name: "Solène Анна" }).where(eq(users.id, asking.id))
  const found = async (person: typeof member, q: string) =>
    (await person.conversations(`?q=${encodeURIComponent(q)}`)).map((one) => one.id)
  for (const q of ["Élodie", "élodie", "elodie", "ELODIE", "oeuvrard", "Œuvr", "lodie oeu"])
    expect([q, await found(member, q)]).toEqual([q, [id]])
  for (const q of ["solene", "SOLÈNE", "lène", "Анна"]) expect([q, await found(asked, q)]).toEqual([q, [second]])
  for (const q of ["solene", "%", "'", "…"]) expect([q, await found(member, q)]).toEqual([q, []])
})
