import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test } from "vitest"
import { applicationLinks, applications, consents, profiles, signups, users } from "~/db/schema"
import { consentVersions } from "~/domain/accounts/sign-up/join.server"
import { proofLifetime } from "~/domain/support/applications/join-linked.server"
import { getDeskApplication, moveApplication } from "~/domain/support/applications/staff.server"
import { sha256 } from "~/lib/crypto.server"
import { en, fetchWith, form, fr, newAddress, setCookieOf, withAccess } from "../../helpers/app"
import { applicationOf, newApplicant, sendIn, staffCtx, statusPathOf } from "../../helpers/applicant"
import { ask, linkIn, mailBindings, mailsTo, receive, submit, takeJobs, takeWoken } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { shownText } from "../../helpers/page"
import { db } from "../../helpers/rows"
import { workshopOf } from "../../profiles/editing/people"

afterEach(() => {
  takeJobs()
  takeWoken()
})

const account = { name: "Ada", password: "the cat sleeps on the sofa", adult: "on", terms: "on" }

/** Inserts an accepted application of a visitor; `link` is that of the mail about it. */
async function insertAccepted() {
  const { id, email } = await sendIn(newApplicant())
  const { ctx } = await staffCtx()
  for (const move of ["take", "accept"] as const) {
    const { version } = await getDeskApplication(ctx, id)
    await moveApplication(ctx, id, { move, version })
  }
  const link = linkIn(await receive(email))
  return { id, email, link, status: statusPathOf(link), token: link.split("/").at(-2) ?? "" }
}

const join = (link: string, fields: Record<string, string> = account) =>
  submit(link, fields, { headers: { "CF-Connecting-IP": newAddress() } })
const locationOf = (response: Response) => [response.status, response.headers.get("Location")]
const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]
const sessionOf = (response: Response) => setCookieOf(response, "__Host-salon_session")

describe("the link of an accepted application", () => {
  test("opens a confirmed account with its profile: a password is all that is typed, and no mail has to be confirmed", async () => {
    const { id, email, link } = await insertAccepted()
    expect(link).toMatch(/^\/casting\/follow\/[\w-]{43}\/join$/)
    for (const opened of ["first", "second"]) {
      const page = await (await ask(link)).text()
      expect([opened, page.includes(`value="${email}"`), page.includes('value="Ada"')]).toEqual([opened, true, true])
      expect(page).toMatch(/<input[^>]*readOnly=""[^>]*name="email"|<input[^>]*name="email"[^>]*readOnly=""/i)
    }
    expect(await userOf(email), "opening the link").toBeUndefined()

    const joined = await join(link)
    expect(locationOf(joined)).toEqual([302, "/profile/escort"])
    const user = await userOf(email)
    expect(user).toMatchObject({ name: "Ada", locale: "en", emailVerifiedAt: expect.any(Number) })
    const agreed = await db
      .select()
      .from(consents)
      .where(eq(consents.userId, user?.id ?? ""))
    expect(agreed.map(({ kind, version }) => [kind, version]).toSorted()).toEqual([
      ["adult", consentVersions.adult],
      ["terms", consentVersions.terms],
    ])
    expect(await applicationOf(id)).toMatchObject({ userId: user?.id, state: "accepted", secretHash: null })
    const cookie = `__Host-salon_session=${sessionOf(joined)?.value}`
    expect((await ask("/profile/escort", { headers: { Cookie: cookie } })).status).toBe(200)
    const call = async (_method: string, path: string) => ask(`/api${path}`, { headers: { Cookie: cookie } })
    const workshop = await workshopOf({ call } as Parameters<typeof workshopOf>[0])
    expect([workshop.state, workshop.name]).toEqual(["draft", "Ada"])
    expect(takeJobs()).toContainEqual({ kind: "application_pictures", applicationId: id, profileId: workshop.id })
    expect((await mailsTo(email)).filter(({ template }) => template === "join")).toEqual([])
  })

  test("tells its mailbox of the device that opened the account: a forwarded link does so for the applicant's address alone", async () => {
    const { email, link } = await insertAccepted()
    const other = "somebody-else@example.org"
    expect(locationOf(await join(link, { ...account, name: "Somebody", email: other }))).toEqual([
      302,
      "/profile/escort",
    ])
    expect([await userOf(other), (await userOf(email))?.name]).toEqual([undefined, "Somebody"])
    expect((await mailsTo(email)).map(({ template }) => template)).toContain("new-sign-in")
  })

  test("opens one account, however often and from however many tabs the form is sent", async () => {
    const { email, link, status } = await insertAccepted()
    const answers = await Promise.all([join(link), join(link), join(link)])
    expect(answers.map(({ headers }) => headers.get("Location")).toSorted()).toEqual([
      status,
      status,
      "/profile/escort",
    ])
    expect(answers.filter((answer) => sessionOf(answer))).toHaveLength(1)
    expect(await db.$count(profiles, eq(profiles.ownerId, (await userOf(email))?.id ?? ""))).toBe(1)
    const again = await join(link)
    expect([locationOf(again), sessionOf(again)]).toEqual([[302, status], undefined])
    expect(locationOf(await ask(link))).toEqual([302, status])
    expect(shownText(await (await ask(status)).text())).toContain("Open your profile")
  })

  test("leads to the login where the address has an account, which then claims the profile", async () => {
    const { id, email, link, status } = await insertAccepted()
    const member = await insertMember({ email })
    expect(locationOf(await ask(link))).toEqual([302, status])
    expect(locationOf(await join(link))).toEqual([302, status])
    expect(shownText(await (await ask(status)).text())).toContain("Your address has an account.")
    const pressed = await submit(status, { intent: "claim" })
    expect(locationOf(pressed)).toEqual([302, "/auth/login"])
    expect(setCookieOf(pressed, "__Host-salon_return")?.value ?? "").toContain(encodeURIComponent(status))
    expect(locationOf(await member.open(link))).toEqual([302, status])
    expect(shownText(await (await member.open(status)).text())).toContain("in which you are logged in")
    expect(locationOf(await member.submit(status, { intent: "claim" }))).toEqual([302, "/profile/escort"])
    expect((await applicationOf(id))?.userId).toBe(member.user.id)
  })

  test("proves its address for 14 days, and leads to any account afterwards", async () => {
    const { email, link, status, token } = await insertAccepted()
    const issue = (createdAt: number) =>
      db
        .update(applicationLinks)
        .set({ createdAt })
        .where(eq(applicationLinks.tokenHash, sha256(token)))
    await issue(Date.now() - proofLifetime + 60_000)
    expect((await ask(link)).status).toBe(200)
    await issue(Date.now() - proofLifetime - 1)
    expect(locationOf(await ask(link))).toEqual([302, status])
    expect(locationOf(await join(link))).toEqual([302, status])
    expect(await userOf(email)).toBeUndefined()
    const page = await (await ask(status)).text()
    expect(page).toContain(`href="/become-member?back=${encodeURIComponent(status)}"`)
    expect(locationOf(await submit(status, { intent: "claim" }))).toEqual([302, "/auth/login"])
    await db
      .update(applicationLinks)
      .set({ expiresAt: 1 })
      .where(eq(applicationLinks.tokenHash, sha256(token)))
    expect((await ask(status)).status).toBe(410)
  })

  test.each<[string, (id: string, token: string) => Promise<unknown>]>([
    [
      "the application has another address now",
      (id) => db.update(applications).set({ email: "new@example.org" }).where(eq(applications.id, id)),
    ],
    [
      "it was mailed before links were bound to addresses",
      (_id, token) =>
        db
          .update(applicationLinks)
          .set({ addressHash: null })
          .where(eq(applicationLinks.tokenHash, sha256(token))),
    ],
    ["the application was withdrawn", async (_id, token) => submit(`/casting/follow/${token}`, { intent: "withdraw" })],
    [
      "the application is with the team again",
      (id) => db.update(applications).set({ state: "in_review" }).where(eq(applications.id, id)),
    ],
    [
      "another account has claimed the profile",
      async (_id, token) => (await insertMember()).submit(`/casting/follow/${token}`, { intent: "claim" }),
    ],
  ])("opens no account once %s", async (_why, change) => {
    const { id, email, link, status, token } = await insertAccepted()
    await change(id, token)
    for (const response of [await ask(link), await join(link)]) {
      expect([locationOf(response), sessionOf(response)]).toEqual([[302, status], undefined])
    }
    expect([await userOf(email), await userOf("new@example.org")]).toEqual([undefined, undefined])
  })

  test("opens the account on the other language's domain too, in its language", async () => {
    const { email, link } = await insertAccepted()
    const page = await (await ask(fr + link)).text()
    expect([page.includes('lang="fr"'), shownText(page).includes("Votre candidature est acceptée")]).toEqual([
      true,
      true,
    ])
    expect(locationOf(await join(fr + link))).toEqual([302, "/profile/escort"])
    expect((await userOf(email))?.locale).toBe("fr")
  })

  test("voids the sign-ups that strangers made for the address", async () => {
    const { email, link } = await insertAccepted()
    await submit("/become-member", { ...account, name: "Stranger", email, password: "a stranger chose this one" })
    const stranger = linkIn(await receive(email))
    await join(link)
    expect(await db.$count(signups, eq(signups.email, email))).toBe(0)
    expect((await ask(stranger)).status).toBe(410)
    expect((await userOf(email))?.name).toBe("Ada")
  })
})

describe("joining by the link of an application is held to what joining is", () => {
  test.each([
    ["no word on the age", { adult: "" }],
    ["no agreement to the terms", { terms: "" }],
    ["a common password", { password: "password1" }],
    ["a short password", { password: "short" }],
    ["a name of staff", { name: "Salon support" }],
    ["no name", { name: " " }],
  ])("%s is refused beside its field, and the link still works", async (_what, change) => {
    const { email, link } = await insertAccepted()
    const refused = await join(link, { ...account, ...change })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('aria-invalid="true"')
    expect(await userOf(email)).toBeUndefined()
    expect(locationOf(await join(link))).toEqual([302, "/profile/escort"])
  })

  test("a captcha is asked for where one is configured", async () => {
    const { email, link } = await insertAccepted()
    const captcha = {
      CAPTCHA_PROVIDER: "turnstile",
      CAPTCHA_SITE_KEY: "1x00000000000000000000AA",
      CAPTCHA_SECRET: "secret",
    }
    const response = await fetchWith({ ...mailBindings, ...captcha }, link, await withAccess(form(account, en)))
    expect([response.status, await userOf(email)]).toEqual([422, undefined])
  })

  test("the limit of sign-ups for an address counts these too", async () => {
    const { email, link } = await insertAccepted()
    const statuses: number[] = []
    for (let press = 0; press < 6; press++)
      statuses.push((await join(link, { ...account, name: "Salon support" })).status)
    expect([statuses, await userOf(email)]).toEqual([[422, 422, 422, 422, 422, 429], undefined])
  })

  test("a link that was never issued opens nothing", async () => {
    for (const token of ["nothing", "%00", "x".repeat(3_000)]) {
      const response = await join(`/casting/follow/${token}/join`)
      expect([response.status, sessionOf(response)]).toEqual([302, undefined])
    }
  })
})
