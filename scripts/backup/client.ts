import { accessTokenOf } from "../../app/domain/operations/backup/seal.ts"

const tries = 5

/** Calls one of the Worker's operations for backups. Throws a sentence for the terminal. */
export type Call = <Answer>(operation: string, body: object) => Promise<Answer>

/** Returns what calls the Worker at an origin with the operator's key; a failed connection or a 5xx is tried again. */
export async function connect(origin: string, key: string, pause = 1_000): Promise<Call> {
  const token = await accessTokenOf(key)
  return async (operation, body) => {
    for (let attempt = 1; ; attempt++) {
      const response = await fetch(`${origin}/backup/${operation}`, {
        method: "POST",
        headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
        body: JSON.stringify(body),
      }).catch((error: unknown) => error as Error)
      if (response instanceof Response && response.ok) return response.json()
      const status = response instanceof Response ? response.status : 0
      if (attempt >= tries || (status !== 0 && status < 500)) throw new Error(await reasonOf(response, operation))
      await new Promise((resolve) => setTimeout(resolve, pause * attempt))
    }
  }
}

async function reasonOf(response: Response | Error, operation: string): Promise<string> {
  if (response instanceof Error) return `The Worker cannot be reached: ${response.message}`
  if (response.status === 404)
    return "The Worker does not accept this key: BACKUP_KEY must be the same here and there, and set there."
  const { message = "" } = (await response.json().catch(() => ({}))) as { message?: string }
  return `${operation} was answered with ${response.status}. ${message}`
}
