import type { z } from "zod"

type Issue = z.core.$ZodIssue

/** The key of the sentence in `errors:fields` for a field's problem. */
export type FieldProblem =
  | "calendar_address"
  | "captcha"
  | "changed"
  | "date"
  | "captcha_code"
  | "required"
  | "returned"
  | "slug"
  | "slug_taken"
  | "email"
  | "email_same"
  | "file_size"
  | "value_taken"
  | "too_long"
  | "too_short"
  | "invalid"
  | "launch_missing"
  | "lines"
  | "number_range"
  | "password_length"
  | "password_common"
  | "password_is_email"
  | "password_not_chosen"
  | "password_wrong"
  | "code_wrong"
  | "page_address"
  | "placeholder_unknown"
  | "mail_code_wrong"
  | "staff_code_wrong"
  | "member_unknown"
  | "day_past"
  | "day_ahead"
  | "day_order"
  | "city_home"
  | "under_age"
  | "must_accept"
  | "name_reserved"
  | "name_taken"
  | "photo_pixels"
  | "photo_size"
  | "photo_type"
  | "picture_missing"
  | "picture_size"
  | "picture_type"
  | "picture_pixels"
  | "picture_small"
  | "avatar_small"
  | "picture_unreadable"
  | "people_undeclared"
  | "pictures_few"
  | "pictures_many"
  | "pictures_together"
  | "captions_invalid"
  | "captions_size"
  | "video_size"
  | "video_type"
  | "video_codec"
  | "video_hevc"
  | "video_long"
  | "video_pixels"
  | "video_webm_codec"
  | "video_fragmented"
  | "video_unreadable"

/**
 * Returns the problems of a schema by field (dotted path), as sentences' keys: zod's own messages speak one language
 * only.
 */
export function fieldProblems(error: z.core.$ZodError): Record<string, FieldProblem[]> {
  const problems: Record<string, FieldProblem[]> = {}
  for (const issue of error.issues) {
    const field = issue.path.join(".") || "body"
    problems[field] = [...(problems[field] ?? []), problemOf(issue)]
  }
  return problems
}

/** The problems that our schemas name themselves. */
const ownProblems = [
  "must_accept",
  "required",
  "page_address",
  "placeholder_unknown",
  "lines",
] as const satisfies FieldProblem[]
const isOwnProblem = (message: string): message is (typeof ownProblems)[number] =>
  (ownProblems as readonly string[]).includes(message)

function problemOf(issue: Issue): FieldProblem {
  if (isOwnProblem(issue.message)) return issue.message
  if ((issue.code === "too_small" || issue.code === "too_big") && issue.origin === "number") return "number_range"
  if (issue.code === "too_small") return "required"
  if (issue.code === "too_big") return "too_long"
  // zod stores the actual type only in this message.
  if (issue.code === "invalid_type" && issue.message.endsWith("received undefined")) return "required"
  if (issue.code === "invalid_format" && issue.format === "email") return "email"
  if (issue.code === "invalid_format" && issue.format === "date") return "date"
  return "invalid"
}
