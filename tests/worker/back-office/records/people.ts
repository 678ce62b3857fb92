import { addCookie, fetchApp, fetchWith, withAccess } from "../../helpers/app"
import { mailBindings } from "../../helpers/mail"
import { insertColleague, insertSession } from "../../helpers/rows"

type Role = Parameters<typeof insertColleague>[number]

export interface Caller {
  id: string
  /** Calls an operation of the back office; returns its status and JSON. The jobs that it enqueues wait. */
  // biome-ignore lint/suspicious/noExplicitAny: each test knows what it asked for
  call: (method: string, path: string, json?: unknown, site?: string) => Promise<{ status: number; body: any }>
  /** Opens a page of the back office. */
  open: (path: string, init?: RequestInit, site?: string) => Promise<Response>
}

/** Signs in a member of staff with these roles, just now. */
export async function asStaff(...roles: Role[]): Promise<Caller> {
  const user = await insertColleague(...roles)
  const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  return {
    id: user.id,
    async call(method, path, json, site = "") {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
      const response = await fetchWith(mailBindings, `${site}/api/admin${path}`, {
        method,
        headers,
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : null }
    },
    async open(path, init = {}, site = "") {
      return fetchApp(
        `${site}/dashboard/admin${path}`,
        addCookie(await withAccess(init), `__Host-salon_session=${token}`),
      )
    },
  }
}
