import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "faq_texts", key: "faq_id" }
const topics = [
  { value: "account", label: { en: "Account", fr: "Compte" } },
  { value: "membership", label: { en: "Membership", fr: "Adhésion" } },
  { value: "profiles", label: { en: "Profiles", fr: "Profils" } },
  { value: "safety", label: { en: "Safety", fr: "Sécurité" } },
] as const

export const faqs = defineResource({
  name: "faqs",
  one: { en: "Question", fr: "Question" },
  many: { en: "Questions", fr: "Questions" },
  read: "content.read",
  write: "content.write",
  group: "site",
  table: "faqs",
  texts,
  title: localText(texts, "question"),
  publicPath: "'/faq'",
  position: "position",
  mayCreate: true,
  mayDelete: true,
  search: hasWords(texts),
  columns: [
    {
      name: "topic",
      label: { en: "Topic", fr: "Rubrique" },
      kind: "badge",
      value: "r.topic",
      badges: Object.fromEntries(topics.map(({ value, label }) => [value, { label, tone: "neutral" as const }])),
    },
    {
      name: "published",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "iif(r.published, 'published', 'hidden')",
      badges: {
        published: { label: { en: "Published", fr: "Publiée" }, tone: "ok" },
        hidden: { label: { en: "Hidden", fr: "Masquée" }, tone: "outlined" },
      },
    },
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: { en: "Changed", fr: "Modifiée" }, kind: "time", value: "r.updated_at" },
  ],
  filters: [
    {
      name: "topic",
      label: { en: "Topic", fr: "Rubrique" },
      options: topics.map(({ value, label }) => ({ value, label, where: `r.topic = '${value}'` })),
    },
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "published", label: { en: "Published", fr: "Publiées" }, where: "r.published = 1" },
        { value: "hidden", label: { en: "Hidden", fr: "Masquées" }, where: "r.published = 0" },
      ],
    },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    { name: "topic", label: { en: "Topic", fr: "Rubrique" }, kind: "select", options: topics },
    { name: "published", label: { en: "Published", fr: "Publiée" }, kind: "checkbox" },
    { name: "question", label: { en: "Question", fr: "Question" }, kind: "text", isTranslated: "some", max: 300 },
    { name: "answer", label: { en: "Answer", fr: "Réponse" }, kind: "markdown", isTranslated: "some", max: 10_000 },
  ],
  acts: [
    {
      name: "publish",
      label: { en: "Publish", fr: "Publier" },
      done: { en: "Published: {count}", fr: "Publiées : {count}" },
      when: "r.published = 0",
      set: { published: 1 },
      undo: "hide",
    },
    {
      name: "hide",
      label: { en: "Hide", fr: "Masquer" },
      done: { en: "Hidden: {count}", fr: "Masquées : {count}" },
      when: "r.published = 1",
      set: { published: 0 },
      undo: "publish",
    },
  ],
})
