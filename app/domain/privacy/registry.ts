import { getTableName, sql, type Table } from "drizzle-orm"
import * as schema from "~/db/schema"
import { personalReads } from "../core/audit/personal-reads"
import { isShown } from "./accesses/queries.server"
import { recordLifetime } from "./schema"
import { addresses, caseTables } from "./tables/case-tables"
import type { ImpersonalTable, PersonalTable } from "./tables/personal-table"
import { profileTables } from "./tables/profile-tables"

const ofUser = (userId: string) => sql`user_id = ${userId}`
/** SQL condition: written by the user signed in, or earlier as a visitor with the address that is theirs now. */
export const ofSender = (userId: string) => sql`(user_id = ${userId}
  OR (user_id IS NULL AND email = (SELECT email FROM users WHERE id = ${userId})))`
const ofApplication = (userId: string) => sql`application_id IN (SELECT id FROM applications WHERE ${ofSender(userId)})`

const secret = { nothing: "secrets, hashed or encrypted: of no use to their owner" }
const content = { nobody: "the site's own texts" }
const catalog = { nobody: "the catalog" }
const derived = { nobody: "counted from other tables" }

/** SQL of the class of a read, by its action. */
function classOf(name: "record" | "reason") {
  const branches = Object.entries(personalReads).map(([action, read]) => `WHEN '${action}' THEN '${read[name]}'`)
  return sql.raw(`CASE action ${branches.join(" ")} END`)
}

type Schema = typeof schema
type TableName = { [Key in keyof Schema]: Schema[Key] extends Table ? Schema[Key]["_"]["name"] : never }[keyof Schema]

/** In the order of erasure: referencing rows before the rows they reference. */
export const registry = {
  email_tokens: {
    table: schema.emailTokens,
    kind: "access",
    // Two lists: D1 allows five terms in a compound SELECT.
    of: (userId) => sql`(subject_id IN (
      SELECT ${userId} UNION SELECT id FROM email_changes WHERE user_id = ${userId}
      UNION SELECT id FROM data_requests WHERE user_id = ${userId}
      UNION SELECT id FROM signups WHERE email IN (${addresses(userId)}))
      OR subject_id IN (${addresses(userId)}))`,
    export: secret,
    erase: "delete",
  },
  handoff_tokens: {
    table: schema.handoffTokens,
    kind: "access",
    of: (userId) => sql`session_id IN (SELECT id FROM sessions WHERE user_id = ${userId})`,
    export: secret,
    erase: "delete",
  },
  challenges: { table: schema.challenges, kind: "access", of: ofUser, export: secret, erase: "delete" },
  recovery_codes: { table: schema.recoveryCodes, kind: "access", of: ofUser, export: secret, erase: "delete" },
  /** A visitor's keys name nobody, and are deleted after a day as all are. */
  idempotency_keys: { table: schema.idempotencyKeys, kind: "access", of: ofUser, export: secret, erase: "delete" },
  two_factor: {
    table: schema.twoFactor,
    kind: "access",
    of: ofUser,
    export: { hide: ["secret", "last_step"] },
    erase: "delete",
  },
  passkeys: { table: schema.passkeys, kind: "access", of: ofUser, export: { hide: ["public_key"] }, erase: "delete" },
  devices: { table: schema.devices, kind: "access", of: ofUser, export: { hide: ["device_hash"] }, erase: "delete" },
  sessions: {
    table: schema.sessions,
    kind: "access",
    of: ofUser,
    export: { hide: ["token_hash", "previous_hash", "rights"] },
    erase: "delete",
  },
  consents: { table: schema.consents, kind: "account", of: ofUser, export: {}, erase: "delete" },
  muted_mails: { table: schema.mutedMails, kind: "mail", of: ofUser, export: {}, erase: "delete" },
  returned_addresses: {
    table: schema.returnedAddresses,
    kind: "mail",
    of: (userId) => sql`address IN (${addresses(userId)})`,
    export: {},
    erase: "delete",
  },
  outbox_emails: {
    table: schema.outboxEmails,
    kind: "mail",
    // Of mails to a requested address only those about the change: its owner is unproven. The requesting user's id
    // outlives delivery.
    of: (userId) => sql`(recipient IN (${addresses(userId)}) OR (template = 'email-to'
      AND json_extract(data, '$.userId') = ${userId}))`,
    export: { hide: ["data", "rendered", "last_error", "next_attempt_at"] },
    erase: "delete",
  },
  signups: {
    table: schema.signups,
    kind: "account",
    of: (userId) => sql`email IN (${addresses(userId)})`,
    export: { nothing: "an unconfirmed sign-up; it may be a stranger's" },
    erase: "delete",
  },
  ...caseTables,
  notifications: {
    table: schema.notifications,
    kind: "messages",
    of: ofUser,
    export: { hide: ["subject"] },
    erase: "delete",
  },
  notification_settings: {
    table: schema.notificationSettings,
    kind: "messages",
    of: ofUser,
    export: {},
    erase: "delete",
  },
  push_subscriptions: {
    table: schema.pushSubscriptions,
    kind: "access",
    of: ofUser,
    export: { hide: ["endpoint"] },
    erase: "delete",
  },
  message_templates: { table: schema.messageTemplates, kind: "messages", of: ofUser, export: {}, erase: "delete" },
  away_notes: { table: schema.awayNotes, kind: "messages", of: ofUser, export: { hide: ["ends_at"] }, erase: "delete" },
  contact_rules: { table: schema.contactRules, kind: "messages", of: ofUser, export: {}, erase: "delete" },
  chat_settings: { table: schema.chatSettings, kind: "messages", of: ofUser, export: {}, erase: "delete" },
  /** The members they blocked. Blocks against them are not theirs to see, and are deleted with the account. */
  blocks: { table: schema.blocks, kind: "messages", of: ofUser, export: {}, erase: "delete" },
  application_links: {
    table: schema.applicationLinks,
    kind: "access",
    of: ofApplication,
    export: secret,
    erase: "delete",
  },
  application_pictures: {
    table: schema.applicationPictures,
    kind: "profile",
    of: ofApplication,
    export: {},
    erase: "delete",
  },
  application_consents: {
    table: schema.applicationConsents,
    kind: "profile",
    of: ofApplication,
    export: {},
    erase: "delete",
  },
  applications: {
    table: schema.applications,
    kind: "profile",
    of: ofSender,
    export: {
      hide: ["secret_hash", "staff_id", "version"],
      add: {
        city: sql`(SELECT slug FROM cities WHERE id = city_id)`,
        category: sql`(SELECT slug FROM service_categories WHERE id = category_id)`,
      },
    },
    erase: "delete",
  },
  /** Includes a visitor's tickets with this address. Staff's replies are deleted with them. */
  ticket_messages: {
    table: schema.ticketMessages,
    kind: "requests",
    of: (userId) => sql`ticket_id IN (SELECT id FROM tickets WHERE ${ofSender(userId)})`,
    export: { hide: ["staff_id"] },
    erase: "delete",
  },
  ticket_notes: {
    table: schema.ticketNotes,
    kind: "requests",
    of: (userId) => sql`ticket_id IN (SELECT id FROM tickets WHERE ${ofSender(userId)})`,
    export: { nothing: "notes of staff to each other about how a request is handled" },
    erase: "delete",
  },
  tickets: {
    table: schema.tickets,
    kind: "requests",
    of: ofSender,
    export: { hide: ["assignee_id", "priority", "is_suspect", "version"] },
    erase: "delete",
  },
  email_changes: { table: schema.emailChanges, kind: "account", of: ofUser, export: {}, erase: "delete" },
  billing_issues: { table: schema.billingIssues, kind: "membership", of: ofUser, export: {}, erase: "delete" },
  withdrawals: { table: schema.withdrawals, kind: "membership", of: ofUser, export: {}, erase: "delete" },
  billing_requests: {
    table: schema.billingRequests,
    kind: "membership",
    of: ofUser,
    export: { hide: ["key", "reason", "staff_id", "second_staff_id"] },
    erase: "delete",
  },
  billing_acts: {
    table: schema.billingActions,
    kind: "membership",
    of: ofUser,
    export: { hide: ["staff_id", "reason"] },
    erase: "delete",
  },
  /** The provider retains what accounting law asks for; our copies go. */
  payment_events: {
    table: schema.paymentEvents,
    kind: "membership",
    of: (userId) => sql`(stripe_customer IN (SELECT stripe_customer FROM billing_customers WHERE user_id = ${userId}
        UNION ALL SELECT stripe_customer FROM former_customers WHERE user_id = ${userId})
      OR session_ref IN (SELECT session_ref FROM identity_checks WHERE user_id = ${userId}))`,
    export: { hide: ["payload", "last_error", "next_try_at", "seen_version", "session_ref"] },
    erase: "delete",
  },
  invoices: { table: schema.invoices, kind: "membership", of: ofUser, export: {}, erase: "delete" },
  subscriptions: { table: schema.subscriptions, kind: "membership", of: ofUser, export: {}, erase: "delete" },
  billing_customers: {
    table: schema.billingCustomers,
    kind: "membership",
    of: ofUser,
    export: { hide: ["checkout_key", "checkout_url", "refund_key", "refund_until", "version"] },
    erase: "delete",
  },
  former_customers: { table: schema.formerCustomers, kind: "membership", of: ofUser, export: {}, erase: "delete" },
  /** A conversation remains while it has another member, and is deleted with the last. */
  conversations: {
    table: schema.conversations,
    kind: "messages",
    of: (userId) => sql`id IN (SELECT conversation_id FROM conversation_members WHERE user_id = ${userId})
      AND NOT EXISTS (
        SELECT 1 FROM conversation_members AS m WHERE m.conversation_id = conversations.id AND m.user_id <> ${userId})`,
    export: { nothing: "named by conversation_members" },
    erase: "delete",
  },
  conversation_members: {
    table: schema.conversationMembers,
    kind: "messages",
    of: ofUser,
    // The inbox took these columns over, and is exported by itself.
    export: { hide: ["last", "skipped", "read_seq", "hidden_seq", "active_at", "muted_at", "draft"] },
    erase: "delete",
  },
  ...profileTables,
  favorites: {
    table: schema.favorites,
    kind: "favorites",
    of: ofUser,
    export: { add: { slug: sql`(SELECT slug FROM profiles WHERE id = profile_id)` } },
    erase: "delete",
  },
  saved_searches: {
    table: schema.savedSearches,
    kind: "favorites",
    of: ofUser,
    export: { hide: ["notified_place", "seen_place"] },
    erase: "delete",
  },
  profiles: {
    table: schema.profiles,
    kind: "profile",
    of: (userId) => sql`owner_id = ${userId}`,
    export: {
      add: {
        city: sql`(SELECT slug FROM cities WHERE id = city_id)`,
        category: sql`(SELECT slug FROM service_categories WHERE id = category_id)`,
      },
    },
    erase: "delete",
  },
  staff_grants: {
    table: schema.staffGrants,
    kind: "account",
    of: ofUser,
    export: { hide: ["granted_by", "revoked_by"] },
    erase: "delete",
  },
  /** Proposed resets end with the reset or its withdrawal, and after seven days. */
  factor_resets: {
    table: schema.factorResets,
    kind: "account",
    of: ofUser,
    export: { hide: ["proposed_by"] },
    erase: "delete",
  },
  second_looks: { table: schema.secondLooks, kind: "account", of: ofUser, export: {}, erase: "delete" },
  sanctions: {
    table: schema.sanctions,
    kind: "account",
    of: ofUser,
    export: { hide: ["report_id", "staff_id", "second_staff_id"] },
    erase: "delete",
  },
  impersonations: {
    table: schema.impersonations,
    kind: "access",
    of: (userId) => sql`member_id = ${userId}`,
    export: { hide: ["staff_id", "family_id", "reason"] },
    erase: "delete",
  },
  /** The lines of `/profile/settings/access`, and none that is held back from it. */
  personal_reads: {
    table: schema.personalReads,
    kind: "access",
    of: ofUser,
    export: {
      hide: ["id", "seq", "action", "report_id"],
      add: { record: classOf("record"), reason: classOf("reason") },
      only: isShown,
    },
    erase: "delete",
  },
  resource_exports: {
    table: schema.resourceExports,
    kind: "account",
    of: (userId) => sql`staff_id = ${userId}`,
    export: { nothing: "lists of the back office, which belong to the site" },
    erase: "delete",
  },
  user_groups: {
    table: schema.userGroups,
    kind: "account",
    of: ofUser,
    export: { add: { group: sql`(SELECT name FROM "groups" WHERE id = group_id)` } },
    erase: "delete",
  },
  /**
   * A request's number and date prove that it was carried out, and let it be repeated after a backup is restored; its
   * user id no longer refers to anyone. Running exports are cancelled.
   */
  data_requests: {
    table: schema.dataRequests,
    kind: "requests",
    of: ofUser,
    export: { hide: ["file_key", "receipt", "progress", "steps", "cursor"] },
    erase: {
      hold: "request",
      set: {
        fileKey: null,
        state: sql`CASE WHEN kind = 'export' AND state IN ('requested', 'running') THEN 'cancelled' ELSE state END`,
        expiresAt: sql`updated_at + ${recordLifetime}`,
      },
    },
  },
  users: {
    table: schema.users,
    kind: "account",
    of: (userId) => sql`id = ${userId}`,
    export: { hide: ["password_hash", "banned_by", "ban_reason"] },
    erase: "delete",
  },

  groups: { nobody: "the staff's groups" },
  audit_log: { nobody: "ids, which no longer refer to anyone once their user is erased" },
  audit_tiles: { nobody: "which file of the audit log has which numbers" },
  audit_seals: { nobody: "hashes of the audit log" },
  cron_runs: { nobody: "names and times of the cron's steps" },
  dead_letters: { nobody: "ids, which no longer refer to anyone once their user is erased" },
  ticket_answers: { nobody: "staff's own texts" },
  ticket_answer_texts: { nobody: "staff's own texts" },
  resource_revisions: { nobody: "the site's own texts and settings" },
  plans: { nobody: "what is sold" },
  plan_texts: { nobody: "what is sold" },
  prices: { nobody: "what is sold" },
  identity_modes: { nobody: "whether checks of the provider's test mode count" },
  blocked_hashes: { nobody: "hashes of pictures that are never shown, from lists" },
  trial_uses: { nobody: "keyed hashes of mailboxes, cards and subscriptions, of nobody without the deployment's key" },
  cities: catalog,
  city_texts: catalog,
  service_categories: catalog,
  service_category_texts: catalog,
  services: catalog,
  service_texts: catalog,
  catalog_redirects: catalog,
  pages: content,
  page_texts: content,
  faqs: content,
  policies: content,
  policy_texts: content,
  reason_templates: { nobody: "staff's own texts" },
  reason_template_texts: { nobody: "staff's own texts" },
  faq_texts: content,
  content_epoch: derived,
  content_changes: { nobody: "ids of what the public sees, for an hour after it changed" },
  listing_counts: derived,
  facet_counts: derived,
  search_renames: derived,
  search_purges: derived,
  search_anchors: { nobody: "what is looked for, without by whom; it ends with the last search of its kind" },
  daily_figures: derived,
  settings: content,
  setting_changes: content,
  readiness_records: { nobody: "the operator's papers: who recorded one is an id, which ends with the account" },
  readiness_notices: { nobody: "names of the launch's items" },
  country_policies: { nobody: "the site's own rules" },
  country_changes: { nobody: "the site's own rules, and the ids of staff, which an erasure sets to null" },
  live_counts: derived,
  transparency_figures: { nobody: "counts of reports and decisions, whose small numbers the public does not see" },
} satisfies Record<TableName, PersonalTable | ImpersonalTable>

/** The tables with personal data, in the registry's order. */
export const personalTables: PersonalTable[] = Object.values<PersonalTable | ImpersonalTable>(registry).filter(
  (entry) => "table" in entry,
)

export function nameOf({ table }: PersonalTable): string {
  return getTableName(table)
}
