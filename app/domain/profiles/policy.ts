import type { Actor } from "../actor/actor"
import { isPermitted } from "../actor/guards"

/** Returns whether the actor may see the overview of all profiles, also those in review: staff with `dashboard.read`. */
export function maySeeDashboard(actor: Actor): boolean {
  return isPermitted(actor, "dashboard.read")
}
