import type { Ctx } from "~/domain/core/context"
import { AppError } from "~/lib/errors"
import { verifyPassword } from "../passwords/hash.server"
import { hasPassword } from "../passwords/queries.server"
import type { Credentials, SecondStep } from "../schema"
import { openSession } from "../sessions/session.server"
import { registerSignInAttempt } from "./attempts.server"
import { startSecondStep } from "./second-step.server"

/**
 * Checks the credentials and opens a session; returns its token, shown once, or the second step if one is required.
 * Throws `auth.invalid_credentials`, with the same text and timing for an unknown e-mail as for a wrong password, and
 * `rate.limited`.
 */
export async function signIn(
  ctx: Ctx,
  { email, password }: Credentials,
  kind: "web" | "api",
): Promise<{ token: string } | { secondStep: SecondStep }> {
  const { account, resetAttempts } = await registerSignInAttempt(ctx, email)
  const matches = await verifyPassword(password, account?.passwordHash ?? null)
  const refusal = () => new AppError("auth.invalid_credentials")
  if (!account?.passwordHash || !matches) throw refusal()
  await resetAttempts()
  // The password may be changed or reset before the session or the challenge is stored.
  const proof = { holds: hasPassword(account.id, account.passwordHash), refusal }
  const secondStep = await startSecondStep(ctx, account.id, proof)
  return secondStep ? { secondStep } : { token: await openSession(ctx, account.id, kind, { proof }) }
}
