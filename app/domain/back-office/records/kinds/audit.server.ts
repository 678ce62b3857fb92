import { defineResource } from "../resource"

/** Staff's actions: append-only, so there is nothing to edit. */
export const audit = defineResource({
  name: "audit",
  one: { en: "Entry", fr: "Entrée" },
  many: { en: "Audit log", fr: "Journal d’audit" },
  read: "audit.read",
  group: "office",
  table: "audit_log",
  joins: "LEFT JOIN users AS u ON u.id = r.actor_id",
  id: "r.seq",
  version: "r.seq",
  createdAt: "r.at",
  title: "r.action",
  hasOwnApi: true,
  archive: { label: { en: "Older entries", fr: "Entrées plus anciennes" }, path: "/dashboard/admin/audit/archive" },
  search: { exact: ["r.target_id = ?", "r.actor_id = ?", "r.action = ?"] },
  columns: [
    { name: "at", label: { en: "When", fr: "Date" }, kind: "time", value: "r.at" },
    { name: "actor", label: { en: "Who", fr: "Qui" }, kind: "text", value: "coalesce(u.name, r.actor_id)" },
    { name: "kind", label: { en: "Kind", fr: "Objet" }, kind: "code", value: "r.target_kind" },
    { name: "target", label: { en: "Record", fr: "Élément" }, kind: "code", value: "r.target_id" },
    { name: "reason", label: { en: "Reason", fr: "Motif" }, kind: "text", value: "r.reason" },
    { name: "details", label: { en: "Details", fr: "Détails" }, kind: "code", value: "r.details", isHidden: true },
  ],
  sorts: [{ name: "newest", by: "r.seq", isDescending: true }],
})
