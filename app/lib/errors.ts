import type { FieldProblem } from "./field-problems"

/**
 * Every way a request can fail, and its HTTP status. The reader's sentence is `errors:{code}` in the translations of
 * their language.
 */
export const errorStatus = {
  "access.denied": 403,
  "account.refused": 403,
  "account.suspended": 403,
  "appeals.ended": 409,
  "appeals.of_person": 409,
  "appeals.same_reviewer": 403,
  "appeals.sent": 409,
  "audit.reason_required": 403,
  "auth.challenge_expired": 410,
  "auth.confirm_required": 403,
  "age.required": 403,
  "agreement.superseded": 409,
  "auth.account_closed": 403,
  "auth.factor_too_new": 403,
  "auth.invalid_credentials": 401,
  "auth.passkey_refused": 422,
  "auth.passkey_unknown": 422,
  "auth.passkeys_too_many": 409,
  "auth.required": 401,
  "auth.second_factor_last": 409,
  "auth.second_factor_required": 403,
  "auth.token_invalid": 410,
  "backup.not_begun": 409,
  "backup.not_empty": 409,
  "backup.restore_off": 409,
  "backup.too_old": 409,
  "backup.unknown_table": 409,
  "billing.card_declined": 402,
  "billing.confirmation_needed": 402,
  "billing.customer_gone": 409,
  "billing.disputed": 409,
  "billing.nothing_due": 409,
  "billing.nothing_to_refund": 409,
  "billing.plan_not_for_sale": 409,
  "billing.no_plan": 409,
  "billing.not_withdrawable": 409,
  "billing.preview_expired": 409,
  "billing.request_pending": 409,
  "billing.second_person": 409,
  "billing.subscribed": 409,
  "billing.unavailable": 503,
  "calendar.full": 409,
  "calendar.overlap": 409,
  "chat.accept_first": 409,
  "chat.blocked_by_you": 409,
  "chat.budget_spent": 429,
  "chat.channel_refused": 403,
  "chat.declined": 409,
  "chat.expired": 409,
  "chat.language_required": 403,
  "chat.limited": 403,
  "chat.links_held": 403,
  "chat.own_profile": 409,
  "chat.pending": 409,
  "chat.premium_required": 403,
  "chat.reply_unknown": 422,
  "chat.subscription_required": 403,
  "chat.too_fast": 429,
  "chat.too_late": 409,
  "chat.too_many_new": 429,
  "chat.unavailable": 410,
  "chat.unreachable": 503,
  "chat.verified_required": 403,
  "casting.claimed": 409,
  "casting.listed": 409,
  "casting.open": 409,
  "casting.sent": 409,
  "cases.claimed": 409,
  "cases.no_member": 409,
  "conflict.changed": 409,
  "consent.answered": 409,
  "consent.expired": 410,
  "consent.full": 409,
  "consent.unconfirmed": 409,
  "countries.change_pending": 409,
  "countries.second_person": 409,
  "countries.unchanged": 409,
  "country.blocked": 451,
  "country.no_contact": 451,
  "country.no_listing": 451,
  "country.no_payment": 451,
  "cursor.invalid": 400,
  "favorites.full": 409,
  "filter.unknown": 400,
  "hiding.countries_full": 409,
  "hiding.country_hidden": 409,
  "hiding.own_address": 422,
  "hiding.people_full": 409,
  "hiding.person_hidden": 409,
  "identity.differs": 409,
  "identity.not_needed": 409,
  "identity.of_lead": 403,
  "identity.refused": 409,
  "identity.second_person": 409,
  "identity.too_many": 429,
  "identity.unavailable": 503,
  "impersonation.browser_only": 409,
  "impersonation.closed": 403,
  "impersonation.over": 403,
  "impersonation.read_only": 403,
  "launch.incomplete": 409,
  "media.full": 409,
  "media.unavailable": 503,
  "members.of_lead": 403,
  "members.second_person": 409,
  "members.staff": 409,
  "origin.refused": 403,
  "page.not_found": 404,
  "page.not_valid": 404,
  "privacy.erasure_open": 409,
  "privacy.export_limit": 429,
  "privacy.export_open": 409,
  "privacy.last_root": 409,
  "push.off": 404,
  "push.unknown_service": 422,
  "questions.answered": 409,
  "questions.ended": 409,
  "questions.full": 409,
  "questions.open": 409,
  "rate.limited": 429,
  "reports.paused": 403,
  "request.interrupted": 409,
  "request.in_progress": 409,
  "request.key_reused": 422,
  "request.malformed": 400,
  "request.method_not_allowed": 405,
  "request.not_found": 404,
  "request.too_large": 413,
  "request.unsupported_type": 415,
  "resources.exports_full": 409,
  "resources.in_use": 409,
  "resources.parent_missing": 409,
  "resources.slug_taken": 409,
  "review.escalated": 409,
  "review.second_look": 409,
  "searches.full": 409,
  "server.failed": 500,
  "site.restoring": 503,
  "staff.has_role": 409,
  "staff.own_account": 409,
  "staff.own_roles": 409,
  "staff.reset_pending": 409,
  "staff.second_person": 409,
  "templates.full": 409,
  "transparency.deleted": 409,
  "transparency.months_missing": 409,
  "transparency.unfinished": 409,
  "transparency.year_published": 409,
  "translation.off": 404,
  "translation.unavailable": 503,
  "validation.failed": 422,
  "video.day": 409,
  "video.full": 409,
  "video.open": 409,
  "video.part_damaged": 400,
  "video.parts_missing": 409,
  "video.reviewed": 409,
  "video.unavailable": 503,
  "workshop.claimed": 409,
  "workshop.marked": 409,
  "workshop.not_publishable": 409,
  "workshop.nothing_to_submit": 409,
  "workshop.open_edits": 409,
} as const

export type ErrorCode = keyof typeof errorStatus

export interface AppErrorOptions {
  /** For the log only, never shown. */
  cause?: unknown
  /** The values that the sentence of this code interpolates, e.g. `{ path }`. */
  values?: Record<string, string | number>
  /** Problems by field: keys of `errors:fields`. */
  fields?: Record<string, FieldProblem[]>
  /** Seconds, for `Retry-After`. */
  retryAfter?: number
}

/** The one error that our code throws on purpose. Each transport turns it into its own response. */
export class AppError extends Error {
  override readonly name = "AppError"
  readonly values: Record<string, string | number>
  readonly fields: Record<string, FieldProblem[]> | undefined
  readonly retryAfter: number | undefined

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(code, { cause: options.cause })
    this.values = options.values ?? {}
    this.fields = options.fields
    this.retryAfter = options.retryAfter
  }

  get status() {
    return errorStatus[this.code]
  }
}

/** Compares by name, not by class: pages and API are two bundles in one Worker, each with a class of its own. */
export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && error.name === "AppError"
}
