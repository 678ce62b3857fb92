import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { expect, test } from "vitest"
import { openDatabase } from "~/db/client.server"
import { users } from "~/db/schema"
import { batch } from "~/db/statements/batch"
import { insertUser, db as rows } from "../helpers/rows"

test("the results of a batch are read by name, lists as lists, and what was left out is null", async () => {
  const { db, use } = openDatabase(env.DB, "first-primary")
  const people = [await insertUser({ name: "Ada" }), await insertUser({ name: "Ben" })]
  const rename = (id: string, name: string) => db.update(users).set({ name }).where(eq(users.id, id))
  const nameOf = (id: string) => db.select({ name: users.name }).from(users).where(eq(users.id, id))
  const results = await batch(db, {
    missing: rename("nobody", "Nobody"),
    renamed: people.map(({ id, name }) => rename(id, `${name} Renamed`)),
    left: null,
    none: [],
    first: nameOf(people[0]?.id ?? ""),
    second: nameOf(people[1]?.id ?? ""),
  })
  expect(results.missing.meta.changes).toBe(0)
  // The index of names counts as well: its triggers follow.
  expect(results.renamed.map(({ meta }) => meta.changes > 0)).toEqual([true, true])
  expect([results.left, results.none]).toEqual([null, []])
  // In their order: the reads see what the writes changed.
  expect([results.first, results.second]).toEqual([[{ name: "Ada Renamed" }], [{ name: "Ben Renamed" }]])
  expect(use.roundTrips).toBe(1)
})

test("a batch of which one statement fails changes nothing", async () => {
  const { db } = openDatabase(env.DB, "first-primary")
  const { id, email } = await insertUser({ name: "Ada" })
  const other = await insertUser()
  const renamed = db.update(users).set({ name: "Renamed" }).where(eq(users.id, id))
  const taken = db.update(users).set({ email }).where(eq(users.id, other.id))
  await expect(batch(db, { renamed, taken })).rejects.toThrow()
  expect(await rows.select({ name: users.name }).from(users).where(eq(users.id, id))).toEqual([{ name: "Ada" }])
})
