import { AppError } from "~/lib/errors"
import type { OwnProfile } from "../actor/actor"
import { requireUser } from "../actor/guards"
import type { Ctx } from "../context"

/** Returns the actor's profile. Throws `auth.required`, and `request.not_found` for members without one. */
export function requireOwner(ctx: Pick<Ctx, "actor">): OwnProfile & { ownerId: string } {
  const { id: ownerId, profile } = requireUser(ctx)
  if (!profile) throw new AppError("request.not_found")
  return { ...profile, ownerId }
}
