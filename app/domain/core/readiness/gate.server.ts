import { AppError } from "~/lib/errors"
import { isPermitted } from "../actor/guards"
import type { Ctx } from "../context"
import { missingItems, type ReadinessItem } from "./policy"
import { findLaunchFacts } from "./queries.server"

/** Returns the items that keep this deployment a demonstration; none outside production, where nothing is read. */
export async function findMissingItems(ctx: Pick<Ctx, "db" | "launch" | "now">): Promise<ReadinessItem[]> {
  if (!ctx.launch.isProduction) return []
  const now = ctx.now()
  return missingItems(ctx.launch, await findLaunchFacts(ctx.db, now), now)
}

/** Returns whether this deployment may publish profiles: it is launched, or no production. */
export async function isLaunched(ctx: Pick<Ctx, "db" | "launch" | "now">): Promise<boolean> {
  return (await findMissingItems(ctx)).length === 0
}

/**
 * Throws `launch.incomplete` while this production deployment is a demonstration (trust-safety R31): nothing is charged, and no profile is
 * published. Only staff who may read the launch learn what is missing.
 */
export async function requireLaunched(ctx: Pick<Ctx, "actor" | "db" | "launch" | "now">): Promise<void> {
  const missing = await findMissingItems(ctx)
  if (missing.length === 0) return
  const fields = Object.fromEntries(missing.map((item) => [item, ["launch_missing" as const]]))
  throw new AppError("launch.incomplete", isPermitted(ctx.actor, "readiness.read") ? { fields } : {})
}
