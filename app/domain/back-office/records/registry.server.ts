import { AppError } from "~/lib/errors"
import * as kinds from "./kinds/index.server"
import type { Resource } from "./resource"

/** Every resource of the back office: each file in `kinds/` describes one. */
export const resources: readonly Resource[] = Object.values(kinds)

export function findResource(name: string): Resource | undefined {
  return resources.find((resource) => resource.name === name)
}

/** Returns a resource by the name in an address. Throws `request.not_found`. */
export function requireResource(name: string | undefined): Resource {
  const resource = findResource(name ?? "")
  if (!resource) throw new AppError("request.not_found")
  return resource
}
