import type { Actor } from "../core/actor/actor"
import { isPermitted } from "../core/actor/guards"

/** Returns whether the actor may see the overview of all profiles, also those in review: staff with `dashboard.read`. */
export function maySeeDashboard(actor: Actor): boolean {
  return isPermitted(actor, "dashboard.read")
}
