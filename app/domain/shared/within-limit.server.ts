import { isAppError } from "~/lib/errors"
import type { Ctx } from "../context"
import type { LimitName } from "../rate-limits"

/** Counts a try, and returns whether it is within the limit: for what goes on without it. */
export async function isWithin(ctx: Pick<Ctx, "limit">, name: LimitName, key: string): Promise<boolean> {
  try {
    await ctx.limit(name, key)
    return true
  } catch (error) {
    if (isAppError(error) && error.code === "rate.limited") return false
    throw error
  }
}
