import { t } from "../labels.server"
import { defineResource } from "../resource"

/** Staff's actions: append-only, so there is nothing to edit. */
export const audit = defineResource({
  name: "audit",
  one: t("audit.one"),
  many: t("audit.many"),
  read: "audit.read",
  group: "office",
  table: "audit_log",
  joins: "LEFT JOIN users AS u ON u.id = r.actor_id",
  id: "r.seq",
  version: "r.seq",
  createdAt: "r.at",
  title: "r.action",
  hasOwnApi: true,
  archive: { label: t("audit.archive"), path: "/dashboard/admin/audit/archive" },
  search: { exact: ["r.target_id = ?", "r.actor_id = ?", "r.action = ?"] },
  columns: [
    { name: "at", label: t("audit.columns.at"), kind: "time", value: "r.at" },
    { name: "actor", label: t("audit.columns.actor"), kind: "text", value: "coalesce(u.name, r.actor_id)" },
    { name: "kind", label: t("audit.columns.kind"), kind: "code", value: "r.target_kind" },
    { name: "target", label: t("audit.columns.target"), kind: "code", value: "r.target_id" },
    { name: "reason", label: t("audit.columns.reason"), kind: "text", value: "r.reason" },
    { name: "details", label: t("audit.columns.details"), kind: "code", value: "r.details", isHidden: true },
  ],
  sorts: [{ name: "newest", by: "r.seq", isDescending: true }],
})
