import { applyD1Migrations, reset } from "cloudflare:test"
import { env } from "cloudflare:workers"
import { inject } from "vitest"
import { accessTokenOf } from "~/domain/operations/backup/seal"
import type { Call } from "../../../../scripts/backup/client"
import { fetchWith, json } from "../../helpers/app"
import { forgetMade } from "../../helpers/once"

export const backupKey = "b".repeat(43)

/** Calls an operation as `npm run backup` does, and returns the response. */
export async function ask(operation: string, body: object, changes: object = {}, key = backupKey): Promise<Response> {
  const headers = { Authorization: `Bearer ${await accessTokenOf(key)}` }
  return fetchWith({ BACKUP_KEY: backupKey, ...changes }, `/backup/${operation}`, json(body, headers))
}

/** Returns the function by which the scripts call the Worker. */
export function caller(changes: object = {}): Call {
  return async (operation, body) => {
    const response = await ask(operation, body, changes)
    if (!response.ok) throw new Error(`${operation}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

export const restoring = { RESTORE: "on" }

/** Replaces the database, the objects and the bucket by empty ones, as a new deployment has them. */
export async function beginAnew(): Promise<void> {
  await reset()
  forgetMade()
  await applyD1Migrations(env.DB, inject("migrations"))
}
