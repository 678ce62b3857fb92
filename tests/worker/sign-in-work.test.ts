import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import type { Ctx } from "~/domain/context"
import { insertUser, insertUserWithPassword } from "./helpers/rows"

vi.mock("~/domain/accounts/passwords.server", { spy: true })

test("an unknown e-mail costs as much work as a wrong password: one look at one hash", async () => {
  const accounts = [await insertUserWithPassword(), await insertUser(), { email: "nobody@example.org" }]
  // The Worker was loaded before this file could watch it.
  vi.resetModules()
  const { verifyPassword } = await import("~/domain/accounts/passwords.server")
  const { signIn } = await import("~/domain/accounts/service.server")
  const ctx = {
    db: openDatabase(env.DB, null).db,
    now: Date.now,
    limit: async () => {},
    client: { address: "::1", country: null, userAgent: "test" },
  } as unknown as Ctx
  for (const { email } of accounts) {
    vi.mocked(verifyPassword).mockClear()
    await expect(signIn(ctx, { email, password: "wrong" }, "api")).rejects.toThrow("auth.invalid_credentials")
    expect([email, vi.mocked(verifyPassword).mock.calls.length]).toEqual([email, 1])
  }
})
