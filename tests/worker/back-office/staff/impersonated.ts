import { env } from "cloudflare:workers"
import { desc, eq } from "drizzle-orm"
import { impersonations } from "~/db/schema"
import { addCookie, en } from "../../helpers/app"
import { ask, submit } from "../../helpers/mail"
import { insertMember } from "../../helpers/member"
import { db, type GrantableRole, insertGrant, insertSubscription } from "../../helpers/rows"
import { insertOwner } from "../../profiles/editing/people"

/** Inserts staff with a role, who have just proved who they are; returns their browser and what they did. */
export async function insertSupport(role: GrantableRole = "support") {
  const member = await insertMember({ name: `The ${role}` })
  const grant = await insertGrant({ userId: member.user.id, role })
  const headers = { Cookie: member.cookie }
  return {
    ...member,
    grant,
    headers,
    see: (path: string) => ask(path, { headers }),
    post: (path: string, fields: Record<string, string> = {}) => submit(en + path, fields, { headers }),
    /** Calls the API with the cookie, as the site's own script does. */
    fetchApi: (method: string, path: string, body: object = {}) =>
      ask(`/api${path}`, {
        ...addCookie({ headers: { Origin: en, "Content-Type": "application/json" } }, member.cookie),
        method,
        ...(method !== "GET" && { body: JSON.stringify(body) }),
      }),
    start: (id: string, reason = "They cannot find their favourites.") =>
      submit(`${en}/dashboard/admin/users/${id}`, { intent: "sign_in_as", reason }, { headers }),
    end: (id: string, memberId: string) => submit(`${en}/auth/impersonation`, { id, member: memberId }, { headers }),
    /** The name of the user that the session's pages are for. */
    isAs: async (name: string) => (await (await ask("/about", { headers })).text()).includes(`Viewing as ${name}`),
  }
}

/** Returns the latest impersonation of a member. */
export async function latestOf(memberId: string) {
  const [row] = await db
    .select()
    .from(impersonations)
    .where(eq(impersonations.memberId, memberId))
    .orderBy(desc(impersonations.id))
    .limit(1)
  if (!row) throw new Error("Nobody saw the site as this member")
  return row
}

/** Inserts staff who see the site as a subscriber with a profile. */
export async function insertImpersonated() {
  const [staff, owner] = [await insertSupport(), await insertOwner("published")]
  await insertSubscription({ userId: owner.user.id })
  await staff.start(owner.user.id)
  return { staff, owner, member: owner.user, row: await latestOf(owner.user.id) }
}

/** The entries of the audit log about a member's impersonations. */
export async function entriesOf(memberId: string) {
  const { results } = await env.DB.prepare(
    "SELECT actor_id, action, reason, details FROM audit_log WHERE target_id = ? AND action LIKE 'impersonation.%' ORDER BY seq",
  )
    .bind(memberId)
    .all<{ actor_id: string; action: string; reason: string | null; details: string }>()
  return results
}
