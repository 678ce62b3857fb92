import { t } from "../labels.server"
import { defineResource, languagesOf, localText } from "../resource"

const texts = { table: "reason_template_texts", key: "template_id" }
const uses = [
  { value: "restriction", label: t("reason_templates.uses.restriction.label") },
  { value: "dismissal", label: t("reason_templates.uses.dismissal.label") },
] as const

/** Texts that staff begin their reasons with. */
export const reasonTemplates = defineResource({
  name: "reason-templates",
  one: t("reason_templates.one"),
  many: t("reason_templates.many"),
  read: "reports.decide",
  write: "reports.decide",
  group: "office",
  table: "reason_templates",
  texts,
  title: localText(texts, "name"),
  position: "position",
  mayCreate: true,
  mayDelete: true,
  // A dozen rows: they need no index of their words.
  search: `EXISTS (SELECT 1 FROM reason_template_texts AS t WHERE t.template_id = r.id AND t.name LIKE {prefix} ESCAPE '\\')`,
  columns: [
    {
      name: "use",
      label: t("reason_templates.columns.use"),
      kind: "badge",
      value: "r.use",
      badges: Object.fromEntries(uses.map(({ value, label }) => [value, { label, tone: "neutral" as const }])),
    },
    { name: "languages", label: t("reason_templates.columns.languages"), kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: t("reason_templates.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    { name: "use", label: t("reason_templates.fields.use.label"), kind: "select", options: uses },
    {
      name: "name",
      label: t("reason_templates.fields.name.label"),
      kind: "text",
      isTranslated: "all",
      max: 80,
    },
    {
      name: "text",
      label: t("reason_templates.fields.text.label"),
      hint: t("reason_templates.fields.text.hint"),
      kind: "multiline",
      isTranslated: "all",
      max: 900,
    },
  ],
})
