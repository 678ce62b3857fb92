import type { ErrorCode } from "~/lib/errors"

/** The `security` of an operation that requires a signed-in user. */
export const signedIn: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }]

export interface Guard {
  security: readonly Record<string, string[]>[]
  /** Error codes of the guard. */
  errors: readonly ErrorCode[]
  /** For the operation's description. */
  description?: string
}

const staffErrors = [
  "auth.required",
  "request.not_found",
  "auth.confirm_required",
  "auth.second_factor_required",
] as const

/** Who may call an operation: the guards of domain/actor/guards.ts, as the document describes them. */
export const guards = {
  /** The response depends on the user, if there is one. */
  optionalUser: { security: [{}, ...signedIn], errors: [] },
  user: { security: signedIn, errors: ["auth.required"] },
  recentProof: {
    security: signedIn,
    errors: ["auth.required", "auth.confirm_required"],
    description:
      "Requires re-authentication within the last 10 minutes: by signing in or by `POST /auth/confirm`, with a second factor if you have one. Otherwise 403 `auth.confirm_required`.",
  },
  settledProof: {
    security: signedIn,
    errors: ["auth.required", "auth.confirm_required", "auth.factor_too_new"],
    description:
      "Requires re-authentication within the last 10 minutes: by signing in or by `POST /auth/confirm`, with a second factor if you have one. Otherwise 403 `auth.confirm_required`. 403 `auth.factor_too_new` until the oldest of your second factors has been set up for 24 hours.",
  },
  staff: { security: signedIn, errors: staffErrors },
  staffProof: {
    security: signedIn,
    errors: staffErrors,
    description:
      "Requires re-authentication within the last 10 minutes, by signing in or by `POST /auth/confirm`. Otherwise 403 `auth.confirm_required`, or `auth.second_factor_required` for staff who must set up a second factor first.",
  },
} as const satisfies Record<string, Guard>

export type GuardName = keyof typeof guards
