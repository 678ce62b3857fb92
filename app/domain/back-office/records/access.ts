import type { Actor } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"
import type { Act, Resource } from "./resource"

/** Returns whether a member of staff may use this act of a resource. */
export function mayUse(actor: Actor, resource: Resource, act: Act): boolean {
  const permission = act.permission ?? resource.write
  return permission !== undefined && isPermitted(actor, permission)
}
