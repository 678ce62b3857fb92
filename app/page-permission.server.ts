import type { Permission } from "~/domain/actor/roles"
import { findResource } from "~/domain/resources/registry.server"
import { policyOf } from "~/page-policy"

/** Returns the permission that a page's policy names; of the resource kit's pages it is their resource's. */
export function permissionOfPage(pathname: string): Permission | undefined {
  const { permission, isOfResource } = policyOf(pathname)
  return isOfResource ? findResource(pathname.split("/")[3] ?? "")?.read : permission
}
