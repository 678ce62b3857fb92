import { createRoute, type RouteConfig } from "@hono/zod-openapi"
import type { Permission } from "~/domain/actor/roles"
import type { ErrorCode } from "~/lib/errors"
import { errorResponses } from "./errors"
import { type Guard, type GuardName, guards } from "./security"
import type { TagName } from "./tags"

type Declaration = Omit<RouteConfig, "tags" | "security" | "operationId"> & {
  /** Unique: a verb and a noun. Generated clients name their functions by it. */
  operationId: string
  tag: TagName
  /** Without one, the operation is public. */
  guard?: GuardName
  /** Of staff's operations: what the caller's role must include (app/domain/actor/roles.ts). */
  permission?: Permission
  /**
   * The codes of the operation's own errors. Not those of its guard, not `validation.failed` of a request that does not
   * match its schema, and not those of every operation (errors.ts).
   */
  errors?: readonly ErrorCode[]
}

/** Declares an operation: a route whose error responses list the codes that it can really return, and no others. */
export function createOperation<Path extends string, const Declared extends Declaration & { path: Path }>({
  tag,
  guard,
  errors = [],
  permission: _permission,
  ...route
}: Declared) {
  const guarded: Partial<Guard> = guard ? guards[guard] : {}
  const invalid = route.request ? (["validation.failed"] as const) : []
  const codes = new Set([...(guarded.errors ?? []), ...errors, ...invalid])
  return createRoute({
    ...route,
    tags: [tag],
    ...(guarded.security && { security: guarded.security }),
    description: [route.description, guarded.description].filter(Boolean).join("\n\n") || undefined,
    responses: { ...route.responses, ...errorResponses([...codes]) },
  } as unknown as Omit<Declared, "tag" | "guard" | "errors" | "permission">)
}
