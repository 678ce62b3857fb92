import { secondLooks, userGroups } from "~/db/schema"
import { lookedAt } from "~/domain/decisions/second-look/schema"
import { pathOfIntent } from "~/features/accounts/settings/sections"
import { addCookie, en, type FormFields, json } from "./app"
import { ask, submit } from "./mail"
import { db, type GrantableRole, insertGrant, insertGroup, insertSession, insertUserWithPassword } from "./rows"

/**
 * Inserts a member with a password and a re-authenticated session; returns requests of their browser and of a program.
 */
export async function insertMember(row: Parameters<typeof insertUserWithPassword>[0] = {}) {
  const user = await insertUserWithPassword(row)
  const session = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  const cookie = `__Host-salon_session=${session.token}`
  return {
    user,
    session,
    cookie,
    /** Opens a page as their browser does. */
    open: (path: string) => ask(path, addCookie({}, cookie)),
    /** Posts a form of the settings. */
    action: (name: string, fields: Record<string, string> = {}, origin = en) =>
      submit(`${origin}${pathOfIntent(name)}`, { ...fields, intent: name }, { headers: { Cookie: cookie } }),
    /** Posts a form of any page. */
    submit: (path: string, fields: FormFields) => submit(`${en}${path}`, fields, { headers: { Cookie: cookie } }),
    /** Posts a form with a file in it. */
    upload: (name: string, field: string, file: Blob | string) => {
      const body = new FormData()
      body.set("intent", name)
      if (typeof file === "string") body.set(field, file)
      else body.set(field, file, "picture.png")
      const headers = { Cookie: cookie, Origin: en }
      return ask(pathOfIntent(name), { method: "POST", body, headers })
    },
    /** Calls the API with a token. */
    call: (method: string, path: string, body?: unknown) => {
      const { headers, ...init } = body === undefined ? { headers: {} } : json(body)
      return ask(`/api${path}`, { ...init, method, headers: { ...headers, Authorization: `Bearer ${session.token}` } })
    },
  }
}

/**
 * Inserts a member of staff with a fresh proof, whose rights come from this role alone; `owner` is the root group. A
 * moderator's decisions need no second look any more.
 */
export async function insertStaffMember(role: GrantableRole | "owner") {
  const member = await insertMember()
  if (role === "moderator") await setLooks(member.user, lookedAt)
  if (role !== "owner") await insertGrant({ userId: member.user.id, role })
  else await db.insert(userGroups).values({ userId: member.user.id, groupId: (await insertGroup({ root: true })).id })
  return member
}

/** Sets how many decisions of a reviewer somebody else has looked at. */
export async function setLooks({ id: userId }: { id: string }, confirmed: number): Promise<void> {
  await db
    .insert(secondLooks)
    .values({ userId, confirmed, changed: 0 })
    .onConflictDoUpdate({ target: secondLooks.userId, set: { confirmed, changed: 0 } })
}

/** Inserts a moderator whose first decisions need a second look. */
export async function insertNewModerator() {
  const member = await insertStaffMember("moderator")
  await setLooks(member.user, 0)
  return member
}
