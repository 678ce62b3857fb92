import type { CurrentUser } from "../actor/actor"
import { hasStaffPermission } from "../actor/guards"
import type { Act, Resource } from "./resource"

/** Returns whether a member of staff may use this act of a resource. */
export function mayUse(user: CurrentUser, resource: Resource, act: Act): boolean {
  const permission = act.permission ?? resource.write
  return permission !== undefined && hasStaffPermission(user, permission)
}
