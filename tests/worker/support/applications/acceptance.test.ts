import { eq } from "drizzle-orm"
import { describe, expect, test } from "vitest"
import { notifications, profiles } from "~/db/schema"
import { type DeskMove, getDeskApplication, moveApplication } from "~/domain/support/applications/staff.server"
import { translator } from "~/i18n/i18n.server"
import { applicationOf, insertApplicant, newApplicant, sendIn, staffCtx, statusPathOf } from "../../helpers/applicant"
import { ask, linkIn, mailsTo, receive, submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { db } from "../../helpers/rows"
import { stateOf, workshopOf } from "../../profiles/editing/people"

const english = translator("en", "errors")

/** Takes an application up and makes this decision. */
async function decide(id: string, move: DeskMove): Promise<void> {
  const { ctx } = await staffCtx()
  for (const step of ["take", move] as const) {
    const { version } = await getDeskApplication(ctx, id)
    await moveApplication(ctx, id, { move: step, version })
  }
}

const profileOf = async (ownerId: string) => (await db.select().from(profiles).where(eq(profiles.ownerId, ownerId)))[0]

describe("an accepted application", () => {
  test("makes its member the owner of a draft profile with what they wrote, and leads them to it", async () => {
    const { member, id } = await insertApplicant()
    const sent = await applicationOf(id)
    await decide(id, "accept")
    const { state, name, slug, fields, checklist } = await workshopOf(member)
    expect([state, name]).toEqual(["draft", sent?.firstName])
    expect(slug).toMatch(/^ada-[a-z0-9]{5}$/)
    const about = fields[`about.${sent?.writtenIn ?? "en"}`]
    expect(about).toMatchObject({ live: "", edit: { state: "draft" } })
    for (const texts of [sent?.presentation, sent?.experience]) expect(about.value).toContain(texts)
    expect(fields.languages.value).toEqual(sent?.languages.split(","))
    expect(fields.name.edit).toMatchObject({ state: "draft" })
    expect(checklist.find(({ item }) => item === "identity")?.state).toBe("missing")
    const [news] = await db.select().from(notifications).where(eq(notifications.userId, member.user.id))
    expect(news).toMatchObject({ type: "review", state: "accepted" })
    const opened = await member.open(`/profile/notifications/${news?.id}`)
    expect(opened.headers.get("Location")).toBe("/profile/escort")
  })

  test("that was declined makes no profile", async () => {
    const { member, id } = await insertApplicant()
    await decide(id, "decline")
    expect([await profileOf(member.user.id), (await member.call("GET", "/me/profile")).status]).toEqual([
      undefined,
      404,
    ])
  })

  test("of a visitor becomes the profile of the account that opens its private link, once", async () => {
    const { id, email } = await sendIn(newApplicant())
    await decide(id, "accept")
    const link = statusPathOf(linkIn(await receive(email)))
    expect(await (await ask(link)).text()).toContain("Begin your profile")
    const [member, late] = [await insertMember(), await insertMember()]
    const claim = ({ cookie }: { cookie: string }) => submit(link, { intent: "claim" }, { headers: { Cookie: cookie } })
    expect((await claim(member)).headers.get("Location")).toBe("/profile/escort")
    expect((await workshopOf(member)).state).toBe("draft")
    const refused = await claim(late)
    expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining(english("casting.claimed"))])
    expect((await claim(member)).headers.get("Location"), "pressed twice").toBe("/profile/escort")
    expect([await profileOf(late.user.id), (await applicationOf(id))?.userId]).toEqual([undefined, member.user.id])
  })

  test("goes on in the browser that sent it: signed in to the workshop, otherwise to a mail that proves the address", async () => {
    const applicant = newApplicant()
    const { id, email } = await sendIn(applicant)
    await decide(id, "accept")
    await receive(email)
    const before = (await mailsTo(email)).length
    const asked = await applicant.send("/casting/status", { intent: "claim" })
    expect([asked.status, (await asked.text()).includes("Open the link in that message")]).toEqual([200, true])
    expect((await mailsTo(email)).length).toBe(before + 1)
    expect(linkIn(await receive(email))).toMatch(/^\/casting\/follow\//)

    const member = await insertMember()
    const signedIn = newApplicant(member.cookie)
    signedIn.hold(applicant.secret())
    for (const press of ["first", "second"]) {
      const claimed = await signedIn.send("/casting/status", { intent: "claim" })
      expect([press, claimed.status, claimed.headers.get("Location")]).toEqual([press, 302, "/profile/escort"])
    }
    expect((await workshopOf(member)).state).toBe("draft")
  })

  test("sends its link again five times an hour at most, and none for one that is not accepted", async () => {
    const applicant = newApplicant()
    const { id, email } = await sendIn(applicant)
    expect((await applicant.send("/casting/status", { intent: "claim" })).status).toBe(404)
    await decide(id, "accept")
    const statuses: number[] = []
    for (let press = 0; press < 6; press++) {
      statuses.push((await applicant.send("/casting/status", { intent: "claim" })).status)
    }
    // The receipt of the application was the first of five.
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
    expect((await mailsTo(email)).length).toBe(6)
  })

  test("withdrawn by its private link takes the profile with it", async () => {
    const { member, id } = await insertApplicant()
    await decide(id, "accept")
    const link = linkIn(await receive(member.user.email))
    const profile = await profileOf(member.user.id)
    expect((await submit(link, { intent: "withdraw" })).status).toBe(200)
    expect(await stateOf({ profile: { id: profile?.id ?? "" } })).toBe("withdrawn")
  })
})
