import { findResource } from "~/domain/back-office/records/registry.server"
import type { Actor } from "~/domain/core/actor/actor"
import { isPermitted } from "~/domain/core/actor/guards"
import type { Permission } from "~/domain/core/actor/roles"
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
