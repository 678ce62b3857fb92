import type { Actor } from "~/domain/actor/actor"
import { isPermitted } from "~/domain/actor/guards"
import type { Permission } from "~/domain/actor/roles"
import { findResource } from "~/domain/resources/registry.server"
import { policyOf } from "~/page-policy"

/** Returns the permission that a page's policy names; of the resource kit's pages it is their resource's. */
export function permissionOfPage(pathname: string): Permission | undefined {
  const { permission, isOfResource } = policyOf(pathname)
  return isOfResource ? findResource(pathname.split("/")[3] ?? "")?.read : permission
}

/** Returns the path of a page of the back office, or null if the actor may not open it. */
export function linkFor(actor: Actor, path: string): string | null {
  const permission = permissionOfPage(path)
  return permission && isPermitted(actor, permission) ? path : null
}
