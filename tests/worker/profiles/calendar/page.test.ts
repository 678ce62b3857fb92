import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest"
import { fr } from "../../helpers/app"
import { ask, submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { shownText } from "../../helpers/page"
import { insertCategory, insertCity, insertProfile } from "../../helpers/rows"

const path = "/profile/escort/calendar"
const address = "https://calendar.google.com/ical/secret-of-the-page/basic.ics"
const empty = "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n"

let base: { cityId: string; categoryId: string }
let status = 200

beforeAll(async () => {
  base = { cityId: (await insertCity()).id, categoryId: (await insertCategory()).id }
})
beforeEach(() => {
  status = 200
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => new Response(empty, { status }))
})
afterEach(() => {
  vi.mocked(fetch).mockRestore()
})

async function insertOwner() {
  const member = await insertMember()
  await insertProfile({ ...base, ownerId: member.user.id })
  const headers = { Cookie: member.cookie }
  return {
    ...member,
    post: async (intent: string, fields: Record<string, string> = {}) => {
      const response = await member.submit(path, { ...fields, intent })
      return { status: response.status, html: await response.text() }
    },
    inFrench: async () => shownText(await (await ask(`${fr}${path}`, { headers })).text()),
    postInFrench: async (intent: string, fields: Record<string, string> = {}) =>
      shownText(await (await submit(`${fr}${path}`, { ...fields, intent }, { headers })).text()),
  }
}

describe("an owner's page of their calendars", () => {
  test("connects a calendar, reads it and disconnects it, and shows its host alone", async () => {
    const owner = await insertOwner()
    const connected = await owner.post("connect-feed", { address: `webcal${address.slice("https".length)}` })
    expect(connected.status).toBe(200)
    for (const text of ["The calendar is connected and was read.", "a calendar at calendar.google.com", "Last read on"])
      expect(shownText(connected.html)).toContain(text)
    expect(await (await owner.open(path)).text()).not.toContain("secret-of-the-page")
    expect(shownText((await owner.post("read-feed")).html)).toContain("The calendar was read.")
    const gone = shownText((await owner.post("disconnect-feed")).html)
    expect(gone).toContain("what was read of it is deleted")
    expect(gone).not.toContain("calendar.google.com")
  })

  test("keeps what was typed where the address is none of a calendar, and says so", async () => {
    const owner = await insertOwner()
    const { status: refused, html } = await owner.post("connect-feed", { address: "https://localhost/my.ics" })
    expect(refused).toBe(422)
    expect(html).toContain('value="https://localhost/my.ics"')
    expect(shownText(html)).toContain("This can’t be the address of a calendar.")
    expect(await owner.postInFrench("connect-feed", { address: "ftp://a.fr" })).toContain(
      "Ce ne peut pas être l’adresse d’un agenda.",
    )
  })

  test("says why a calendar could not be read, and since when, in both languages", async () => {
    const owner = await insertOwner()
    status = 410
    expect(shownText((await owner.post("connect-feed", { address })).html)).toContain(
      "Your calendar couldn’t be read yet: the address responds that it doesn’t exist",
    )
    status = 200
    await owner.post("read-feed")
    status = 503
    const failed = shownText((await owner.post("read-feed")).html)
    expect(failed).toContain("The calendar couldn’t be read.")
    expect(failed).toMatch(/couldn’t be read since \d+ \w+: its server doesn’t respond/)
    expect(await owner.inFrench()).toMatch(
      /Votre agenda n’a pas pu être lu depuis le (1er|\d+) \S+\u00a0: son serveur ne répond pas/,
    )
  })

  test("makes a secret address, replaces it and ends it", async () => {
    const owner = await insertOwner()
    const addressIn = (html: string) => /\/calendars\/[\w-]{43}\.ics/.exec(html)?.[0]
    const first = addressIn((await owner.post("make-address")).html)
    const second = addressIn((await owner.post("make-address")).html)
    expect(first).toBeDefined()
    expect(second).not.toBe(first)
    const page = await owner.open(path)
    expect(page.headers.get("Cache-Control")).toBe("private, no-store")
    expect(addressIn(await page.text())).toBe(second)
    expect((await ask(first ?? "")).status).toBe(404)
    expect((await ask(second ?? "")).status).toBe(200)
    const { html } = await owner.post("end-address")
    expect(addressIn(html)).toBeUndefined()
    expect(shownText(html)).toContain("The address no longer works.")
    expect((await ask(second ?? "")).status).toBe(404)
  })

  test("is not there for a member without a profile", async () => {
    const member = await insertMember()
    expect((await member.open(path)).status).toBe(404)
    expect((await member.submit(path, { intent: "make-address" })).status).toBe(404)
  })
})
