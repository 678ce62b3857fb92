import type { Ctx } from "~/domain/context"
import { AppError } from "~/lib/errors"
import { verifyPassword } from "../passwords/hash.server"
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
  if (!account || !matches) throw new AppError("auth.invalid_credentials")
  await resetAttempts()
  const secondStep = await startSecondStep(ctx, account.id)
  return secondStep ? { secondStep } : { token: await openSession(ctx, account.id, kind) }
}
