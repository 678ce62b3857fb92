import { AppError } from "~/lib/errors"
import { within } from "~/lib/within"
import type { Ctx } from "../../core/context"

/** How long readers wait for a room or an inbox (ms). */
const patience = 5_000

/**
 * Waits for what a room or an inbox is asked to read. Throws `chat.unreachable` when it fails or is slow: the reader sees
 * a page that says so and can try again.
 */
export async function reach<Result>(ctx: Pick<Ctx, "logError">, reading: Promise<Result>): Promise<Result> {
  const read = reading.then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  )
  const found = (await within(patience, read)) ?? { error: new Error(`No response in ${patience} ms`) }
  if ("result" in found) return found.result
  ctx.logError("chat.unreachable", found.error, {})
  throw new AppError("chat.unreachable", { cause: found.error, retryAfter: patience / 1_000 })
}
