import * as z from "zod"
import { type ErrorCode, errorStatus } from "~/lib/errors"

const commonCodes = {
  "request.malformed": "the body cannot be read, such as invalid JSON",
  "request.in_progress": "a request with this `Idempotency-Key` is being carried out",
  "request.interrupted":
    "a request with this `Idempotency-Key` was interrupted: read what it has done before you send another one",
  "request.key_reused": "a request with this `Idempotency-Key` and other content was carried out within the last day",
  "account.suspended":
    "staff have suspended your account; contact, reports, export, erasure and cancellation remain open",
  "account.refused":
    "your identity check closed your account; contact, reports, export, erasure and cancellation remain open",
  "impersonation.closed": "you are staff who see the site as a member, and this is closed meanwhile",
  "impersonation.over": "you no longer see the site as a member, and the request was meant for them: send it again",
  "impersonation.read_only": "you are staff who see the site as a member, to read only",
  "access.denied": "the deployment is closed to the public, and the request has no valid token",
  "age.required": "a visitor who has not confirmed the age notice of the site requests profiles",
  "country.blocked":
    "the site is not available in your country; contact, reports and legal pages remain open, and to members their data and their plan",
  "origin.refused": "an unsafe request with the session cookie lacks the site's own `Origin`",
  "request.too_large": "the body is larger than 1 MB, or than 10 KB to authorize a socket",
  "request.unsupported_type": "the body is not `application/json`",
  "server.failed": "the server is at fault",
  "site.restoring": "the site is closed while its data are restored from a backup; `Retry-After` says for how long",
} as const satisfies Partial<Record<ErrorCode, string>>

type CommonCode = keyof typeof commonCodes

/** Errors that any operation may return, and when. The document says it once: an operation lists only its own codes. */
export const commonErrors = (Object.keys(commonCodes) as CommonCode[]).map((code) => ({
  code,
  status: errorStatus[code],
  when: commonCodes[code],
}))

const CommonErrorCode = z
  .enum(Object.keys(commonCodes) as CommonCode[])
  .meta({ id: "CommonErrorCode", description: "The codes that any operation may return" })

const ApiError = z
  .object({
    message: z.string().meta({ description: "A sentence for the user, in their language" }),
    code: z.string().meta({ description: "Stable; branch on this" }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .optional()
      .meta({ description: "Sentences for the user by field (dotted path), for `validation.failed`" }),
    request_id: z.string().meta({ description: "The `X-Request-Id` of the response; quote it to support" }),
  })
  .meta({ id: "Error" })

const CommonError = ApiError.and(z.object({ code: CommonErrorCode })).meta({ id: "CommonError" })

/** The response of every operation with a status that the operation does not list. */
const commonResponse = {
  description: "An error that any operation may return",
  content: { "application/json": { schema: CommonError } },
}

/** Returns the error responses of an operation that returns these codes, by status, for its `responses`. */
export function errorResponses(codes: readonly ErrorCode[]) {
  const statuses = [...new Set(codes.map((code) => errorStatus[code]))].toSorted()
  const own = statuses.map((status) => [status, errorResponse(codes.filter((code) => errorStatus[code] === status))])
  return { ...Object.fromEntries(own), default: commonResponse }
}

function errorResponse(codes: ErrorCode[]) {
  // The status may be that of a common error too.
  const schema = ApiError.and(z.object({ code: z.union([z.enum(codes), CommonErrorCode]) }))
  const isLimit = codes.some((code) => errorStatus[code] === 429)
  return {
    description: codes.map((code) => `\`${code}\``).join(", "),
    content: { "application/json": { schema } },
    ...(isLimit && { headers: { "Retry-After": { schema: { type: "integer" }, description: "Seconds" } } }),
  }
}

interface Response {
  content?: Record<string, { schema?: { allOf?: { properties?: { code?: { anyOf?: { enum?: ErrorCode[] }[] } } }[] } }>
}

/** Returns the codes that a response of the document lists as the operation's own. */
export function ownCodes({ content }: Response): ErrorCode[] {
  const { allOf = [] } = content?.["application/json"]?.schema ?? {}
  return allOf.flatMap(({ properties }) => properties?.code?.anyOf ?? []).flatMap((one) => one.enum ?? [])
}
