import { defineResource, languagesOf, localText } from "../resource"

const texts = { table: "reason_template_texts", key: "template_id" }
const uses = [
  { value: "restriction", label: { en: "Action or sanction", fr: "Mesure ou sanction" } },
  { value: "dismissal", label: { en: "No action", fr: "Sans suite" } },
] as const

/** Texts that staff begin their reasons with. */
export const reasonTemplates = defineResource({
  name: "reason-templates",
  one: { en: "Reason template", fr: "Motif type" },
  many: { en: "Reason templates", fr: "Motifs types" },
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
      label: { en: "For", fr: "Pour" },
      kind: "badge",
      value: "r.use",
      badges: Object.fromEntries(uses.map(({ value, label }) => [value, { label, tone: "neutral" as const }])),
    },
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: { en: "Changed", fr: "Modifié" }, kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    { name: "use", label: { en: "For", fr: "Pour" }, kind: "select", options: uses },
    {
      name: "name",
      label: { en: "Name, for staff", fr: "Nom, pour l’équipe" },
      kind: "text",
      isTranslated: "all",
      max: 80,
    },
    {
      name: "text",
      label: { en: "Text", fr: "Texte" },
      hint: {
        en: "Plain text, inserted in the language of the member or of the person who reported. Staff can change it before they send it.",
        fr: "Texte simple, inséré dans la langue du membre ou de la personne qui a signalé. L’équipe peut le modifier avant l’envoi.",
      },
      kind: "multiline",
      isTranslated: "all",
      max: 900,
    },
  ],
})
