import { beforeEach, describe, expect, test, vi } from "vitest"
import type { media } from "~/db/schema"
import { fetchApp, newAddress, withAccess } from "../helpers/app"
import { call } from "../helpers/mail"
import { insertOwner } from "../helpers/media/photos"
import { insertMedia } from "../helpers/rows"

type Owner = Awaited<ReturnType<typeof insertOwner>>
let owner: Owner
let [a, b, c, d] = ["", "", "", ""]

const insert = async (row: Partial<typeof media.$inferInsert> = {}) =>
  (await insertMedia({ profileId: owner.profile.id, ...row })).id
const edit = async (id: string, body: object) =>
  expect((await owner.call("PATCH", `/me/profile/media/${id}`, body)).status).toBe(200)
async function readPictures(): Promise<string[] | undefined> {
  const response = await fetchApp("/api/profiles?show=96", await withAccess())
  const { data } = await response.json<{ data: { id: string; pictures: string[] }[] }>()
  return data.find(({ id }) => id === owner.profile.id)?.pictures
}

beforeEach(async () => {
  owner = await insertOwner()
  for (const state of ["ready", "reported", "rejected"] as const) await insert({ state, position: 1 })
  await insert({ visibility: "private", position: 1 })
  await insert({ kind: "video", position: 1 })
  await insert({ clientId: `undeclared-${owner.profile.id}`, position: 1 })
  // The ids ascend: an order by id is not theirs.
  a = await insert({ position: 5 })
  b = await insert({ position: 4 })
  c = await insert({ position: 3 })
  d = await insert({ position: 2 })
})

describe("the pictures of a card", () => {
  test("the pictures of a card are the first three that are public and approved, in the profile's order", async () => {
    await edit(b, { version: 1, is_cover: true })
    expect(await readPictures()).toEqual([b, d, c])
  })

  test("a picture of a card that becomes private or is removed makes room for the next one", async () => {
    await edit(d, { version: 1, visibility: "private" })
    expect(await readPictures()).toEqual([c, b, a])
    expect((await owner.call("DELETE", `/me/profile/media/${b}`)).status).toBe(204)
    expect(await readPictures()).toEqual([c, a])
    expect((await owner.call("DELETE", `/me/profile/media/${a}`)).status).toBe(204)
    expect(await readPictures()).toEqual([c])
    expect((await owner.call("DELETE", `/me/profile/media/${c}`)).status).toBe(204)
    expect(await readPictures()).toEqual([])
  })

  test("a reported picture leaves its card and every cached list within seconds", async () => {
    await edit(d, { version: 1, is_cover: true })
    const visit = async () => (await fetchApp("/escorts?show=96", await withAccess())).text()
    expect([await visit(), await visit()]).toEqual([expect.stringContaining(c), expect.stringContaining(c)])
    const about = `/escorts/${owner.profile.slug}/gallery?photo=${c}`
    const report = { category: "depicted", about, details: "This is me.", good_faith: true }
    const response = await call("/reports", report, { "CF-Connecting-IP": newAddress() })
    expect(response.status).toBe(201)
    expect(await readPictures()).toEqual([d, b, a])
    const clock = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 5_000)
    try {
      const page = await visit()
      expect([page.includes(d), page.includes(c)]).toEqual([true, false])
    } finally {
      clock.mockRestore()
    }
  })
})
