import type { Actor } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"
import type { Action, Resource } from "./resource"

/** Returns whether a member of staff may use this act of a resource. */
export function mayUse(actor: Actor, resource: Resource, action: Action): boolean {
  const permission = action.permission ?? resource.write
  return permission !== undefined && isPermitted(actor, permission)
}
