import { defineResource } from "../resource"

export const users = defineResource({
  name: "users",
  one: { en: "User", fr: "Utilisateur" },
  many: { en: "Users", fr: "Utilisateurs" },
  read: "members.read",
  group: "records",
  table: "users",
  title: "r.name",
  hasOwnApi: true,
  isNotExported: true,
  page: (id) => `/dashboard/admin/users/${id}`,
  search: { exact: ["r.id = ?"], beginnings: ["r.email"], words: "search_users" },
  columns: [
    { name: "email", label: { en: "Email", fr: "E-mail" }, kind: "text", value: "r.email" },
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value:
        "iif(r.banned_at IS NOT NULL, 'banned', iif(EXISTS (SELECT 1 FROM sanctions INDEXED BY sanctions_suspended WHERE user_id = r.id AND kind = 'suspend' AND state = 'active' AND expires_at > unixepoch() * 1000), 'suspended', iif(r.email_verified_at IS NULL, 'unconfirmed', 'active')))",
      badges: {
        active: { label: { en: "Active", fr: "Actif" }, tone: "ok" },
        unconfirmed: { label: { en: "Unconfirmed", fr: "Non confirmé" }, tone: "outlined" },
        suspended: { label: { en: "Suspended", fr: "Suspendu" }, tone: "warn" },
        banned: { label: { en: "Banned", fr: "Banni" }, tone: "bad" },
      },
    },
    {
      name: "plan",
      label: { en: "Plan", fr: "Formule" },
      kind: "badge",
      value: "(SELECT stripe_status FROM subscriptions WHERE user_id = r.id ORDER BY created_at DESC LIMIT 1)",
      badges: {
        active: { label: { en: "Active", fr: "Active" }, tone: "ok" },
        trialing: { label: { en: "Trial", fr: "Essai" }, tone: "neutral" },
        past_due: { label: { en: "Overdue", fr: "En retard" }, tone: "warn" },
        canceled: { label: { en: "Ended", fr: "Terminée" }, tone: "outlined" },
        incomplete: { label: { en: "Incomplete", fr: "Incomplète" }, tone: "warn" },
        incomplete_expired: { label: { en: "Expired", fr: "Expirée" }, tone: "outlined" },
        unpaid: { label: { en: "Unpaid", fr: "Impayée" }, tone: "bad" },
        paused: { label: { en: "Paused", fr: "Suspendue" }, tone: "outlined" },
      },
    },
    {
      name: "profile",
      label: { en: "Profile", fr: "Profil" },
      kind: "code",
      value: "(SELECT slug FROM profiles WHERE owner_id = r.id)",
    },
    { name: "locale", label: { en: "Language", fr: "Langue" }, kind: "code", value: "r.locale", isHidden: true },
    { name: "joined", label: { en: "Joined", fr: "Inscription" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        {
          value: "banned",
          label: { en: "Banned", fr: "Bannis" },
          among: { table: "users", index: "users_banned", key: "id", where: "banned_at IS NOT NULL" },
        },
        {
          value: "suspended",
          label: { en: "Suspended", fr: "Suspendus" },
          among: {
            table: "sanctions",
            index: "sanctions_suspended",
            key: "user_id",
            where: "kind = 'suspend' AND state = 'active' AND expires_at > unixepoch() * 1000",
          },
        },
        {
          value: "staff",
          label: { en: "Staff", fr: "Équipe" },
          where:
            "r.id IN (SELECT user_id FROM user_groups UNION SELECT user_id FROM staff_grants WHERE revoked_at IS NULL)",
        },
        {
          value: "owner",
          label: { en: "With a profile", fr: "Avec un profil" },
          among: { table: "profiles", index: "profiles_owner_id_unique", key: "owner_id" },
        },
        {
          value: "paying",
          label: { en: "Paying", fr: "Payants" },
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
