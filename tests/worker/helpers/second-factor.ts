import { TOTP } from "otpauth"
import { emailTokens } from "~/db/schema"
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

/** Returns a member's calls, with the operator's code in each. */
export async function withStaffCode({ user, call }: Pick<Member, "user" | "call">): Promise<Member["call"]> {
  const staff_code = await insertStaffCode(user.id)
  return (path, body = {}, method = "POST") => call(path, { ...body, staff_code }, method)
}

/** Sets up an authenticator app; returns its secret and recovery codes. */
export async function enrolApp({ call }: Pick<Member, "call">): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await (await call("/second-factor/app")).json()) as { secret: string }
  // Not across the end of a step: the previous code would then be one too old.
  const left = 30_000 - (Date.now() % 30_000)
  if (left < 2_000) await new Promise((resolve) => setTimeout(resolve, left))
  // A step back, so that the current code is still valid.
  const response = await call("/second-factor/app/confirm", { code: codeAt(secret, Date.now() - 30_000) })
  if (response.status !== 200) throw new Error(`The app was not turned on: ${response.status} ${await response.text()}`)
  return { secret, codes: ((await response.json()) as { recovery_codes: string[] | null }).recovery_codes ?? [] }
}

/** Adds a passkey. */
export async function enrolPasskey({ call }: Pick<Member, "call">, name = "Phone"): Promise<Authenticator> {
  const authenticator = new Authenticator(en)
  const { challenge, options } = await asked(await call("/second-factor/passkeys/options"))
  const passkey = await authenticator.make(options.challenge)
  const response = await call("/second-factor/passkeys", { challenge, name, passkey })
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
