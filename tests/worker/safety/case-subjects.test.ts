import { beforeEach, describe, expect, test } from "vitest"
import { cases } from "~/db/schema"
import type { DeskMember } from "~/domain/back-office/members/members"
import type { SubjectCases } from "~/domain/decisions/cases/about"
import type { ReviewItem } from "~/domain/media/review/schema"
import type { Review } from "~/domain/profiles/editing/schema"
import type { CaseLine } from "~/domain/safety/cases/schema"
import { newAddress } from "../helpers/app"
import { insertPair } from "../helpers/chat"
import { call } from "../helpers/mail"
import { insertStaffMember } from "../helpers/member"
import { caseOf, db, insertCase, insertMedia } from "../helpers/rows"
import { insertOwner } from "../profiles/editing/people"

type Owner = Awaited<ReturnType<typeof insertOwner>>
type Staff = Awaited<ReturnType<typeof insertStaffMember>>
type Places = Awaited<ReturnType<typeof placesOf>>

let owner: Owner
let staff: Staff
let photo: Awaited<ReturnType<typeof insertMedia>>

beforeEach(async () => {
  await db.delete(cases)
  owner = await insertOwner()
  staff = await insertStaffMember("trust_lead")
  photo = await insertMedia({ profileId: owner.profile.id })
})

async function read<Body>(reader: Staff, path: string): Promise<Body> {
  const response = await reader.call("GET", path)
  expect(response.status).toBe(200)
  return response.json<Body>()
}

/** Returns the cases that staff see at the member, at their profile and at its photo, and those that the list has of each. */
async function placesOf(reader: Staff) {
  const [userId, profileId] = [owner.user.id, owner.profile.id]
  const member = await read<DeskMember>(reader, `/admin/users/${userId}`)
  const review = await read<Review>(reader, `/admin/profiles/${profileId}/review`)
  const media = await read<{ data: ReviewItem[] }>(reader, `/admin/profiles/${profileId}/media`)
  return {
    member: member.cases,
    profile: review.cases,
    media: media.data.find(({ id }) => id === photo.id)?.cases ?? null,
  }
}

const places = ["member", "profile", "media"] as const
const idOf = (place: (typeof places)[number]) =>
  ({ member: owner.user.id, profile: owner.profile.id, media: photo.id })[place]
const referencesOf = (found: SubjectCases | null) => found?.latest.map(({ reference }) => reference) ?? null
const allOf = (found: Places) => places.map((place) => referencesOf(found[place]))

async function report(about: string, change: object = {}): Promise<string> {
  const form = { category: "intimate", about, details: "That is mine.", good_faith: true, ...change }
  const response = await call("/reports", form, { "CF-Connecting-IP": newAddress() })
  expect(response.status).toBe(201)
  return caseOf((await response.json<{ reference: string }>()).reference)
}

describe("cases beside what they are about", () => {
  test.each([
    { what: "a profile", change: {}, seen: ["member", "profile"], text: null },
    { what: "a text of a profile", change: { text: "about" }, seen: ["member", "profile"], text: "about" },
    { what: "a photo", change: {}, seen: [...places], text: null },
  ])("a case about $what is seen at everything that it belongs to", async ({ what, change, seen, text }) => {
    const page = `/escorts/${owner.profile.slug}`
    const reference = await report(what === "a photo" ? `${page}/gallery?photo=${photo.id}` : page, change)
    const found = await placesOf(staff)
    for (const place of places) {
      const expected = seen.includes(place) ? [reference] : []
      expect(referencesOf(found[place]), place).toEqual(expected)
      const listed = await read<{ data: CaseLine[] }>(staff, `/admin/cases?about=${place}:${idOf(place)}`)
      expect(
        listed.data.map((line) => line.reference),
        place,
      ).toEqual(expected)
    }
    expect(found.member).toMatchObject({ all: 1, open: 1, latest: [{ text }] })
  })

  test("a case about a member's messages is seen at the member", async () => {
    const { member, owner: author, id } = await insertPair()
    await author.send(id, "Send me your address.")
    const response = await member.call("POST", `/conversations/${id}/report`, {
      messages: [2],
      category: "terms",
      details: "He insists.",
    })
    expect(response.status).toBe(201)
    const { cases: found } = await read<DeskMember>(staff, `/admin/users/${author.user.id}`)
    expect(found).toMatchObject({ all: 1, open: 1, latest: [{ subject_kind: "member" }] })
  })

  test("open cases come first, five at most, and all are counted", async () => {
    const about = {
      subjectKind: "media",
      subjectId: photo.id,
      userId: owner.user.id,
      profileId: owner.profile.id,
    } as const
    const first = await insertCase(about)
    for (let count = 0; count < 6; count += 1) await insertCase({ ...about, state: "no_action" })
    const found = await placesOf(staff)
    for (const place of places) {
      expect(found[place], place).toMatchObject({ all: 7, open: 1 })
      expect(found[place]?.latest.length, place).toBe(5)
      expect(found[place]?.latest[0]?.reference, place).toBe(first.reference)
    }
    const ended = await read<{ data: CaseLine[] }>(staff, `/admin/cases?list=ended&about=media:${photo.id}`)
    expect(ended.data.length).toBe(6)
  })

  test("nobody sees a case about themselves, or one that they reported, beside its subject or in its history", async () => {
    const path = `/escorts/${owner.profile.slug}`
    const colleague = await insertStaffMember("moderator")
    const form = { category: "intimate", about: path, details: "That is mine.", good_faith: true }
    const sent = await colleague.call("POST", "/reports", { ...form, email: colleague.user.email })
    expect(sent.status).toBe(201)
    const own = await caseOf((await sent.json<{ reference: string }>()).reference)
    const other = await report(`${path}/gallery?photo=${photo.id}`)
    expect(allOf(await placesOf(colleague))).toEqual([[other], [other], [other]])
    expect(allOf(await placesOf(staff)).map((found) => found?.length)).toEqual([2, 2, 1])
    const historyOf = async (reader: Staff) =>
      (await read<{ history: { cases: CaseLine[] } }>(reader, `/admin/cases/${other}`)).history.cases.length
    expect([await historyOf(colleague), await historyOf(staff)]).toEqual([0, 1])
    const listed = await read<{ data: CaseLine[] }>(colleague, `/admin/cases?about=member:${owner.user.id}`)
    expect(listed.data.map(({ reference }) => reference)).toEqual([other])
    expect(own).not.toBe(other)
  })

  test("staff who may not read cases see none at a member", async () => {
    await report(`/escorts/${owner.profile.slug}`)
    const verifier = await insertStaffMember("verifier")
    expect((await read<DeskMember>(verifier, `/admin/users/${owner.user.id}`)).cases).toBeNull()
    expect((await verifier.call("GET", `/admin/cases?about=member:${owner.user.id}`)).status).toBe(404)
  })

  test.each(["member", "member:", "ticket:1", "member:a b", `member:${"x".repeat(65)}`])(
    "a list about %s is refused",
    async (about) => {
      const response = await staff.call("GET", `/admin/cases?about=${encodeURIComponent(about)}`)
      expect(response.status).toBe(422)
    },
  )

  test("a cursor of all cases is refused for those about one member", async () => {
    for (let count = 0; count < 31; count += 1) await insertCase()
    const { next_cursor } = await read<{ next_cursor: string }>(staff, "/admin/cases")
    const response = await staff.call("GET", `/admin/cases?about=member:${owner.user.id}&cursor=${next_cursor}`)
    expect(response.status).toBe(400)
  })
})
