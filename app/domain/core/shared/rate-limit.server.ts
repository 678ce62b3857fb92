import { AppError, type ErrorCode, isAppError } from "~/lib/errors"
import type { Ctx } from "../context"
import type { LimitName } from "../rate-limits"

/**
 * Returns whether an attempt is within the limit, for callers that continue either way. Counts it unless
 * `options.count` is false.
 */
export async function isWithin(
  ctx: Pick<Ctx, "limit">,
  name: LimitName,
  key: string,
  options?: { count: boolean },
): Promise<boolean> {
  try {
    await ctx.limit(name, key, options)
    return true
  } catch (error) {
    if (isAboveLimit(error)) return false
    throw error
  }
}

/** Counts an attempt and throws `code` above the limit, where the seconds of `rate.limited` would not explain it. */
export async function requireWithin(
  ctx: Pick<Ctx, "limit">,
  name: LimitName,
  key: string,
  code: ErrorCode,
): Promise<void> {
  try {
    await ctx.limit(name, key)
  } catch (error) {
    throw isAboveLimit(error) ? new AppError(code, { retryAfter: error.retryAfter }) : error
  }
}

function isAboveLimit(error: unknown): error is AppError {
  return isAppError(error) && error.code === "rate.limited"
}
