import { t } from "../labels.server"
import { defineResource } from "../resource"

export const users = defineResource({
  name: "users",
  one: t("users.one"),
  many: t("users.many"),
  read: "members.read",
  group: "records",
  table: "users",
  title: "r.name",
  hasOwnApi: true,
  isNotExported: true,
  page: (id) => `/dashboard/admin/users/${id}`,
  search: { exact: ["r.id = ?"], beginnings: ["r.email"], words: "search_users" },
  columns: [
    { name: "email", label: t("users.columns.email"), kind: "text", value: "r.email" },
    {
      name: "state",
      label: t("users.columns.state.label"),
      kind: "badge",
      value:
        "iif(r.banned_at IS NOT NULL, 'banned', iif(EXISTS (SELECT 1 FROM sanctions INDEXED BY sanctions_suspended WHERE user_id = r.id AND kind = 'suspend' AND state = 'active' AND expires_at > unixepoch() * 1000), 'suspended', iif(r.email_verified_at IS NULL, 'unconfirmed', 'active')))",
      badges: {
        active: { label: t("users.columns.state.badges.active"), tone: "ok" },
        unconfirmed: { label: t("users.columns.state.badges.unconfirmed"), tone: "outlined" },
        suspended: { label: t("users.columns.state.badges.suspended"), tone: "warn" },
        banned: { label: t("users.columns.state.badges.banned"), tone: "bad" },
      },
    },
    {
      name: "plan",
      label: t("users.columns.plan.label"),
      kind: "badge",
      value: "(SELECT stripe_status FROM subscriptions WHERE user_id = r.id ORDER BY created_at DESC LIMIT 1)",
      badges: {
        active: { label: t("users.columns.plan.badges.active"), tone: "ok" },
        trialing: { label: t("users.columns.plan.badges.trialing"), tone: "neutral" },
        past_due: { label: t("users.columns.plan.badges.past_due"), tone: "warn" },
        canceled: { label: t("users.columns.plan.badges.canceled"), tone: "outlined" },
        incomplete: { label: t("users.columns.plan.badges.incomplete"), tone: "warn" },
        incomplete_expired: { label: t("users.columns.plan.badges.incomplete_expired"), tone: "outlined" },
        unpaid: { label: t("users.columns.plan.badges.unpaid"), tone: "bad" },
        paused: { label: t("users.columns.plan.badges.paused"), tone: "outlined" },
      },
    },
    {
      name: "profile",
      label: t("users.columns.profile"),
      kind: "code",
      value: "(SELECT slug FROM profiles WHERE owner_id = r.id)",
    },
    { name: "locale", label: t("users.columns.locale"), kind: "code", value: "r.locale", isHidden: true },
    { name: "joined", label: t("users.columns.joined"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: t("users.filters.state.label"),
      options: [
        {
          value: "banned",
          label: t("users.filters.state.options.banned"),
          among: { table: "users", index: "users_banned", key: "id", where: "banned_at IS NOT NULL" },
        },
        {
          value: "suspended",
          label: t("users.filters.state.options.suspended"),
          among: {
            table: "sanctions",
            index: "sanctions_suspended",
            key: "user_id",
            where: "kind = 'suspend' AND state = 'active' AND expires_at > unixepoch() * 1000",
          },
        },
        {
          value: "staff",
          label: t("users.filters.state.options.staff"),
          where:
            "r.id IN (SELECT user_id FROM user_groups UNION SELECT user_id FROM staff_grants WHERE revoked_at IS NULL)",
        },
        {
          value: "owner",
          label: t("users.filters.state.options.owner"),
          among: { table: "profiles", index: "profiles_owner_id_unique", key: "owner_id" },
        },
        {
          value: "paying",
          label: t("users.filters.state.options.paying"),
          among: {
            table: "subscriptions",
            index: "subscriptions_active",
            key: "user_id",
            where: "stripe_status = 'active'",
          },
        },
      ],
    },
  ],
  sorts: [
    { name: "joined", by: "r.id", isDescending: true },
    { name: "email", by: "r.email", isUnfiltered: true },
  ],
})
