import { eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import { consents, emailTokens, outboxEmails, sessions, signups, users } from "~/db/schema"
import { consentVersions } from "~/domain/accounts/sign-up/join.server"
import { sha256 } from "~/lib/crypto.server"
import { networkOf } from "~/lib/network-address"
import { addCookie, en, fetchWith, fr, newAddress, setCookieOf, signedIn } from "../helpers/app"
import { Browser } from "../helpers/browser"
import { exhaustLimit } from "../helpers/limits"
import { ask, call, deliverMails, linkIn, mailBindings, mailsTo, receive, submit, takeWoken } from "../helpers/mail"
import { headingOf } from "../helpers/page"
import { db, insertUser } from "../helpers/rows"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
})

const MINUTE = 60_000
const password = "the cat sleeps on the sofa"

let made = 0
const newEmail = () => `joiner${++made}@example.org`
const fieldsOf = (email: string, changes: Record<string, string> = {}) => ({
  name: "Ada Lovelace",
  email,
  password,
  adult: "on",
  terms: "on",
  ...changes,
})

/** Requests a sign-up; returns the path of the link in the mail. */
async function join(email = newEmail(), changes: Record<string, string> = {}) {
  const response = await submit("/become-member", fieldsOf(email, changes))
  expect(response.status).toBe(302)
  const link = linkIn(await receive(email))
  const cookie = `__Host-salon_signup=${setCookieOf(response, "__Host-salon_signup")?.value}`
  return { email, link, cookie, signup: link.split("/").at(-2) as string, token: link.split("/").at(-1) as string }
}

const userOf = async (email: string) => (await db.select().from(users).where(eq(users.email, email)))[0]
const signupsOf = (email: string) => db.select().from(signups).where(eq(signups.email, email))
const tokensOf = (subject: string) => db.select().from(emailTokens).where(eq(emailTokens.subjectId, subject))

/** Counts the rows that hold an address. */
async function tracesOf(email: string): Promise<number> {
  const found = await Promise.all([
    userOf(email).then((user) => (user ? [user] : [])),
    signupsOf(email),
    mailsTo(email),
  ])
  return found.flat().length
}

describe("requesting a sign-up", () => {
  test("a sign-up writes a request and a mail, and no user yet", async () => {
    const email = newEmail()
    const response = await submit("/become-member", fieldsOf(` ${email.toUpperCase()} `, { name: "  Ada  " }))
    const [signup] = await signupsOf(email)
    expect([response.status, response.headers.get("Location")]).toEqual([302, `/auth/emails/sent/${signup?.id}`])
    expect(signup).toMatchObject({
      name: "Ada",
      locale: "en",
      termsVersion: consentVersions.terms,
      adultVersion: consentVersions.adult,
    })
    expect(signup?.passwordHash).toMatch(/^scrypt\$/)
    expect(await userOf(email)).toBeUndefined()
    expect(await mailsTo(email)).toMatchObject([{ template: "join", state: "queued" }])
  })

  test("a sign-up stores no token, link or name in the outbox, and only the hash of the token elsewhere", async () => {
    const { email, signup, token } = await join()
    const [mail] = await mailsTo(email)
    expect(mail).toMatchObject({ state: "sent", data: "{}" })
    expect(await tokensOf(signup)).toMatchObject([{ tokenHash: sha256(token), purpose: "join" }])
    expect(JSON.stringify(await tokensOf(signup))).not.toContain(token)
    const waiting = newEmail()
    await submit("/become-member", fieldsOf(waiting))
    expect(JSON.parse((await mailsTo(waiting))[0]?.data ?? "")).toEqual({ signupId: (await signupsOf(waiting))[0]?.id })
  })

  test("a sign-up lets no stranger put words into the mail", async () => {
    const email = newEmail()
    await submit("/become-member", fieldsOf(email, { name: "You won! See evil.example" }))
    const { subject, text, html } = await receive(email)
    expect(subject + text + html).not.toMatch(/evil\.example|You won/)
  })

  test("a sign-up's mail is in the language of the page", async () => {
    const email = newEmail()
    await submit(`${fr}/become-member`, fieldsOf(email))
    const { subject, text } = await receive(email)
    expect(subject).toBe("Confirmez votre adresse")
    expect(text).toContain("http://fr.localhost:8787/auth/emails/verify/")
  })

  test("a sign-up is not offered to a signed-in member", async () => {
    const response = await fetchWith({}, "/become-member", await signedIn(await insertUser()))
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile"])
  })

  test("a sign-up is refused after five mails to one address, in the page's language, with the typed values", async () => {
    const email = newEmail()
    for (let n = 0; n < 5; n += 1) expect((await submit("/become-member", fieldsOf(email))).status).toBe(302)
    for (const [origin, sentence] of [
      [en, "Too many attempts. Please wait"],
      [fr, "Trop de tentatives. Patientez"],
    ] as const) {
      const response = await submit(`${origin}/become-member`, fieldsOf(email))
      expect([response.status, Number(response.headers.get("Retry-After")) > 0]).toEqual([429, true])
      const html = await response.text()
      expect(html).toContain(sentence)
      expect(html).toContain(`value="${email}"`)
    }
    expect(await signupsOf(email)).toHaveLength(5)
  })
})

describe("the page after joining", () => {
  test("the page after a sign-up shows the typed address to its browser alone", async () => {
    const email = newEmail()
    const browser = await new Browser().enter()
    const path = (await browser.submit("/become-member", fieldsOf(email))).headers.get("Location") ?? ""
    const page = await (await browser.fetch(path)).text()
    expect(page).toContain(`We have written to ${email}.`)
    expect(page).toContain("Use another one")
    const other = await (await ask(path)).text()
    expect(other).toContain("We have written to the address you gave.")
    expect(other).not.toContain(email)
  })

  test("the page after a sign-up promises no mail to a confirmed member, and says what to do instead", async () => {
    const { link, signup } = await join()
    expect((await submit(link, { password })).status).toBe(302)
    const answer = await (await submit(`/auth/emails/sent/${signup}`, {})).text()
    expect(answer).toContain("If your address is already confirmed, no message is sent: log in.")
  })
})

describe("a known address", () => {
  /** Returns a response without its random parts: the sign-up's id, the request's, the nonce and the next form's request id. */
  async function shown(response: Response, id: string) {
    const masked = (text: string) =>
      text
        .replaceAll(id, "ID")
        .replace(/\b[0-9a-f]{32}\b/g, "NONCE")
        .replace(/(name="request_id" value=")[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"/g, '$1FORM"')
    const headers = [...response.headers].filter(([name]) => !["set-cookie", "x-request-id"].includes(name))
    return {
      status: response.status,
      headers: headers.map(([name, value]) => [name, masked(value)]),
      body: masked(await response.text()),
    }
  }

  test("a sign-up with a known address has the same response as a new one, to the byte, and the same next page", async () => {
    const askAs = async (email: string) => {
      const response = await submit("/become-member", fieldsOf(email))
      const location = response.headers.get("Location") ?? ""
      const id = location.split("/").at(-1) ?? ""
      return [await shown(response, id), await shown(await ask(location), id)]
    }
    expect(await askAs((await insertUser()).email)).toEqual(await askAs(newEmail()))
  })

  test("a sign-up with a known address has the same response from the API too", async () => {
    const askAs = async (email: string) => {
      const response = await call("/auth/join", { ...fieldsOf(email), adult: true, terms: true })
      const { signup, secret } = await response.clone().json<{ signup: string; secret: string }>()
      const { body, ...rest } = await shown(response, signup)
      return { ...rest, body: body.replace(secret, "SECRET") }
    }
    expect(await askAs((await insertUser()).email)).toEqual(await askAs(newEmail()))
  })

  test("a sign-up with a known address sends a mail that says so, without a working link", async () => {
    const { email, id } = await insertUser({ passwordHash: "as it was" })
    await submit("/become-member", fieldsOf(email))
    const mail = await receive(email)
    expect(mail.subject).toBe("You already have an account")
    expect(linkIn(mail)).toBe("/auth/password/reset")
    const [signup] = await signupsOf(email)
    expect(await tokensOf(signup?.id ?? "")).toEqual([])
    expect(await userOf(email)).toMatchObject({ id, passwordHash: "as it was" })
  })
})

describe("invalid values", () => {
  test.each([
    ["a Kelvin sign, which becomes a k in lower case", "\u212Aate@example.org"],
    ["a Cyrillic a", "\u0430da@example.org"],
    ["a full-width at", "ada\uff20example.org"],
    ["a space in it", "a da@example.org"],
    ["two addresses", "ada@example.org,bob@example.org"],
    ["a line break", "ada@example.org\nBcc: bob@example.org"],
  ])("a sign-up with an e-mail with %s is refused", async (_, email) => {
    const before = (await db.select().from(outboxEmails)).length
    const response = await submit("/become-member", fieldsOf(email))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain("Enter a full email address, such as name@example.org.")
    expect(await db.select().from(outboxEmails)).toHaveLength(before)
  })

  test.each([
    ["of a megabyte", "x".repeat(1_000_000), "This is too long."],
    ["of a megabyte of marks in the wrong order", "\u0315\u0300".repeat(80_000), "This is too long."],
    ["that is empty", "   ", "This field is required."],
    ["that nobody can see", "\u200b\u200b", "This field is required."],
    ["of marks", "A\u0334\u0335\u0336da", "This value isn’t accepted here."],
  ])("a sign-up with a name %s is refused", async (_, name, sentence) => {
    const email = newEmail()
    const response = await submit("/become-member", fieldsOf(email, { name }))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(sentence)
    expect(await tracesOf(email)).toBe(0)
  })

  test.each([
    ["too short", "seven77", "Use 8 to 128 characters."],
    ["too long", "x".repeat(129), "Use 8 to 128 characters."],
    ["among the commonest", "password1", "This is one of the most common passwords."],
    ["among the commonest, in capitals and spaces", " PASSWORD1 ", "This is one of the most common passwords."],
    ["among the commonest, in full-width letters", "\uff50assword1", "This is one of the most common passwords."],
  ])("a sign-up with a password %s is refused; the other values come back", async (_, given, sentence) => {
    const email = newEmail()
    const response = await submit("/become-member", fieldsOf(email, { password: given }))
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain(sentence)
    expect(html).toContain(`value="${email}"`)
    expect(html).toContain('value="Ada Lovelace"')
    expect(html.match(/<input[^>]*type="checkbox"[^>]*checked=""/g)).toHaveLength(2)
    expect(html).not.toContain(given.trim())
    expect(await tracesOf(email)).toBe(0)
  })

  test("a sign-up refuses the e-mail itself as a password", async () => {
    const email = newEmail()
    const response = await submit("/become-member", fieldsOf(email, { password: email.toUpperCase() }))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain("Choose something other than your email address.")
    expect(await tracesOf(email)).toBe(0)
  })

  test("a sign-up refuses a box that is not ticked", async () => {
    for (const box of ["adult", "terms"]) {
      const email = newEmail()
      const response = await submit("/become-member", fieldsOf(email, { [box]: "" }))
      expect(response.status).toBe(422)
      expect(await response.text()).toContain("Tick this to continue.")
      expect(await tracesOf(email)).toBe(0)
    }
  })

  test("a sign-up without script focuses the first field in error", async () => {
    const response = await submit("/become-member", fieldsOf("ada", { password: "short", terms: "" }))
    const focused = (await response.text()).match(/<input[^>]*autofocus=""[^>]*>/gi)
    expect(focused).toHaveLength(1)
    expect(focused?.[0]).toContain('name="email"')
  })

  test("a sign-up accepts the longest allowed password, which then signs in", async () => {
    const long = "\u{1F408}".repeat(128)
    const { email, link } = await join(newEmail(), { password: long })
    expect((await submit(link, { password: long })).status).toBe(302)
    expect((await call("/auth/login", { email, password: long })).status).toBe(200)
  })
})

describe("the link in the mail", () => {
  test("the link of a sign-up shows a button, and opening it changes nothing", async () => {
    const { email, link, signup } = await join()
    const before = await tokensOf(signup)
    for (let n = 0; n < 3; n += 1) {
      const response = await ask(link)
      expect(response.status).toBe(200)
      expect(headingOf(await response.text())).toBe("Confirm your address")
      expect(setCookieOf(response, "__Host-salon_session")).toBeUndefined()
    }
    await ask(link, { method: "HEAD" })
    expect(await userOf(email)).toBeUndefined()
    expect(await tokensOf(signup)).toEqual(before)
    expect(await signupsOf(email)).toHaveLength(1)
  })

  test("the button of a sign-up creates the account with its consents, and signs in", async () => {
    const { email, link, signup, token } = await join()
    const response = await submit(link, { password })
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/profile"])
    expect(await userOf(email)).toMatchObject({
      id: signup,
      name: "Ada Lovelace",
      locale: "en",
      emailVerifiedAt: expect.any(Number),
    })
    const agreed = await db.select().from(consents).where(eq(consents.userId, signup))
    expect(agreed.map(({ kind, version }) => [kind, version]).toSorted()).toEqual([
      ["adult", consentVersions.adult],
      ["terms", consentVersions.terms],
    ])
    const session = setCookieOf(response, "__Host-salon_session")?.value ?? ""
    const profile = await ask("/profile", addCookie({}, `__Host-salon_session=${session}`))
    expect(profile.status).toBe(200)
    expect([await signupsOf(email), await tokensOf(signup)]).toEqual([[], []])
    expect((await call("/auth/login", { email, password })).status).toBe(200)
    expect(
      await db
        .select()
        .from(emailTokens)
        .where(eq(emailTokens.tokenHash, sha256(token))),
    ).toEqual([])
  })

  test("the button of a sign-up redirects to the page that required a member, on this site only", async () => {
    for (const [path, target] of [
      ["/profile?tab=chat", "/profile?tab=chat"],
      ["//evil.example", "/profile"],
    ] as const) {
      const { link } = await join()
      const cookie = `__Host-salon_return=${encodeURIComponent(path)}`
      const response = await submit(link, { password }, { headers: { Cookie: cookie } })
      expect(response.headers.get("Location")).toBe(target)
    }
  })

  test("the link of a sign-up works once", async () => {
    const { link, email } = await join()
    expect((await submit(link, { password })).status).toBe(302)
    for (const response of [await submit(link, { password }), await ask(link)]) {
      expect(response.status).toBe(410)
      expect(headingOf(await response.text())).toBe("This link no longer works")
      expect(setCookieOf(response, "__Host-salon_session")).toBeUndefined()
    }
    const user = await userOf(email)
    expect(
      await db
        .select()
        .from(sessions)
        .where(eq(sessions.userId, user?.id ?? "")),
    ).toHaveLength(1)
  })

  test("the link of a sign-up lets one of two tabs succeed", async () => {
    const { link, email, signup } = await join()
    const responses = await Promise.all([
      submit(link, { password }),
      submit(link, { password }),
      submit(link, { password }),
    ])
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 410, 410])
    expect(await userOf(email)).toBeDefined()
    expect(await db.select().from(consents).where(eq(consents.userId, signup))).toHaveLength(2)
    expect(await db.select().from(sessions).where(eq(sessions.userId, signup))).toHaveLength(1)
  })

  test("the link of a sign-up is valid for an hour", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const [late, inTime] = [await join(), await join()]
    vi.setSystemTime(Date.now() + 60 * MINUTE - 1_000)
    expect((await submit(inTime.link, { password })).status).toBe(302)
    vi.setSystemTime(Date.now() + 1_001)
    expect([(await ask(late.link)).status, (await submit(late.link, { password })).status]).toEqual([410, 410])
    expect(await userOf(late.email)).toBeUndefined()
    const page = await (await ask(`${fr}${late.link}`)).text()
    expect(headingOf(page)).toBe("Ce lien ne fonctionne plus")
    expect(page).toContain(`action="/auth/emails/sent/${late.signup}"`)
  })

  test("a cut, guessed or foreign token opens no sign-up, and does not affect the other", async () => {
    const [ada, bob] = [await join(), await join()]
    const wrong = [
      `/auth/emails/verify/${ada.signup}/${ada.token.slice(0, -1)}`,
      `/auth/emails/verify/${ada.signup}/${ada.token}A`,
      `/auth/emails/verify/${ada.signup}/${ada.token.toLowerCase()}`,
      `/auth/emails/verify/${ada.signup}/${sha256(ada.token)}`,
      `/auth/emails/verify/${ada.signup}/${bob.token}`,
      `/auth/emails/verify/nobody/${ada.token}`,
      `/auth/emails/verify/${ada.signup}/%00`,
      `/auth/emails/verify/${ada.signup}/'%20OR%201=1`,
    ]
    for (const link of wrong)
      expect([link, (await ask(link)).status, (await submit(link, { password })).status]).toEqual([link, 410, 410])
    expect([await userOf(ada.email), await userOf(bob.email)]).toEqual([undefined, undefined])
    expect([(await submit(ada.link, { password })).status, (await submit(bob.link, { password })).status]).toEqual([
      302, 302,
    ])
  })

  test("the token of a sign-up resets no password, nor the other way round, and neither is used up by it", async () => {
    const member = await insertUser({ passwordHash: "as it was" })
    await submit("/auth/password/reset", { email: member.email })
    const resetToken = linkIn(await receive(member.email))
      .split("/")
      .at(-1) as string
    const { link, token } = await join()
    expect((await submit(`/auth/password/reset/${token}`, { password })).status).toBe(410)
    expect((await submit(`/auth/emails/verify/${member.id}/${resetToken}`)).status).toBe(410)
    expect((await submit(link, { password })).status).toBe(302)
    expect((await submit(`/auth/password/reset/${resetToken}`, { password })).status).toBe(302)
  })

  test("the link of a sign-up can be tried as often as mailed links may be, from one network", async () => {
    const address = newAddress()
    await exhaustLimit("auth.token.address", networkOf(address), { left: 1 })
    const open = () => call("/auth/verify", { user: "x", token: "x" }, { "CF-Connecting-IP": address })
    expect([(await open()).status, (await open()).status]).toEqual([410, 429])
  })
})

describe("two sign-ups for one address", () => {
  test("two sign-ups for one address create one account, by the first link used; the other link and its password are void", async () => {
    const email = newEmail()
    const mine = await join(email)
    vi.useFakeTimers({ toFake: ["Date"] })
    vi.setSystemTime(Date.now() + 1_000)
    const theirs = await join(email, { name: "Mallory", password: "a password of Mallory's" })
    expect((await submit(mine.link, { password })).status).toBe(302)
    expect(await userOf(email)).toMatchObject({ id: mine.signup, name: "Ada Lovelace" })
    expect(await signupsOf(email)).toEqual([])
    expect((await submit(theirs.link, { password: "a password of Mallory's" })).status).toBe(410)
    expect((await call("/auth/login", { email, password: "a password of Mallory's" })).status).toBe(401)
    expect((await call("/auth/login", { email, password })).status).toBe(200)
  })

  test("two sign-ups for one address confirmed at once create one account", async () => {
    const email = newEmail()
    const links = [await join(email), await join(email, { name: "Twin" })]
    const responses = await Promise.all(links.map(({ link }) => submit(link, { password })))
    expect(responses.map(({ status }) => status).toSorted()).toEqual([302, 410])
    expect(await db.select().from(users).where(eq(users.email, email))).toHaveLength(1)
  })
})

describe("sending the mail again", () => {
  test("sending a sign-up's mail again makes a new link, and voids the previous one", async () => {
    const { email, link, signup } = await join()
    const response = await submit(`/auth/emails/sent/${signup}`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain("a new message is on its way")
    const next = linkIn(await receive(email))
    expect(next).not.toBe(link)
    expect((await submit(link, { password })).status).toBe(410)
    expect((await submit(next, { password })).status).toBe(302)
  })

  test("sending the mail of an unknown sign-up has the same response, and writes nothing", async () => {
    const before = (await db.select().from(outboxEmails)).length
    const response = await submit("/auth/emails/sent/nobody")
    expect(response.status).toBe(200)
    expect(await response.text()).toContain("If your request is still open, a new message is on its way")
    expect(await db.select().from(outboxEmails)).toHaveLength(before)
  })

  test("sending a sign-up's mail again is limited, with a message in both languages", async () => {
    const { signup } = await join()
    for (let n = 0; n < 4; n += 1) expect((await submit(`/auth/emails/sent/${signup}`)).status).toBe(200)
    for (const [origin, sentence] of [
      [en, "Too many attempts. Please wait"],
      [fr, "Trop de tentatives. Patientez"],
    ] as const) {
      const response = await submit(`${origin}/auth/emails/sent/${signup}`)
      expect([response.status, Number(response.headers.get("Retry-After")) > 0]).toEqual([429, true])
      expect(await response.text()).toContain(sentence)
    }
  })
})

describe("the API", () => {
  test("the API joins, sends again, and confirms with a token that signs in", async () => {
    const email = newEmail()
    const response = await call("/auth/join", { name: "Ada", email, password, adult: true, terms: true })
    const { signup, secret, message } = await response.json<{ signup: string; secret: string; message: string }>()
    expect([response.status, message]).toEqual([
      202,
      "We have written to the address you gave. The message tells you what to do next.",
    ])
    expect((await call("/auth/join/resend", { signup })).status).toBe(202)
    await deliverMails()
    const [, user, linkToken] = /verify\/(\w+)\/(\S+)/.exec((await receive(email)).text) ?? []
    expect(user).toBe(signup)
    const verified = await call("/auth/verify", { user, token: linkToken, secret })
    expect(verified.status).toBe(200)
    const { token } = await verified.json<{ token: string }>()
    const me = await fetchWith(mailBindings, "/api/auth/me", { headers: { Authorization: `Bearer ${token}` } })
    expect(await me.json()).toMatchObject({ id: signup, email })
    expect(await db.select().from(sessions).where(eq(sessions.userId, signup))).toMatchObject([{ kind: "api" }])
    const again = await call("/auth/verify", { user, token: linkToken, secret })
    expect([again.status, await again.json()]).toMatchObject([410, { code: "auth.token_invalid" }])
  })

  test("the API names the invalid fields of a sign-up", async () => {
    const response = await call("/auth/join", { name: "", email: "x", password: "", adult: false })
    expect(response.status).toBe(422)
    const { errors } = await response.json<{ errors: object }>()
    expect(Object.keys(errors)).toEqual(["name", "email", "password", "adult", "terms"])
  })
})

describe("a stranger's sign-up for somebody's address", () => {
  const bySession = (response: Response) => setCookieOf(response, "__Host-salon_session")

  test("a stranger's sign-up opens no account by the button in another browser: it asks for its password", async () => {
    const { email, link } = await join(newEmail(), { name: "Mallory", password: "a password of Mallory's" })
    for (const [origin, label, sentence] of [
      [en, "The password you chose", "This isn’t the password chosen when asking to join."],
      [fr, "Le mot de passe choisi", "Ce n’est pas le mot de passe choisi lors de la demande."],
    ] as const) {
      expect(await (await ask(origin + link)).text()).toContain(label)
      const response = await submit(origin + link, { password: "what the victim would choose" })
      expect([response.status, bySession(response)]).toEqual([422, undefined])
      const html = await response.text()
      expect(html).toContain(sentence)
      expect(html).not.toContain("what the victim would choose")
    }
    expect((await submit(link)).status).toBe(422)
    expect(await userOf(email)).toBeUndefined()
    expect((await call("/auth/login", { email, password: "a password of Mallory's" })).status).toBe(401)
  })

  test("a stranger's sign-up does not prevent the owner's own, which voids it", async () => {
    const email = newEmail()
    const theirs = await join(email, { name: "Mallory", password: "a password of Mallory's" })
    const page = await (await ask(theirs.link)).text()
    expect(page).toMatch(/href="\/become-member"[^>]*>Ask to join again/)
    vi.useFakeTimers({ toFake: ["Date"] })
    vi.setSystemTime(Date.now() + 1_000)
    const mine = await join(email)
    expect((await submit(mine.link, {}, { headers: { Cookie: mine.cookie } })).status).toBe(302)
    expect(await userOf(email)).toMatchObject({ name: "Ada Lovelace" })
    expect((await submit(theirs.link, { password: "a password of Mallory's" })).status).toBe(410)
  })

  test("a stranger's sign-up is not confirmed by another sign-up's cookie, an invented one, or the link's token", async () => {
    const { email, link, signup, token } = await join()
    const other = await join()
    const wrong = [
      other.cookie,
      ...[signup, token, sha256(token), "", "A".repeat(64)].map((value) => `__Host-salon_signup=${value}`),
    ]
    for (const cookie of wrong) {
      const headers = { Cookie: cookie }
      expect([cookie, (await submit(link, {}, { headers })).status]).toEqual([cookie, 422])
    }
    expect(await userOf(email)).toBeUndefined()
  })

  test("a sign-up asks nothing in its own browser, whose cookie is unreadable for scripts and whose hash is not disclosed", async () => {
    const response = await submit("/become-member", fieldsOf(newEmail()))
    const cookie = setCookieOf(response, "__Host-salon_signup")
    expect(cookie?.attributes).toMatchObject({ httponly: "", secure: "", samesite: "Lax", "max-age": "86400" })
    const mine = await join()
    const html = await (await ask(mine.link, { headers: { Cookie: mine.cookie } })).text()
    expect(html).not.toContain("The password you chose</")
    const done = await submit(mine.link, {}, { headers: { Cookie: mine.cookie } })
    expect([done.status, setCookieOf(done, "__Host-salon_signup")?.attributes["max-age"]]).toEqual([302, "0"])
    expect(JSON.stringify(await db.select().from(signups))).not.toContain(cookie?.value)
  })

  test("a stranger's sign-up is refused by the API without the secret or the password too", async () => {
    const { email, signup: user, token } = await join()
    for (const [proof, problem] of [
      [{}, "This field is required."],
      [{ secret: "x" }, "This field is required."],
      [{ secret: null, password: "x" }, "This isn’t the password chosen when asking to join."],
      [{ password: "x".repeat(1_001) }, "This is too long."],
    ] as const) {
      const response = await call("/auth/verify", { user, token, ...proof })
      expect([response.status, await response.json()]).toMatchObject([422, { errors: { password: [problem] } }])
    }
    expect(await userOf(email)).toBeUndefined()
    expect((await call("/auth/verify", { user, token, password })).status).toBe(200)
  })
})
