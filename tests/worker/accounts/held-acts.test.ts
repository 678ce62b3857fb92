import { and, eq } from "drizzle-orm"
import { afterEach, describe, expect, test, vi } from "vitest"
import {
  auditLog,
  challenges,
  dataRequests,
  emailChanges,
  outboxEmails,
  passkeys,
  recoveryCodes,
  sessions,
  twoFactor,
} from "~/db/schema"
import { Authenticator } from "../helpers/authenticator"
import { Browser } from "../helpers/browser"
import { takeJobs, takeWoken } from "../helpers/mail"
import { insertStaffMember } from "../helpers/member"
import { db, insertSession, insertUser, password } from "../helpers/rows"
import {
  asked,
  codeAt,
  enrolApp,
  enrolPasskey,
  insertMailCode,
  insertMember,
  type Member,
} from "../helpers/second-factor"
import { insertOwner, save } from "../profiles/editing/people"

const MINUTE = 60_000
const origin = "http://en.localhost:8787"

afterEach(() => {
  vi.useRealTimers()
  takeWoken()
  takeJobs()
})

/** Opens a browser without script in a session. */
async function browserOf({ token }: { token: string }): Promise<Browser> {
  const browser = await new Browser().enter()
  browser.cookies(origin).set("__Host-salon_session", token)
  return browser
}

const forget = (userId: string) => db.update(sessions).set({ confirmedAt: null }).where(eq(sessions.userId, userId))

/** Sends a form that is refused for want of a proof; returns the page that asks for it. */
async function sendUnproven(browser: Browser, path: string, fields: Record<string, string>): Promise<string> {
  const refused = await browser.submit(path, fields)
  const confirm = refused.headers.get("Location") ?? ""
  expect([refused.status, confirm]).toEqual([302, expect.stringMatching(/^\/auth\/confirm\?act=[\w-]{43}$/)])
  expect((await browser.fetch(confirm)).status).toBe(200)
  return confirm
}

type Proof = Record<string, string>
const byPassword: Proof = { intent: "password", password }

/** Gives the proof; returns the response of the page to which it leads. */
async function prove(browser: Browser, confirm: string, path: string, proof = byPassword): Promise<Response> {
  const done = await browser.submit(confirm, proof)
  expect([done.status, done.headers.get("Location")]).toEqual([302, path])
  return browser.fetch(path)
}

interface Action {
  /** The function of the domain that asks for the proof. */
  asks: string
  path: string
  /** Prepares the member for the action. */
  prepare?: (member: Member) => Promise<Record<string, string> | undefined>
  fields: Record<string, string>
  /** By another proof than the password. */
  proof?: (member: Member) => Promise<Proof>
  effects: (userId: string) => Promise<number>
  shows: string
}

const page = "/profile/settings/two-factor"
const appsOf = async (id: string) => (await db.select().from(twoFactor).where(eq(twoFactor.userId, id))).length
const keysOf = async (id: string) => (await db.select().from(passkeys).where(eq(passkeys.userId, id))).length
const requestsOf = async (userId: string, kind: "export" | "erasure") =>
  (
    await db
      .select()
      .from(dataRequests)
      .where(and(eq(dataRequests.userId, userId), eq(dataRequests.kind, kind)))
  ).length

const secrets = new Map<string, string>()
const enrol = async (member: Member) => {
  secrets.set(member.user.id, (await enrolApp(member)).secret)
  return undefined
}
/** The next code of the member's app: the one of the enrolment was a step back. */
const byApp = async ({ user }: Member) => ({ intent: "app", code: codeAt(secrets.get(user.id) ?? "") })

/** Every act of a member's page that needs a fresh proof. */
const memberActions: Action[] = [
  {
    asks: "requestExport",
    path: "/profile/settings/data",
    fields: { intent: "export" },
    effects: (id) => requestsOf(id, "export"),
    shows: "We are preparing",
  },
  {
    asks: "requestErasure",
    path: "/profile/settings/data",
    fields: { intent: "erase", understood: "on" },
    effects: (id) => requestsOf(id, "erasure"),
    shows: "Keep my account",
  },
  {
    asks: "requestEmailChange",
    path: "/profile/settings/email",
    fields: { intent: "email", email: "a.new.one@example.org" },
    effects: async (id) => (await db.select().from(emailChanges).where(eq(emailChanges.userId, id))).length,
    shows: "a.new.one@example.org",
  },
  {
    asks: "sendFactorCode",
    path: page,
    fields: { intent: "send-code" },
    effects: async () => (await db.select().from(outboxEmails).where(eq(outboxEmails.template, "factor-code"))).length,
    shows: "The code is on its way",
  },
  {
    asks: "enrolCodeApp",
    path: `${page}/app`,
    prepare: async ({ call, user }) => {
      const { secret } = (await (await call("/second-factor/app")).json()) as { secret: string }
      return { code: codeAt(secret), mail_code: await insertMailCode(user.id) }
    },
    fields: { intent: "enrol" },
    effects: appsOf,
    shows: "Save these recovery codes",
  },
  {
    asks: "enrolPasskey",
    path: page,
    prepare: async ({ call, user }) => {
      const { challenge, options } = await asked(await call("/second-factor/passkeys/options"))
      const passkey = JSON.stringify(await new Authenticator(origin).make(options.challenge))
      return { challenge, passkey, mail_code: await insertMailCode(user.id) }
    },
    fields: { intent: "add-passkey", name: "My key" },
    effects: keysOf,
    shows: "The passkey was added",
  },
  {
    asks: "renewRecoveryCodes",
    path: page,
    prepare: enrol,
    proof: byApp,
    fields: { intent: "renew-codes" },
    effects: async (id) => (await db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, id))).length / 10,
    shows: "Save these recovery codes",
  },
  {
    asks: "removeCodeApp",
    path: page,
    prepare: enrol,
    proof: byApp,
    fields: { intent: "remove-app" },
    effects: async (id) => 1 - (await appsOf(id)),
    shows: "The app was removed",
  },
  {
    asks: "removePasskey",
    path: page,
    prepare: async (member) => {
      await enrol(member)
      return { id: (await enrolPasskey(member)).id }
    },
    proof: byApp,
    fields: { intent: "remove-passkey" },
    effects: async (id) => 1 - (await keysOf(id)),
    shows: "The passkey was removed",
  },
]

const sources = import.meta.glob<string>("../../../app/domain/**/*.server.ts", {
  query: "?raw",
  import: "default",
  eager: true,
})

describe("an act of a member that needs a fresh proof", () => {
  test("each function that asks for one is tried below, or is no form's", () => {
    const asking = Object.values(sources).flatMap((source) =>
      source.split(/^(?=export async function )/m).flatMap((part) => {
        const name = /^export async function (\w+)/.exec(part)?.[1]
        return name && /require(Recent|Settled)Proof\(ctx\)/.test(part) ? [name] : []
      }),
    )
    // The guard itself; then what pages and API read, which is asked for again.
    const read = ["requireSettledProof", "beginAuthenticator", "askToEnrolPasskey", "findOwnFactorReset"]
    // Of staff alone: tests/worker/back-office/staff/factor-resets.test.ts.
    const ofStaff = ["withdrawOwnFactorReset"]
    expect(asking.toSorted()).toEqual([...read, ...ofStaff, ...memberActions.map(({ asks }) => asks)].toSorted())
  })

  test.each(memberActions)("$asks is done once after the proof, and its result is shown", async (act) => {
    await db.delete(outboxEmails)
    const member = await insertMember()
    const fields = { ...act.fields, ...(await act.prepare?.(member)) }
    await forget(member.user.id)
    const browser = await browserOf(member.session)
    const before = await act.effects(member.user.id)
    const confirm = await sendUnproven(browser, act.path, fields)
    expect(await act.effects(member.user.id), "nothing before the proof").toBe(before)
    const shown = await prove(browser, confirm, act.path, await act.proof?.(member))
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining(act.shows)])
    expect(await act.effects(member.user.id)).toBe(1)
    await browser.fetch(act.path)
    expect(await act.effects(member.user.id), "nothing on a reload").toBe(1)
    expect(await heldOf(member.user.id)).toEqual([])
  })
})

const heldOf = (userId: string) =>
  db
    .select()
    .from(challenges)
    .where(and(eq(challenges.userId, userId), eq(challenges.purpose, "held-act")))

describe("an act of staff that needs a fresh proof", () => {
  const entriesOf = (userId: string, action: string) =>
    db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.actorId, userId), eq(auditLog.action, action)))

  test("a claimed review is claimed after the proof, and shown so", async () => {
    const [owner, staff] = [await insertOwner(), await insertStaffMember("trust_lead")]
    await save(owner, { "quote.en": "Another quote", "quote.fr": "Une autre citation" })
    await owner.call("POST", "/me/profile/submission")
    await forget(staff.user.id)
    const path = `/dashboard/admin/profiles/${owner.profile.id}/review`
    const browser = await browserOf(staff.session)
    const confirm = await sendUnproven(browser, path, { intent: "claim" })
    const shown = await prove(browser, confirm, path)
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining('value="release"')])
  })

  test("a warning is given once after the proof, with the reason that was typed", async () => {
    const [staff, { id }] = [await insertStaffMember("moderator"), await insertUser()]
    await forget(staff.user.id)
    const path = `/dashboard/admin/users/${id}`
    const browser = await browserOf(staff.session)
    const confirm = await sendUnproven(browser, path, { intent: "warn", reason: "Too late, too often." })
    const shown = await prove(browser, confirm, path)
    expect([shown.status, await shown.text()]).toEqual([200, expect.stringContaining("Too late, too often.")])
    expect(await entriesOf(staff.user.id, "member.warn")).toMatchObject([{ reason: "Too late, too often." }])
  })

  test("script gets the refusal in place, with the header that lets it wait", async () => {
    const [staff, { id }] = [await insertStaffMember("moderator"), await insertUser()]
    await forget(staff.user.id)
    const browser = await browserOf(staff.session)
    const refused = await browser.submit(`/dashboard/admin/users/${id}.data`, { intent: "warn", reason: "Late." })
    expect([refused.status, refused.headers.get("Confirm-Required")]).toEqual([403, "1"])
    expect(await heldOf(staff.user.id)).toEqual([])
  })
})

describe("an act that waits", () => {
  const path = "/profile/settings/data"
  const exportsOf = (userId: string) => requestsOf(userId, "export")

  async function hold() {
    const member = await insertMember()
    await forget(member.user.id)
    const browser = await browserOf(member.session)
    const confirm = await sendUnproven(browser, path, { intent: "export", password: "a typed secret" })
    return { member, browser, confirm, token: new URL(confirm, origin).searchParams.get("act") ?? "" }
  }

  test("is sealed: nothing of its form is readable where it is stored", async () => {
    const { member, token } = await hold()
    const stored = JSON.stringify(await heldOf(member.user.id))
    for (const text of ["export", "a typed secret", path, token]) expect(stored).not.toContain(text)
  })

  test("is not done by opening its page without a proof", async () => {
    const { member, browser, token } = await hold()
    browser.cookies(origin).set("__Host-salon_act", token)
    expect((await browser.fetch(path)).status).toBe(200)
    expect(await exportsOf(member.user.id)).toBe(0)
  })

  test("is done by no other session: neither of the member nor of somebody else", async () => {
    const { member, token } = await hold()
    const other = await insertMember()
    const elsewhere = await insertSession({ userId: member.user.id, confirmedAt: Date.now() })
    for (const session of [elsewhere, other.session]) {
      const browser = await browserOf(session)
      const left = await browser.fetch(`/auth/confirm?act=${token}`)
      expect([left.status, left.headers.get("Location")]).toEqual([302, "/profile/settings"])
      browser.cookies(origin).set("__Host-salon_act", token)
      await browser.fetch(path)
    }
    expect([await exportsOf(member.user.id), await exportsOf(other.user.id)]).toEqual([0, 0])
  })

  test("is not done after a wrong proof, nor by a proof for something else", async () => {
    const { member, browser, confirm } = await hold()
    expect((await browser.submit(confirm, { intent: "password", password: "not this one" })).status).toBe(422)
    const plain = await browser.submit("/auth/confirm", byPassword)
    expect(plain.status).toBe(302)
    await browser.fetch(path)
    expect(await exportsOf(member.user.id)).toBe(0)
  })

  test("is done once, also by its page opened twice at once", async () => {
    const { member, browser, confirm } = await hold()
    await browser.submit(confirm, byPassword)
    await Promise.all([browser.fetch(path), browser.fetch(path)])
    expect(await exportsOf(member.user.id)).toBe(1)
    const again = await browser.submit(confirm, byPassword)
    expect(again.headers.get("Location")).not.toContain("act=")
    await browser.fetch(path)
    expect(await exportsOf(member.user.id)).toBe(1)
  })

  test("expires after ten minutes", async () => {
    vi.useFakeTimers({ toFake: ["Date"] })
    const { member, browser, confirm } = await hold()
    vi.setSystemTime(Date.now() + 10 * MINUTE)
    const done = await browser.submit(confirm, byPassword)
    expect(done.status).toBe(302)
    await browser.fetch(path)
    expect(await exportsOf(member.user.id)).toBe(0)
  })

  test("is done by its page alone: not by its data, nor by another page", async () => {
    const { member, browser, confirm } = await hold()
    await browser.submit(confirm, byPassword)
    for (const other of [`${path}.data`, "/profile/settings", `${path}?x`]) await browser.fetch(other)
    expect(await exportsOf(member.user.id)).toBe(0)
    await browser.fetch(path)
    expect(await exportsOf(member.user.id)).toBe(1)
  })

  test("the API answers as ever: 403 auth.confirm_required, and nothing waits", async () => {
    const member = await insertMember()
    await forget(member.user.id)
    const refused = await member.call("/second-factor/recovery-codes")
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: "auth.confirm_required" }])
    expect(await heldOf(member.user.id)).toEqual([])
  })
})
