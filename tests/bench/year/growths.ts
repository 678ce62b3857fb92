/** To what a table's rows belong: their number follows from it. `day`: the site itself. */
export const owners = ["profile", "member", "payer", "day"] as const
export type Owner = (typeof owners)[number]

/** Rows that a year leaves of a table once its retention has run. */
export interface Growth {
  table: string
  of: Owner
  /** Rows of each owner. */
  each: number
  /**
   * SQL expressions over `o` (the owner: `nr`, `user_id`, `profile_id`), `k` (a row's number among its owner's), `n` (among all, by
   * time) and `at` (its time). `fill` gives a value to every other column that must have one.
   */
  columns?: Record<string, string>
  /** SQL that ages the rows before their retention ends. */
  later?: string
}

const text = (length: number) => `substr(printf('%.*c', ${length}, 'x') || n, -${length})`
const stripeId = (kind: string, length: number, number = "n") => `printf('${kind}_%0${length}d', ${number})`
const someMember = "(SELECT user_id FROM owners WHERE kind = 'member' AND nr = (o.nr + k + 1) % o.count)"
const hash = "printf('%064x', n)"
/** An id by the row's number: of a membership, its conversation's. */
const id = "printf('01R%023d', n)"
const member = {
  conversation_id: id,
  read_seq: "20",
  active_at: "at",
  last: `json_object('seq', 20, 'body', ${text(80)}, 'created_at', at)`,
}

const ofProfiles: Omit<Growth, "of">[] = [
  {
    // 400 days, deleted by the month.
    table: "profile_months",
    each: 14,
    columns: {
      month: "strftime('%Y-%m', '2025-10-15', '+' || k || ' months')",
      views: "(SELECT json_group_array(abs(random()) % 60) FROM numbers WHERE i < 31)",
    },
  },
  { table: "favorites", each: 20, columns: { user_id: someMember } },
  {
    table: "profile_decisions",
    each: 10,
    columns: { field: "'about'", decision: "'approved'", before: text(300), after: text(300) },
  },
  { table: "message_templates", each: 3, columns: { title: text(20), body: text(200) } },
  { table: "profile_reply_speeds", each: 1, columns: { speed: "'hours'" } },
]

const ofMembers: Omit<Growth, "of">[] = [
  {
    table: "users",
    each: 1,
    columns: {
      id: "o.user_id",
      email: "'member-' || n || '@example.org'",
      name: "'Member ' || n",
      locale: "'en'",
      password_hash: text(120),
      email_verified_at: "at",
    },
  },
  {
    table: "sessions",
    each: 3,
    columns: { token_hash: hash, kind: "'web'", user_agent: text(110) },
  },
  { table: "devices", each: 3, columns: { device_hash: hash } },
  { table: "conversations", each: 8, columns: { pair: `o.user_id || ':' || ${id}` } },
  { table: "conversation_members", each: 8, columns: { ...member, role: "'asker'" } },
  { table: "conversation_members", each: 8, columns: { ...member, user_id: someMember } },
  // 180 days.
  {
    table: "notifications",
    each: 60,
    columns: { type: "'message'", subject: `'message:' || ${id}`, state: "'new'", read_at: "at" },
  },
  // 30 days once they are sent.
  {
    table: "outbox_emails",
    each: 5,
    columns: {
      recipient: "'member@example.org'",
      locale: "'en'",
      template: "'digest'",
      data: text(150),
      state: "'sent'",
    },
  },
  { table: "push_subscriptions", each: 1, columns: { endpoint: `'https://push.example/' || ${text(170)}` } },
  { table: "blocks", each: 2, columns: { blocked_id: someMember } },
  { table: "tickets", each: 1, columns: { id, category: "'other'", locale: "'en'", state: "'closed'" } },
  {
    table: "ticket_messages",
    each: 3,
    columns: { ticket_id: "printf('01R%023d', o.nr)", author: "'member'", body: text(400) },
  },
]

const ofPayers: Omit<Growth, "of">[] = [
  { table: "billing_customers", each: 1, columns: { stripe_customer: stripeId("cus", 14), card_brand: "'visa'" } },
  {
    table: "subscriptions",
    each: 1,
    columns: {
      type: "'premium'",
      stripe_id: stripeId("sub", 24),
      stripe_status: "'active'",
      stripe_price: stripeId("price", 24, "0"),
      period_ends_at: "at",
    },
  },
  {
    table: "invoices",
    each: 12,
    columns: {
      stripe_invoice: stripeId("in", 24),
      stripe_subscription: stripeId("sub", 24, "o.nr"),
      stripe_price: stripeId("price", 24, "0"),
      number: "'SALON-' || n",
      status: "'paid'",
      currency: "'eur'",
    },
  },
  // Of 90 days, a purchase and two renewals.
  {
    table: "payment_events",
    each: 20,
    columns: {
      id: stripeId("evt", 24),
      type: "'customer.subscription.updated'",
      stripe_customer: stripeId("cus", 14, "o.nr"),
      payload: text(4_100),
      source: "'webhook'",
      state: "'processed'",
    },
    // After a week.
    later: "UPDATE payment_events SET payload = '{}' WHERE rowid <= (SELECT max(rowid) FROM payment_events) * 83 / 90",
  },
  { table: "trial_uses", each: 2, columns: { person_hash: hash, holder: stripeId("sub", 24) } },
]

const ofDays: Omit<Growth, "of">[] = [
  {
    table: "audit_log",
    each: 100,
    columns: {
      seq: "NULL",
      actor_id: id,
      action: "'profile.approve'",
      target_kind: "'profile'",
      target_id: id,
      details: "'{}'",
    },
  },
  { table: "audit_seals", each: 100, columns: { seq: "n", prev_hash: "iif(n = 0, '', printf('%064x', n - 1))", hash } },
  { table: "resource_revisions", each: 10, columns: { resource: "'faqs'", content: text(600) } },
  {
    table: "daily_figures",
    each: 15,
    columns: { measure: "'messages'", day: "date('2024-01-01', '+' || o.nr || ' days')", dimension: "'counter ' || k" },
  },
]

/** All growths, in an order that foreign keys accept. */
export const growths: Growth[] = [
  ...ofMembers.map((growth) => ({ ...growth, of: "member" as const })),
  ...ofProfiles.map((growth) => ({ ...growth, of: "profile" as const })),
  ...ofPayers.map((growth) => ({ ...growth, of: "payer" as const })),
  ...ofDays.map((growth) => ({ ...growth, of: "day" as const })),
]
