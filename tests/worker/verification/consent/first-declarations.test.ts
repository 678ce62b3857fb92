import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { media, mediaConsents, mediaLikenesses } from "~/db/schema"
import { db, insertCheck, insertMedia } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"
import { depict } from "../identity/checks"

type Owner = Awaited<ReturnType<typeof insertOwner>>

/** Inserts photos of a profile of which nobody has said who is in them. */
async function insertUndeclared(owner: Owner, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n += 1) ids.push((await insertMedia({ profileId: owner.profile.id })).id)
  return ids
}

/** Answers the page's one question about some media, with exceptions. */
const answer = (owner: Owner, ids: string[], exceptions: string[] = []) =>
  owner.submit("/profile/escort/people", [
    ["intent", "declare_all"],
    ...ids.map((id) => ["media", id] as [string, string]),
    ...exceptions.map((id) => ["exception", id] as [string, string]),
  ])

const othersIn = async (ids: string[]) => {
  const rows = await Promise.all(ids.map((id) => db.select().from(media).where(eq(media.id, id))))
  return rows.map(([row]) => row?.hasOthers)
}

describe("the one answer about all undeclared photos", () => {
  test("declares that only the owner is in them, and others in the exceptions", async () => {
    const owner = await insertOwner()
    const ids = await insertUndeclared(owner, 3)
    expect((await answer(owner, ids, [ids[1] ?? ""])).status).toBe(200)
    expect(await othersIn(ids)).toEqual([false, true, false])
    const rows = await db.select().from(media).where(eq(media.profileId, owner.profile.id))
    expect(rows.every(({ declaredAt }) => declaredAt !== null)).toBe(true)
  })

  test("leaves alone what was declared before, also in another tab, and those of which it does not speak", async () => {
    const owner = await insertOwner()
    const [first = "", second = "", third = ""] = await insertUndeclared(owner, 3)
    await owner.call("PUT", `/me/profile/media/${first}/people`, { has_others: true, people: [] })
    await answer(owner, [first, second])
    expect(await othersIn([first, second, third])).toEqual([true, false, null])
    await answer(owner, [first, second], [second])
    expect(await othersIn([second])).toEqual([false])
  })

  test("declares nothing of another owner's photos", async () => {
    const [owner, other] = [await insertOwner(), await insertOwner()]
    const ids = await insertUndeclared(other, 2)
    await answer(owner, ids, [ids[0] ?? ""])
    expect(await othersIn(ids)).toEqual([null, null])
  })

  test("does not speak for somebody who has answered for one that a photo is like", async () => {
    const owner = await insertOwner()
    const [alike = ""] = await insertUndeclared(owner, 1)
    const { person } = await depict(owner, owner.photo.id)
    await insertCheck({ personId: person, nextCheckAt: null })
    await db.update(mediaConsents).set({ state: "refused" }).where(eq(mediaConsents.mediaId, owner.photo.id))
    const pair = { mediaId: alike, likeId: owner.photo.id }
    await db.insert(mediaLikenesses).values([pair, { mediaId: pair.likeId, likeId: pair.mediaId }])
    await answer(owner, [alike])
    expect(await othersIn([alike])).toEqual([null])
  })

  test("declares an exception's likenesses to show others, too", async () => {
    const owner = await insertOwner()
    const [shown = "", alike = ""] = await insertUndeclared(owner, 2)
    await db.insert(mediaLikenesses).values([
      { mediaId: alike, likeId: shown },
      { mediaId: shown, likeId: alike },
    ])
    await answer(owner, [shown, alike], [shown])
    expect(await othersIn([shown, alike])).toEqual([true, true])
  })

  test.each([
    ["without a photo", []],
    ["of more than a profile has", Array.from({ length: 201 }, (_, n) => `photo${n}`)],
  ])("is refused %s", async (_, ids) => {
    expect((await answer(await insertOwner(), ids)).status).toBe(422)
  })
})

test("a declaration that names more people than an owner may is refused in a sentence", async () => {
  const owner = await insertOwner()
  const people = Array.from({ length: 41 }, (_, n) => ["person", `person${n}`] as [string, string])
  const form: [string, string][] = [["intent", "declare"], ["medium", owner.photo.id], ["others", "yes"], ...people]
  expect((await owner.submit("/profile/escort/people", form)).status).toBe(422)
})
