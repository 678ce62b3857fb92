import { env } from "cloudflare:workers"
import { expect } from "vitest"

const lastEntry = async () =>
  (await env.DB.prepare("SELECT coalesce(max(seq), 0) AS seq FROM audit_log").first<{ seq: number }>())?.seq ?? 0

/**
 * Runs a request, and fails if an operation of the back office that is not GET succeeds without an entry in the audit
 * log (trust-safety R25).
 */
export async function expectAudited(
  method: string,
  url: URL,
  fetch: () => Response | Promise<Response>,
): Promise<Response> {
  if (method === "GET" || !url.pathname.startsWith("/api/admin/")) return fetch()
  const before = await lastEntry()
  const response = await fetch()
  // An act that every record refused has changed nothing.
  const { done } = response.ok
    ? await response
        .clone()
        .json<{ done?: string[] }>()
        .catch(() => ({ done: undefined }))
    : {}
  if (response.ok && done?.length !== 0)
    expect(await lastEntry(), `${method} ${url.pathname} records itself in the audit log`).toBeGreaterThan(before)
  return response
}
