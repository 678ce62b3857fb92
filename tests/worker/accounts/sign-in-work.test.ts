import { env } from "cloudflare:workers"
import { expect, test, vi } from "vitest"
import { openDatabase } from "~/db/client.server"
import type { Ctx } from "~/domain/core/context"
import { insertUser, insertUserWithPassword } from "../helpers/rows"

vi.mock("~/domain/accounts/passwords/hash.server", { spy: true })

test.each(["web", "api"] as const)(
  "an unknown e-mail costs as much work as a wrong password, by %s: the same limits, statements and hash",
  async (kind) => {
    const accounts = [await insertUserWithPassword(), await insertUser(), { email: "nobody-sign-in-work@example.org" }]
    // The Worker was loaded before this file could watch it.
    vi.resetModules()
    const { verifyPassword } = await import("~/domain/accounts/passwords/hash.server")
    const { signIn } = await import("~/domain/accounts/sign-in/sign-in.server")
    const work = []
    for (const token of [null, "A".repeat(43)]) {
      for (const { email } of accounts) {
        vi.mocked(verifyPassword).mockClear()
        const { db, use } = openDatabase(env.DB, null)
        const limits: string[] = []
        const ctx = {
          db,
          now: Date.now,
          limit: async (name: string) => void limits.push(name),
          resetLimit: async () => void limits.push("forgotten"),
          client: {
            address: "::1",
            country: null,
            userAgent: "test",
            device: { token, keep: () => limits.push("kept") },
            session: { token: null, keep: () => {} },
          },
        } as unknown as Ctx
        await expect(signIn(ctx, { email, password: "wrong" }, kind)).rejects.toThrow("auth.invalid_credentials")
        const { roundTrips, statements } = use
        work.push({ hashes: vi.mocked(verifyPassword).mock.calls.length, limits, roundTrips, statements })
      }
    }
    expect(work[0]).toEqual({
      hashes: 1,
      limits: ["auth.sign-in.address", "auth.sign-in.account"],
      roundTrips: 1,
      statements: 1,
    })
    for (const one of work) expect(one).toEqual(work[0])
  },
)
