import { createRoute, type RouteConfig } from "@hono/zod-openapi"
import type { Context, Next } from "hono"
import { requireStaff } from "~/domain/core/actor/guards"
import type { Permission } from "~/domain/core/actor/roles"
import type { ErrorCode } from "~/lib/errors"
import type { AppEnv } from "../../env"
import { IdempotencyHeaders, runOnce } from "../idempotency"
import { errorResponses } from "./errors"
import { type Guard, type GuardName, guards } from "./security"
import type { TagName } from "./tags"
import { requireWellFormed } from "./well-formed"

/** Without a guard, the operation is public. Operations of staff name the permission that they need (trust-safety R24). */
type Access =
  | { guard: StaffGuard; permission: Permission }
  | { guard?: Exclude<GuardName, StaffGuard>; permission?: never }
type StaffGuard = "staff" | "staffProof"

type Declaration = Omit<RouteConfig, "tags" | "security" | "operationId"> & {
  /** Unique: a verb and a noun. Generated clients name their functions by it. */
  operationId: string
  tag: TagName
  /**
   * The codes of the operation's own errors. Not those of its guard, not `validation.failed` of a request that does not
   * match its schema, and not those of every operation (errors.ts).
   */
  errors?: readonly ErrorCode[]
} & Access

/** Declares an operation: a route whose error responses list the codes that it can really return, and no others. */
export function createOperation<Path extends string, const Declared extends Declaration & { path: Path }>({
  tag,
  guard,
  permission,
  errors = [],
  ...route
}: Declared) {
  const guarded: Partial<Guard> = guard ? guards[guard] : {}
  const isWriting = route.method !== "get"
  const request = isWriting ? { ...route.request, headers: IdempotencyHeaders } : route.request
  const invalid = request ? (["validation.failed"] as const) : []
  const codes = new Set([...(guarded.errors ?? []), ...errors, ...invalid])
  return createRoute({
    ...route,
    ...(request && { request }),
    tags: [tag],
    ...(guarded.security && { security: guarded.security }),
    description:
      [route.description, permission && permissionText(permission), guarded.description].filter(Boolean).join("\n\n") ||
      undefined,
    ...(permission && { "x-permission": permission }),
    // Before the request is validated: without the permission there is nothing to learn here.
    middleware: [
      ...(permission ? [requirePermission(permission)] : []),
      ...(isWriting ? [requireWellFormed, runOnce] : []),
    ],
    responses: { ...route.responses, ...errorResponses([...codes]) },
  } as unknown as Omit<Declared, "tag" | "guard" | "permission" | "errors">)
}

const permissionText = (permission: Permission) =>
  `Requires a role with the permission \`${permission}\`: without it 404 \`request.not_found\`.`

function requirePermission(permission: Permission) {
  return async (c: Context<AppEnv>, next: Next) => {
    requireStaff(c.var.ctx, permission)
    await next()
  }
}
