import type Stripe from "stripe"

/** The body of an error response: https://docs.stripe.com/api/errors */
export interface ErrorBody {
  type: Stripe.RawErrorType
  message: string
  code?: string
  param?: string
  decline_code?: string
  charge?: string
  payment_intent?: unknown
  payment_method?: unknown
  doc_url?: string
  request_log_url?: string
}

/** An error that the API responds with. What the request wrote before is rolled back unless `keepsChanges` is set. */
export class ApiError extends Error {
  readonly status: number
  readonly body: ErrorBody
  readonly keepsChanges: boolean

  constructor(status: number, body: ErrorBody, keepsChanges = false) {
    super(body.message)
    this.status = status
    this.body = body.code ? { ...body, doc_url: `https://stripe.com/docs/error-codes/${kebab(body.code)}` } : body
    this.keepsChanges = keepsChanges
  }
}

const kebab = (code: string) => code.replaceAll("_", "-")

/** Returns the error for a request that Stripe refuses: 400. */
export function invalidRequest(message: string, { param, code }: { param?: string; code?: string } = {}): ApiError {
  return new ApiError(400, { type: "invalid_request_error", message, ...(code && { code }), ...(param && { param }) })
}

/** Returns the error for an id that is not there: 404. */
export function resourceMissing(noun: string, id: string, param = "id"): ApiError {
  const message = `No such ${noun}: '${id}'`
  return new ApiError(404, { type: "invalid_request_error", code: "resource_missing", message, param })
}
