import type { Actor } from "../actor/actor"

/** Returns whether the actor may see the overview of all profiles, also those in review: staff only. */
export function maySeeDashboard(actor: Actor): boolean {
  return actor.kind === "staff"
}
