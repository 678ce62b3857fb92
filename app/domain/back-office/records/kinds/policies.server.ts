import { defineResource, languagesOf, localText } from "../resource"

const texts = { table: "policy_texts", key: "policy_id" }
const severities = [
  { value: "0", label: { en: "No breach", fr: "Pas un manquement" }, tone: "outlined" },
  { value: "1", label: { en: "Minor", fr: "Léger" }, tone: "neutral" },
  { value: "2", label: { en: "Serious", fr: "Sérieux" }, tone: "warn" },
  { value: "3", label: { en: "Severe", fr: "Grave" }, tone: "bad" },
] as const

/** The rules that decisions cite: a decision keeps the texts of its day. */
export const policies = defineResource({
  name: "policies",
  one: { en: "Policy", fr: "Règle" },
  many: { en: "Policies", fr: "Règles" },
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
      label: { en: "Severity", fr: "Gravité" },
      kind: "badge",
      value: "CAST(r.severity AS TEXT)",
      badges: Object.fromEntries(severities.map(({ value, label, tone }) => [value, { label, tone }])),
    },
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: { en: "Changed", fr: "Modifiée" }, kind: "time", value: "r.updated_at" },
  ],
  filters: [
    {
      name: "severity",
      label: { en: "Severity", fr: "Gravité" },
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
      label: { en: "Severity", fr: "Gravité" },
      kind: "number",
      min: 0,
      max: 3,
    },
    { name: "name", label: { en: "Name", fr: "Nom" }, kind: "text", isTranslated: "all", max: 80 },
    { name: "text", label: { en: "Text", fr: "Texte" }, kind: "text", isTranslated: "all", max: 600 },
  ],
  acts: [],
})
