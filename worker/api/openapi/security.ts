/** The `security` of a route that requires a signed-in user. */
export const signedIn: Record<string, string[]>[] = [{ bearer: [] }, { cookie: [] }]

/** The `security` of a route whose response depends on the user, if there is one. */
export const optionallySignedIn: Record<string, string[]>[] = [{}, ...signedIn]

/** For the description of a route that begins with `requireRecentProof`. */
export const recentProof =
  "Requires re-authentication within the last 10 minutes: by signing in or by `POST /auth/confirm`, with a second factor if you have one. Otherwise 403 `auth.confirm_required`."

/** For the description of a route that begins with `requireStaffProof`. */
export const staffProof =
  "Requires re-authentication within the last 10 minutes, by signing in or by `POST /auth/confirm`. Otherwise 403 `auth.confirm_required`, or `auth.second_factor_required` for staff who must set up a second factor first."
