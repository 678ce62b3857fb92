import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { applicationLinks, applications, emailTokens } from "~/db/schema"
import type { Actor } from "~/domain/core/actor/actor"
import {
  type DeskMove,
  getDeskApplication,
  listDeskApplications,
  moveApplication,
  openDeskPicture,
} from "~/domain/support/applications/staff.server"
import { sha256 } from "~/lib/crypto.server"
import { newAddress } from "../../helpers/app"
import {
  type Applicant,
  applicationOf,
  declarations,
  filesOf,
  fillIn,
  newApplicant,
  picturesOf,
  sendIn,
  staffCtx,
} from "../../helpers/applicant"
import { ask, deliverMails, linkIn, mailsTo, receive, runCron, submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { headingOf } from "../../helpers/page"
import { DAY, db } from "../../helpers/rows"

/** Returns an applicant whose application was sent, and the private link of their mail. */
async function sentApplication(applicant: Applicant = newApplicant()) {
  const { id, email } = await sendIn(applicant)
  return { applicant, id, email, link: linkIn(await receive(email)) }
}

type Staff = Awaited<ReturnType<typeof staffCtx>>

/** Moves an application at its current version. */
async function move({ ctx }: Staff, id: string, move: DeskMove, note: string | null = null) {
  const { version } = await getDeskApplication(ctx, id)
  await moveApplication(ctx, id, { move, version, note })
}

const press = (link: string, intent: string, more: Record<string, string> = {}) =>
  submit(link, { intent }, { headers: { "CF-Connecting-IP": newAddress(), ...more } })

describe("the private link of a receipt", () => {
  test("the private link of a receipt shows the application and its state, without its pictures, and changes nothing", async () => {
    const { id, link } = await sentApplication()
    const before = [await applicationOf(id), await db.select().from(applicationLinks)]
    for (let n = 0; n < 3; n += 1) {
      const html = await (await ask(link)).text()
      expect(headingOf(html)).toBe("We have received your application")
      expect(html).toContain("afternoons without haste")
      expect(html).toContain("2 pictures, seen only by you and our team")
      expect(html).not.toMatch(/<img[^>]*\/api\/applications/)
      expect(html).not.toMatch(/applicant\d+@/)
    }
    expect([await applicationOf(id), await db.select().from(applicationLinks)]).toEqual(before)
  })

  test("the private link of a receipt is stored as a hash", async () => {
    const { id, link } = await sentApplication()
    const token = link.split("/").at(-1) ?? ""
    const stored = await db.select().from(applicationLinks).where(eq(applicationLinks.applicationId, id))
    expect(stored).toMatchObject([{ tokenHash: sha256(token) }])
    expect((await mailsTo((await applicationOf(id))?.email ?? ""))[0]?.data).toBe("{}")
  })

  test("a forged, foreign or overlong private link opens nothing and moves nothing", async () => {
    const { id, link } = await sentApplication()
    await db.insert(emailTokens).values({
      tokenHash: sha256("of-a-password"),
      purpose: "reset",
      subjectId: id,
      expiresAt: Date.now() + DAY,
      createdAt: Date.now(),
    })
    for (const forged of [
      `${link}x`,
      "/casting/follow/of-a-password",
      "/casting/follow/%00",
      `/casting/follow/${"x".repeat(5_000)}`,
    ]) {
      const response = await ask(forged)
      expect([response.status, headingOf(await response.text())]).toEqual([410, "This link no longer works"])
      for (const action of ["withdraw", "edit"]) expect((await press(forged, action)).status).toBe(410)
    }
    expect((await press(link, "withdraw", { Origin: "https://evil.example" })).status).toBe(403)
    expect((await press(link, "accept")).status).toBe(400)
    expect((await press(link, "edit")).status).toBe(409)
    expect((await applicationOf(id))?.state).toBe("submitted")
  })

  test("the private link withdraws the application in one press, once, and deletes its pictures at once", async () => {
    const { id, link, email, applicant } = await sentApplication()
    expect(await filesOf(id)).toHaveLength(2)
    const html = await (await press(link, "withdraw")).text()
    expect(headingOf(html)).toBe("You withdrew your application")
    expect([(await applicationOf(id))?.state, await picturesOf(id), await filesOf(id)]).toEqual(["withdrawn", [], []])
    expect((await receive(email)).subject).toBe("Your application was withdrawn")
    expect((await press(link, "withdraw")).status).toBe(404)
    expect(headingOf(await (await ask(link)).text())).toBe("You withdrew your application")
    expect(headingOf(await (await applicant.open("/casting/you")).text())).toBe("Who you are")
    const again = await applicant.step("you", { first_name: "Ada again" }, "later")
    expect(again.status).toBe(302)
    expect((await applicationOf(id))?.state).toBe("withdrawn")
  })
})

describe("the page of a member's application", () => {
  test("the page of a member's application withdraws it too", async () => {
    const { applicant, id } = await sentApplication()
    const response = await applicant.send("/casting/status", { intent: "withdraw" })
    expect([response.status, (await applicationOf(id))?.state, await filesOf(id)]).toEqual([200, "withdrawn", []])
  })

  test("the page of a member's application is nobody else's", async () => {
    await sentApplication()
    const response = await newApplicant().send("/casting/status", { intent: "withdraw" })
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/casting"])
  })
})

describe("staff", () => {
  test("staff take up, request a change, and accept the result; the applicant is informed of each step but the first", async () => {
    const { applicant, id, email, link } = await sentApplication()
    const staff = await staffCtx()
    await move(staff, id, "take")
    expect(await applicationOf(id)).toMatchObject({ state: "in_review", staffId: staff.staff.id })
    expect(headingOf(await (await ask(link)).text())).toBe("We are reading your application")
    await move(staff, id, "request_changes", "A brighter picture, please.\n<b>Truly.</b>")
    const mail = await receive(email)
    expect(mail.subject).toBe("A question about your application")
    expect(mail.text).not.toContain("brighter")
    const asked = await (await ask(linkIn(mail))).text()
    expect(headingOf(asked)).toBe("We ask for a change")
    expect(asked).toContain("A brighter picture, please.\n&lt;b&gt;Truly.&lt;/b&gt;")
    expect((await applicationOf(id))?.expiresAt).toBeGreaterThan(Date.now() + 89 * DAY)

    expect((await applicant.open("/casting/you")).status).toBe(200)
    await applicant.step("words", {
      ...(await textsOf(id)),
      experience: "Thirteen years of walks, to be exact about it.",
    })
    expect((await applicant.step("send", { ...declarations, email })).headers.get("Location")).toBe("/casting/status")
    expect((await receive(email)).subject).toBe("We received your application")
    expect(await applicationOf(id)).toMatchObject({ state: "submitted", expiresAt: null })
    await move(staff, id, "take")
    await move(staff, id, "accept")
    expect((await receive(email)).subject).toBe("Good news about your application")
    expect(await applicationOf(id)).toMatchObject({ state: "accepted", note: null, expiresAt: null })
    const html = await (await ask(link)).text()
    expect(headingOf(html)).toBe("We would be glad to list you")
    expect(await filesOf(id)).toHaveLength(2)
  })

  test("staff decline an application with a reason", async () => {
    const { id, email, link } = await sentApplication()
    const staff = await staffCtx()
    await move(staff, id, "take")
    await move(staff, id, "decline", "We have no room in this city.")
    expect((await receive(email)).subject).toBe("Our decision on your application")
    const html = await (await ask(link)).text()
    for (const shown of [
      "We are not taking your application further",
      "We have no room in this city.",
      "will be deleted on",
    ])
      expect(html).toContain(shown)
    expect((await press(link, "withdraw")).status).toBe(404)
  })

  test("staff act on the version that they have read: after a change in between, nothing moves", async () => {
    const { applicant, id } = await sentApplication()
    const { ctx } = await staffCtx()
    const { version } = await getDeskApplication(ctx, id)
    const changed = { code: "conflict.changed" }
    for (const wrong of ["accept", "decline", "request_changes"] as const)
      await expect(moveApplication(ctx, id, { move: wrong, version })).rejects.toMatchObject(changed)
    const both = await Promise.allSettled([1, 2].map(() => moveApplication(ctx, id, { move: "take", version })))
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    await expect(moveApplication(ctx, id, { move: "accept", version })).rejects.toMatchObject(changed)
    const read = await getDeskApplication(ctx, id)
    await applicant.send("/casting/status", { intent: "withdraw" })
    await expect(moveApplication(ctx, id, { move: "accept", version: read.version })).rejects.toMatchObject(changed)
    expect((await applicationOf(id))?.state).toBe("withdrawn")
    await deliverMails()
    const mails = await mailsTo((await applicationOf(id))?.email ?? "")
    expect(mails.filter(({ template }) => template === "application")).toHaveLength(2)
  })

  test("staff do not decide on their own application, nor read anybody's draft", async () => {
    const staff = await staffCtx()
    const member = await insertMember()
    const own = newApplicant(member.cookie)
    const id = await fillIn(own)
    await expect(getDeskApplication(staff.ctx, id)).rejects.toMatchObject({ code: "request.not_found" })
    await own.step("send", declarations)
    await db.update(applications).set({ userId: staff.staff.id }).where(eq(applications.id, id))
    await expect(move(staff, id, "take")).rejects.toMatchObject({ code: "conflict.changed" })
    await move(await staffCtx(), id, "take")
  })

  test("staff see the oldest applications first, their pictures, and the address to write to; nobody else does", async () => {
    await db.delete(applications)
    const first = await sentApplication()
    const member = await insertMember()
    const second = newApplicant(member.cookie)
    const id = await fillIn(second)
    await second.step("send", declarations)
    const { ctx } = await staffCtx()
    const { data, next_cursor } = await listDeskApplications(ctx, "submitted", null)
    expect([data.map((entry) => entry.id), next_cursor]).toEqual([[first.id, id], null])
    expect(data[0]).toMatchObject({ first_name: "Ada", pictures: 2, is_member: false, state: "submitted" })
    expect(await getDeskApplication(ctx, id)).toMatchObject({ contact: member.user.email, is_member: true })
    expect(await getDeskApplication(ctx, first.id)).toMatchObject({ contact: first.email })
    const [picture] = await picturesOf(id)
    expect((await openDeskPicture(ctx, id, picture?.id ?? "")).size).toBeGreaterThan(0)
    await expect(openDeskPicture(ctx, first.id, picture?.id ?? "")).rejects.toMatchObject({ code: "request.not_found" })
    await expect(listDeskApplications(ctx, "submitted", "'--")).rejects.toMatchObject({ code: "cursor.invalid" })
    const actor = { kind: "member", user: { ...member.user, groups: [] }, session: {} } as unknown as Actor
    for (const action of [
      () => listDeskApplications({ ...ctx, actor }, "submitted", null),
      () => getDeskApplication({ ...ctx, actor }, first.id),
      () => moveApplication({ ...ctx, actor }, first.id, { move: "take", version: 1 }),
    ])
      await expect(action()).rejects.toMatchObject({ code: "request.not_found" })
    const visitor = { ...ctx, actor: { kind: "visitor" as const } }
    await expect(listDeskApplications(visitor, "submitted", null)).rejects.toMatchObject({ code: "auth.required" })
  })
})

describe("changes that were asked for", () => {
  test("requested changes are made from a browser that has the link, and from no other", async () => {
    const { applicant, id, email } = await sentApplication()
    const staff = await staffCtx()
    await move(staff, id, "take")
    await move(staff, id, "request_changes", "More, please.")
    const link = linkIn(await receive(email))
    const phone = newApplicant()
    const response = await phone.send(link, { intent: "edit" })
    expect([response.headers.get("Location"), phone.secret()]).toEqual([
      "/casting/you",
      expect.stringMatching(/^.{43}$/),
    ])
    expect(await (await phone.open("/casting/you")).text()).toContain('value="Ada"')
    expect(await (await applicant.open("/casting/you")).text()).not.toContain('value="Ada"')
    expect((await phone.step("send", { ...declarations, email })).headers.get("Location")).toBe("/casting/status")
  })

  test("requested changes of a member's application need their login", async () => {
    const member = await insertMember()
    const applicant = newApplicant(member.cookie)
    const id = await fillIn(applicant)
    await applicant.step("send", declarations)
    const staff = await staffCtx()
    await move(staff, id, "take")
    await move(staff, id, "request_changes", "More, please.")
    const link = linkIn(await receive(member.user.email))
    const stranger = newApplicant()
    const response = await stranger.send(link, { intent: "edit" })
    expect([response.headers.get("Location"), stranger.secret()]).toEqual(["/auth/login", null])
    const own = await applicant.send(link, { intent: "edit" })
    expect(own.headers.get("Location")).toBe("/casting/you")
  })
})

async function textsOf(id: string) {
  const row = await applicationOf(id)
  return { written_in: "en", presentation: row?.presentation ?? "", experience: row?.experience ?? "" }
}

test("the nightly cron deletes expired applications with their pictures and links, and none that waits for staff", async () => {
  const age = async (id: string, expiresAt: number | null) =>
    db.update(applications).set({ expiresAt }).where(eq(applications.id, id))
  const draft = newApplicant()
  const draftId = await fillIn(draft)
  const fresh = await fillIn(newApplicant())
  const { id: waiting } = await sentApplication()
  const { id: declined } = await sentApplication()
  const staff = await staffCtx()
  await move(staff, declined, "take")
  await move(staff, declined, "decline", "No.")
  await age(draftId, Date.now() - 1)
  await age(declined, Date.now() - 1)
  await runCron("17 3 * * *")
  for (const id of [draftId, declined]) {
    expect([await applicationOf(id), await filesOf(id), await picturesOf(id)]).toEqual([undefined, [], []])
    expect(await db.select().from(applicationLinks).where(eq(applicationLinks.applicationId, id))).toEqual([])
  }
  for (const id of [fresh, waiting])
    expect([(await filesOf(id)).length, id]).toEqual([2, (await applicationOf(id))?.id])
  expect(await (await draft.open("/casting/you")).text()).not.toContain('value="Ada"')
})
