import { eq } from "drizzle-orm"
import { TOTP } from "otpauth"
import { emailTokens } from "~/db/schema"
import { factorCodeHash, factorCodeMinutes } from "~/domain/accounts/first-factor/factor-code"
import { newStaffCode, staffCodeLifetime } from "~/domain/accounts/staff/staff-code"
import { addCookie, en, fetchWith, json, withAccess } from "./app"
import { Authenticator } from "./authenticator"
import { mailBindings } from "./mail"
import { db, insertSession, insertUserWithPassword, password } from "./rows"

/** Returns the code of an app with this secret at `now`. */
export function codeAt(secret: string, now = Date.now()): string {
  return new TOTP({ secret, algorithm: "SHA1", digits: 6, period: 30 }).generate({ timestamp: now })
}

type Fields = Record<string, unknown>

/** Returns a session's calls of the JSON API, and its reads and posts of pages; with other settings if given. */
export function clientOf(token: string, settings: object = {}) {
  const bindings = { ...mailBindings, ...settings }
  const cookie = `__Host-salon_session=${token}`
  return {
    call: (path: string, body: Fields = {}, method = "POST") =>
      fetchWith(bindings, `/api/auth${path}`, {
        ...(method === "POST" ? json(body) : {}),
        method,
        headers: { "Content-Type": "application/json", Authorization: `Bearer ${token}` },
      }),
    open: async (path: string) => fetchWith(bindings, path, addCookie(await withAccess(), cookie)),
    post: async (path: string, fields: Record<string, string> = {}) => {
      const init = { method: "POST", body: new URLSearchParams(fields), headers: { Origin: en } }
      return fetchWith(bindings, path, addCookie(await withAccess(init), cookie))
    },
  }
}

/** Inserts a member who has just re-authenticated. */
export async function insertMember(row: Parameters<typeof insertUserWithPassword>[0] = {}, settings: object = {}) {
  const user = await insertUserWithPassword(row)
  const session = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  return { user, session, ...clientOf(session.token, settings) }
}

export type Member = Awaited<ReturnType<typeof insertMember>>

/** Inserts the operator's one-time code for a member of staff. */
export async function insertStaffCode(userId: string, row: Partial<typeof emailTokens.$inferInsert> = {}) {
  const { code, hash } = newStaffCode(userId)
  const now = Date.now()
  const token = { tokenHash: hash, subjectId: userId, expiresAt: now + staffCodeLifetime, createdAt: now, ...row }
  await db.insert(emailTokens).values({ purpose: "staff-enrol", ...token })
  return code
}

/** Inserts the code that the first second factor of a user requires, as if it had been mailed. */
export async function insertMailCode(userId: string, row: Partial<typeof emailTokens.$inferInsert> = {}) {
  const code = "314159"
  const now = Date.now()
  const token = {
    tokenHash: factorCodeHash(userId, code) as string,
    purpose: "factor-code" as const,
    subjectId: userId,
  }
  const expiresAt = now + factorCodeMinutes * 60_000
  await db.batch([
    db.delete(emailTokens).where(eq(emailTokens.tokenHash, token.tokenHash)),
    db.insert(emailTokens).values({ ...token, expiresAt, createdAt: now, ...row }),
  ])
  return code
}

/** Inserts the code for the first second factor of the user who makes these calls. */
async function mailCodeFor(call: Member["call"]): Promise<string> {
  const { id } = (await (await call("/me", {}, "GET")).json()) as { id: string }
  return insertMailCode(id)
}

/** Returns a member's calls, with the operator's code in each. */
export async function withStaffCode({ user, call }: Pick<Member, "user" | "call">): Promise<Member["call"]> {
  const staff_code = await insertStaffCode(user.id)
  return (path, body = {}, method = "POST") => call(path, { ...body, staff_code }, method)
}

/** Inserts a member who has just re-authenticated, and who sends the mailed code with each call and form. */
export async function insertEnroller(...args: Parameters<typeof insertMember>) {
  const member = await insertMember(...args)
  const mail_code = await insertMailCode(member.user.id)
  const call: Member["call"] = (path, body = {}, method = "POST") => member.call(path, { ...body, mail_code }, method)
  const post: Member["post"] = (path, fields = {}) => member.post(path, { ...fields, mail_code })
  return { ...member, call, post }
}

/** Sets up an authenticator app; returns its secret and recovery codes. */
export async function enrolApp({ call }: Pick<Member, "call">): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await (await call("/second-factor/app")).json()) as { secret: string }
  // Not across the end of a step: the previous code would then be one too old.
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 2_000) await new Promise((resolve) => setTimeout(resolve, left))
  const mail_code = await mailCodeFor(call)
  // A step back, so that the current code is still valid.
  const response = await call("/second-factor/app/confirm", { code: codeAt(secret, Date.now() - 30_000), mail_code })
  if (response.status !== 200) throw new Error(`The app was not turned on: ${response.status} ${await response.text()}`)
  return { secret, codes: ((await response.json()) as { recovery_codes: string[] | null }).recovery_codes ?? [] }
}

/** Adds a passkey. */
export async function enrolPasskey({ call }: Pick<Member, "call">, name = "Phone"): Promise<Authenticator> {
  const authenticator = new Authenticator(en)
  const { challenge, options } = await asked(await call("/second-factor/passkeys/options"))
  const passkey = await authenticator.make(options.challenge)
  const mail_code = await mailCodeFor(call)
  const response = await call("/second-factor/passkeys", { challenge, name, passkey, mail_code })
  if (response.status !== 201) throw new Error(`The passkey was not added: ${response.status} ${await response.text()}`)
  return authenticator
}

/** Returns the challenge of a response. */
export async function asked(response: Response) {
  return (await response.json()) as { challenge: string; options: Record<string, unknown> & { challenge: string } }
}

/** Calls the API without a session. */
export function callAsStranger(path: string, body: Fields = {}): Promise<Response> {
  return fetchWith(mailBindings, `/api/auth${path}`, json(body))
}

/** Sends the password; returns the challenge of a member with a second factor. */
export async function startSignIn(email: string) {
  const response = await callAsStranger("/login", { email, password })
  const { second_factor } = (await response.json()) as {
    second_factor: { challenge: string; methods: string[]; expires_at: number }
  }
  return { status: response.status, ...second_factor }
}
