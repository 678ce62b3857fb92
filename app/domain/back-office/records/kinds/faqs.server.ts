import { t } from "../labels.server"
import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "faq_texts", key: "faq_id" }
const topics = [
  { value: "account", label: t("faqs.topics.account.label") },
  { value: "membership", label: t("faqs.topics.membership.label") },
  { value: "profiles", label: t("faqs.topics.profiles.label") },
  { value: "safety", label: t("faqs.topics.safety.label") },
] as const

export const faqs = defineResource({
  name: "faqs",
  one: t("faqs.one"),
  many: t("faqs.many"),
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
      label: t("faqs.columns.topic"),
      kind: "badge",
      value: "r.topic",
      badges: Object.fromEntries(topics.map(({ value, label }) => [value, { label, tone: "neutral" as const }])),
    },
    {
      name: "published",
      label: t("faqs.columns.published.label"),
      kind: "badge",
      value: "iif(r.published, 'published', 'hidden')",
      badges: {
        published: { label: t("faqs.columns.published.badges.published"), tone: "ok" },
        hidden: { label: t("faqs.columns.published.badges.hidden"), tone: "outlined" },
      },
    },
    { name: "languages", label: t("faqs.columns.languages"), kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: t("faqs.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  filters: [
    {
      name: "topic",
      label: t("faqs.filters.topic"),
      options: topics.map(({ value, label }) => ({ value, label, where: `r.topic = '${value}'` })),
    },
    {
      name: "state",
      label: t("faqs.filters.state.label"),
      options: [
        { value: "published", label: t("faqs.filters.state.options.published"), where: "r.published = 1" },
        { value: "hidden", label: t("faqs.filters.state.options.hidden"), where: "r.published = 0" },
      ],
    },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    { name: "topic", label: t("faqs.fields.topic.label"), kind: "select", options: topics },
    { name: "published", label: t("faqs.fields.published.label"), kind: "checkbox" },
    { name: "question", label: t("faqs.fields.question.label"), kind: "text", isTranslated: "some", max: 300 },
    { name: "answer", label: t("faqs.fields.answer.label"), kind: "markdown", isTranslated: "some", max: 10_000 },
  ],
  acts: [
    {
      name: "publish",
      label: t("faqs.acts.publish.label"),
      done: t("faqs.acts.publish.done"),
      when: "r.published = 0",
      set: { published: 1 },
      undo: "hide",
    },
    {
      name: "hide",
      label: t("faqs.acts.hide.label"),
      done: t("faqs.acts.hide.done"),
      when: "r.published = 1",
      set: { published: 0 },
      undo: "publish",
    },
  ],
})
