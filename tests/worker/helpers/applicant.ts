import { env } from "cloudflare:workers"
import { eq } from "drizzle-orm"
import { openDatabase } from "~/db/client.server"
import { applicationPictures, applications } from "~/db/schema"
import type { Actor } from "~/domain/core/actor/actor"
import type { CastingStep } from "~/domain/support/applications/choices"
import { createCtx } from "../../../worker/context"
import { en, json, newAddress, setCookieOf } from "./app"
import { ask, mailBindings, submit } from "./mail"
import { pictures } from "./media/pictures"
import { insertMember } from "./member"
import { once } from "./once"
import { db, insertCategory, insertCity, insertStaff } from "./rows"

const cookieName = "__Host-salon_application"

/** An applicant: in a browser that stores its cookie, and as a member if `session` is theirs. */
export function newApplicant(session = "") {
  const address = newAddress()
  let secret: string | null = null

  const headers = (more: Record<string, string> = {}) => ({
    "CF-Connecting-IP": address,
    Cookie: [session, secret && `${cookieName}=${secret}`].filter(Boolean).join("; "),
    ...more,
  })
  const keep = (response: Response) => {
    const cookie = setCookieOf(response, cookieName)
    if (cookie) secret = cookie.attributes["max-age"] === "0" ? null : cookie.value
    return response
  }
  return {
    address,
    secret: () => secret,
    hold: (value: string | null) => {
      secret = value
    },
    open: async (path: string) => keep(await ask(path, { headers: headers({ "Sec-Fetch-Site": "same-origin" }) })),
    send: async (path: string, fields: Record<string, string> = {}, more: Record<string, string> = {}) =>
      keep(await submit(path, fields, { headers: headers(more) })),
    step: async (step: CastingStep, fields: Record<string, string>, to = "next") =>
      keep(
        await submit(
          `/casting/${step}`,
          { ...fields, ...(step === "pictures" && { intent: "save" }), to },
          { headers: headers() },
        ),
      ),
    upload: async (files: (Uint8Array<ArrayBuffer> | File)[]) => {
      const body = new FormData()
      body.set("intent", "add")
      for (const file of files) body.append("pictures", file instanceof File ? file : new File([file], "me.png"))
      return ask("/casting/pictures", { method: "POST", body, headers: headers({ Origin: en }) })
    },
    call: (method: string, path: string, body?: unknown, more: Record<string, string> = {}) => {
      const init = body === undefined ? { headers: {} } : json(body)
      return ask(`/api${path}`, { ...init, method, headers: { ...init.headers, ...headers({ Origin: en, ...more }) } })
    },
    post: (path: string, body: BodyInit) =>
      ask(`/api${path}`, { method: "POST", body, headers: headers({ Origin: en }) }),
  }
}

export type Applicant = ReturnType<typeof newApplicant>

/** Inserts a city and a category to choose. */
export const insertPlaces = once(async () => ({
  city: (await insertCity()).slug,
  category: (await insertCategory()).slug,
}))

export const texts = {
  written_in: "en",
  presentation:
    "I kept a museum's bookshop for years, and still like afternoons without haste. Tea, a bench, a river: come along.",
  experience: "Guided walks for twelve years, in French and English.",
}
export const declarations = { self: "on", depicted: "on", rules: "on", data: "on" }

export async function aboutYou() {
  return { first_name: "Ada", ...(await insertPlaces()), adult: "on", language_fr: "on", language_en: "on" }
}

/** Fills in every step but the last. */
export async function fillIn(applicant: Applicant): Promise<string> {
  await applicant.step("you", await aboutYou())
  await applicant.step("words", texts)
  await applicant.upload([pictures.jpeg, pictures.png])
  const { data } = (await (await applicant.call("GET", "/applications")).json()) as { data: { id: string }[] }
  return data[0]?.id ?? ""
}

let sent = 0

/** Fills in everything and sends it; returns its id, and the applicant's address. */
export async function sendIn(applicant: Applicant) {
  const id = await fillIn(applicant)
  sent += 1
  const email = `applicant${sent}@example.org`
  const response = await applicant.step("send", { ...declarations, email })
  if (response.headers.get("Location") !== "/casting/status") throw new Error(`Not sent: ${response.status}`)
  return { id, email }
}

/** Inserts a member whose application was sent. */
export async function insertApplicant() {
  const member = await insertMember()
  const applicant = newApplicant(member.cookie)
  const id = await fillIn(applicant)
  await applicant.step("send", declarations)
  return { member, applicant, id }
}

/** The path of an application's page, of the link in the mail about it. */
export const statusPathOf = (link: string) => link.replace(/\/join$/, "")

export async function applicationOf(id: string) {
  const [row] = await db.select().from(applications).where(eq(applications.id, id))
  return row
}

export const picturesOf = (id: string) =>
  db.select().from(applicationPictures).where(eq(applicationPictures.applicationId, id))

export const filesOf = async (id: string) =>
  (await env.MEDIA.list({ prefix: `casting/${id}/` })).objects.map(({ key }) => key)

/** Returns the context of a member of staff. */
export async function staffCtx() {
  const staff = await insertStaff()
  const visitor = createCtx({ ...env, ...mailBindings } as unknown as Env, openDatabase(env.DB, null).db, () => {})
  const user = { id: staff.id, groups: [{ name: "root", root: true }], roles: ["owner"] }
  const actor = { kind: "staff", user, session: { confirmedAt: Date.now() } } as unknown as Actor
  return { ctx: { ...visitor, actor }, staff }
}
