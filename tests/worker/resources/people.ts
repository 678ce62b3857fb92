import { fetchApp } from "../helpers/app"
import { insertColleague, insertSession } from "../helpers/rows"

type Role = Parameters<typeof insertColleague>[number]

export interface Caller {
  id: string
  /** Calls an operation of the back office; returns its status and JSON. */
  call: (method: string, path: string, json?: unknown) => Promise<{ status: number; body: any }>
}

/** Signs in a member of staff with these roles, just now. */
export async function asStaff(...roles: Role[]): Promise<Caller> {
  const user = await insertColleague(...roles)
  const { token } = await insertSession({ userId: user.id, confirmedAt: Date.now() })
  return {
    id: user.id,
    async call(method, path, json) {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" }
      const response = await fetchApp(`/api/admin${path}`, {
        method,
        headers,
        ...(json !== undefined && { body: JSON.stringify(json) }),
      })
      const text = await response.text()
      return { status: response.status, body: text ? JSON.parse(text) : null }
    },
  }
}
