import { isAppError } from "~/lib/errors"
import type { Ctx } from "../context"
import type { LimitName } from "../rate-limits"

/** Counts an attempt and returns whether it is within the limit, for callers that continue either way. */
export async function isWithin(ctx: Pick<Ctx, "limit">, name: LimitName, key: string): Promise<boolean> {
  try {
    await ctx.limit(name, key)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === "rate.limited") return false
    throw error
  }
}
