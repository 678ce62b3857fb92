import { expect, test } from "vitest"
import { filesOf, fillIn, newApplicant, picturesOf, sendIn } from "../../helpers/applicant"
import { pictures } from "../../helpers/media/pictures"

test("a picture that replaces another of a full application takes its place, and the other's file is deleted", async () => {
  const ada = newApplicant()
  const id = await fillIn(ada)
  while ((await picturesOf(id)).length < 6)
    expect((await ada.post(`/applications/${id}/pictures`, pictures.png)).status).toBe(201)
  const shown = async () => {
    const { data } = (await (await ada.call("GET", "/applications")).json()) as {
      data: { pictures: { id: string }[] }[]
    }
    return data[0]?.pictures.map((picture) => picture.id) ?? []
  }
  const before = await shown()
  const path = `/applications/${id}/pictures?replaces=${before[1]}`
  const sent = await Promise.all([ada.post(path, pictures.jpeg), ada.post(path, pictures.jpeg)])
  expect(sent.map(({ status }) => status).toSorted()).toEqual([201, 404])
  const after = await shown()
  expect(after.filter((picture, place) => picture !== before[place])).toEqual([after[1]])
  expect(before).not.toContain(after[1])
  expect((await filesOf(id)).toSorted()).toEqual(after.map((picture) => `casting/${id}/${picture}.webp`).toSorted())
  expect((await ada.post(`/applications/${id}/pictures`, pictures.png)).status).toBe(422)
})

test("only a valid picture replaces another, and only one of the same application", async () => {
  const [ada, eve] = [newApplicant(), newApplicant()]
  const [id, other] = [await fillIn(ada), await fillIn(eve)]
  const [own] = await picturesOf(id)
  const [foreign] = await picturesOf(other)
  for (const [who, path] of [
    [ada, `/applications/${id}/pictures?replaces=${foreign?.id}`],
    [ada, `/applications/${id}/pictures?replaces=nothing`],
    [eve, `/applications/${id}/pictures?replaces=${own?.id}`],
    [eve, `/applications/${other}/pictures?replaces=${own?.id}`],
  ] as const)
    expect([path, (await who.post(path, pictures.png)).status]).toEqual([path, 404])
  expect((await ada.post(`/applications/${id}/pictures?replaces=${own?.id}`, pictures.gif)).status).toBe(422)
  expect((await filesOf(id)).length).toBe((await picturesOf(id)).length)
  expect((await picturesOf(id)).map((picture) => picture.id)).toContain(own?.id)
  expect((await picturesOf(other)).map((picture) => picture.id)).toContain(foreign?.id)
})

test("a picture of a sent application is not replaced", async () => {
  const applicant = newApplicant()
  const { id } = await sendIn(applicant)
  const before = await filesOf(id)
  const [own] = await picturesOf(id)
  const refused = await applicant.post(`/applications/${id}/pictures?replaces=${own?.id}`, pictures.png)
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: "casting.sent" }])
  expect(await filesOf(id)).toEqual(before)
})

test.each(["", "x".repeat(41)])("an id of %j to replace is refused", async (replaces) => {
  const applicant = newApplicant()
  const id = await fillIn(applicant)
  const before = await filesOf(id)
  expect((await applicant.post(`/applications/${id}/pictures?replaces=${replaces}`, pictures.png)).status).toBe(422)
  expect(await filesOf(id)).toEqual(before)
})
