import type { Actor } from "../actor/actor"

/** The back office's overview of all profiles, those in review too, is for staff. */
export function maySeeDashboard(actor: Actor): boolean {
  return actor.kind === "staff"
}
