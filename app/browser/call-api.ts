import { toasts } from "./toasts"

type ProblemFields = Partial<Pick<ApiProblem, "status" | "sentence" | "retryAfter" | "code" | "errors">>

/**
 * Why an API call failed. `sentence` is the server's message, in the reader's language; `status` is null without a
 * response.
 */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem"
  readonly status: number | null
  readonly sentence: string | null
  /** Milliseconds, from `Retry-After`. */
  readonly retryAfter: number | null
  readonly code: string | null
  /** Problems by field, as sentences. */
  readonly errors: Record<string, string[]>

  constructor({ status = null, sentence = null, retryAfter = null, code = null, errors = {} }: ProblemFields = {}) {
    super(sentence ?? `status ${status}`)
    this.status = status
    this.sentence = sentence
    this.retryAfter = retryAfter
    this.code = code
    this.errors = errors
  }

  /** Whether the same call may succeed later: there was no response, or the server failed or is busy. */
  get isPassing(): boolean {
    return this.status === null || this.status >= 500 || this.status === 408 || this.status === 429
  }
}

export interface ApiCall extends Omit<RequestInit, "body"> {
  /** Sent as JSON. */
  json?: object
  /** A background call: its failure is shown nowhere. */
  isQuiet?: boolean
}

/**
 * Calls the API; returns the response's JSON, null for 204. Throws ApiProblem. An error with a message is shown as a
 * red toast (product-spec 7), unless the call is quiet.
 */
export async function callApi<Body>(path: string, { json, isQuiet, ...init }: ApiCall = {}): Promise<Body> {
  const headers = { Accept: "application/json", ...(json && { "Content-Type": "application/json" }) }
  const body = json && JSON.stringify(json)
  const response = await fetch(path, { ...init, headers, ...(body && { body }) }).catch(() => {
    throw new ApiProblem()
  })
  if (response.ok) {
    if (response.status === 204) return null as Body
    return (response.json() as Promise<Body>).catch(() => {
      throw new ApiProblem()
    })
  }
  const problem = await readProblem(response)
  if (!isQuiet) showProblem(problem)
  throw problem
}

/** Reads the problem that an error response describes. */
export async function readProblem(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => null)) as {
    message?: string
    code?: string
    errors?: Record<string, string[]>
  } | null
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN)
  const retryAfter = Number.isFinite(seconds) ? seconds * 1_000 : null
  return new ApiProblem({
    status: response.status,
    sentence: body?.message ?? null,
    retryAfter,
    code: body?.code ?? null,
    errors: body?.errors,
  })
}

/**
 * Shows the server's sentence as a red toast (product-spec 7), never twice at the same time; does nothing without one.
 */
export function showProblem({ sentence }: { sentence: string | null }): void {
  if (sentence) toasts.add({ id: `problem ${sentence}`, title: sentence, color: "bad" })
}
