import type { Ctx } from "~/domain/core/context"
import { type ErrorCode, isAppError } from "~/lib/errors"
import { errorMessage } from "~/remix/page.server"

/** An error that a page shows in place of what it could not load. */
interface Problem {
  code: ErrorCode
  message: string
}

/**
 * Returns a call's result, or the error to show in its place. What does not exist is thrown: that is a page of its own.
 */
export async function resultOrProblem<Result>(
  ctx: Pick<Ctx, "locale">,
  call: Promise<Result>,
): Promise<{ result: Result; problem: null } | { result: null; problem: Problem }> {
  try {
    return { result: await call, problem: null }
  } catch (error) {
    if (!isAppError(error) || error.code === "request.not_found" || error.code === "server.failed") throw error
    return { result: null, problem: { code: error.code, message: errorMessage(ctx, error) } }
  }
}
