/** The person of entries that no person made. */
export const systemPerson = "system"

/** Groups of actions, in the order in which the page offers them. */
export const actionKinds = ["members", "reviews", "cases", "identity", "support", "billing", "site", "office"] as const
export type ActionKind = (typeof actionKinds)[number]

/** The group of an action, by its noun: the name of a resource, or another one. */
const kindOfNoun: Readonly<Record<string, ActionKind>> = {
  member: "members",
  users: "members",
  impersonation: "members",
  review: "reviews",
  profile: "reviews",
  profiles: "reviews",
  medium: "reviews",
  media: "reviews",
  hash: "reviews",
  application: "reviews",
  case: "cases",
  report: "cases",
  appeal: "cases",
  help: "cases",
  "reason-templates": "cases",
  identity: "identity",
  ticket: "support",
  mail: "support",
  "prepared-answers": "support",
  billing: "billing",
  plans: "billing",
  prices: "billing",
  "billing-issues": "billing",
  "billing-requests": "billing",
  "payment-events": "billing",
  cities: "site",
  services: "site",
  "service-categories": "site",
  faqs: "site",
  pages: "site",
  policies: "site",
}

/** Returns the group of a noun; what no other one has is the office's. */
export const kindOf = (noun: string): ActionKind => kindOfNoun[noun] ?? "office"

/** Actions with a sentence of their own. Those of the kit have one for each verb (`kitVerbs`). */
export const ownActions = [
  "appeal.list",
  "appeal.overturn",
  "appeal.read",
  "appeal.uphold",
  "application.accept",
  "application.decline",
  "application.list",
  "application.read",
  "application.request_changes",
  "application.take",
  "billing.grant",
  "billing.grant_end",
  "billing.read",
  "billing.refund",
  "billing.replay",
  "billing.request",
  "case.act",
  "case.ask",
  "case.claim",
  "case.dismiss",
  "case.list",
  "case.note",
  "case.read",
  "case.release",
  "case.withdraw_question",
  "country.confirm",
  "country.propose",
  "country.refuse",
  "country.withdraw",
  "dead_letter.discard",
  "dead_letter.retry",
  "hash.block",
  "hash.unblock",
  "help.access",
  "help.close",
  "help.list",
  "identity.access",
  "identity.confirm",
  "identity.list",
  "identity.recheck",
  "identity.refuse",
  "identity.reopen",
  "identity.revoke",
  "impersonation.end",
  "impersonation.open_page",
  "impersonation.start",
  "mail.drop",
  "mail.retry",
  "media.read",
  "medium.approve",
  "medium.list",
  "medium.propose",
  "medium.reject",
  "medium.take_down",
  "member.close",
  "member.end_session",
  "member.limit",
  "member.list",
  "member.propose_closure",
  "member.read",
  "member.reopen",
  "member.restore",
  "member.sign_out",
  "member.suspend",
  "member.warn",
  "profile.approve",
  "profile.claim",
  "profile.decide_edits",
  "profile.escalate",
  "profile.list_reviews",
  "profile.propose",
  "profile.read",
  "profile.read_media",
  "profile.reinstate",
  "profile.reject",
  "profile.release",
  "profile.request_changes",
  "profile.return_escalation",
  "profile.suspend",
  "readiness.record",
  "readiness.withdraw",
  "records.search",
  "report.access_messages",
  "report.read_messages",
  "review.list",
  "settings.restore",
  "settings.update",
  "staff.grant",
  "staff.propose_reset",
  "staff.reset_factor",
  "staff.revoke",
  "staff.withdraw_reset",
  "ticket.change",
  "ticket.list",
  "ticket.note",
  "ticket.read",
  "ticket.reply",
  "transparency.draft",
  "transparency.publish",
] as const
export type OwnAction = (typeof ownActions)[number]

/** Verbs that the kit records of any resource, beside the acts of its own. */
export const kitVerbs = [
  "list",
  "read",
  "create",
  "change",
  "delete",
  "move",
  "restore",
  "import",
  "export",
  "download",
] as const
export type KitVerb = (typeof kitVerbs)[number]

/** The two parts of an action: `ticket.reply`. */
export function partsOf(action: string): { noun: string; verb: string } {
  const dot = action.indexOf(".")
  return { noun: action.slice(0, dot), verb: action.slice(dot + 1) }
}

/** Returns whether an action has a sentence of its own. */
export const isOwn = (action: string): action is OwnAction => (ownActions as readonly string[]).includes(action)

/** Returns whether the kit records this of any resource. */
export const isKitVerb = (verb: string): verb is KitVerb => (kitVerbs as readonly string[]).includes(verb)
