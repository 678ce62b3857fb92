import { t } from "../labels.server"
import { defineResource, languagesOf, localText } from "../resource"

const texts = { table: "policy_texts", key: "policy_id" }
const severities = [
  { value: "0", label: t("policies.severities.0.label"), tone: "outlined" },
  { value: "1", label: t("policies.severities.1.label"), tone: "neutral" },
  { value: "2", label: t("policies.severities.2.label"), tone: "warn" },
  { value: "3", label: t("policies.severities.3.label"), tone: "bad" },
] as const

/** The rules that decisions cite: a decision keeps the texts of its day. */
export const policies = defineResource({
  name: "policies",
  one: t("policies.one"),
  many: t("policies.many"),
  read: "content.read",
  write: "content.write",
  group: "site",
  table: "policies",
  texts,
  title: localText(texts, "name"),
  position: "position",
  // A dozen rows: they need no index of their words.
  search: `r.slug LIKE {prefix} ESCAPE '\\' OR EXISTS (SELECT 1 FROM policy_texts AS t
    WHERE t.policy_id = r.id AND t.name LIKE {prefix} ESCAPE '\\')`,
  columns: [
    {
      name: "severity",
      label: t("policies.columns.severity"),
      kind: "badge",
      value: "CAST(r.severity AS TEXT)",
      badges: Object.fromEntries(severities.map(({ value, label, tone }) => [value, { label, tone }])),
    },
    { name: "languages", label: t("policies.columns.languages"), kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: t("policies.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  filters: [
    {
      name: "severity",
      label: t("policies.filters.severity"),
      options: severities.map(({ value, label }) => ({ value, label, where: `r.severity = ${value}` })),
    },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    {
      name: "severity",
      label: t("policies.fields.severity.label"),
      kind: "number",
      min: 0,
      max: 3,
    },
    { name: "name", label: t("policies.fields.name.label"), kind: "text", isTranslated: "all", max: 80 },
    { name: "text", label: t("policies.fields.text.label"), kind: "text", isTranslated: "all", max: 600 },
  ],
  acts: [],
})
