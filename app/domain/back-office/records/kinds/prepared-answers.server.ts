import { placeholders, unknownPlaceholders } from "../../../support/tickets/placeholders"
import { t } from "../labels.server"
import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "ticket_answer_texts", key: "answer_id" }
const list = placeholders.map((name) => `{${name}}`).join(", ")

/** Texts that staff begin a reply to a ticket with. */
export const preparedAnswers = defineResource({
  name: "prepared-answers",
  one: t("prepared_answers.one"),
  many: t("prepared_answers.many"),
  read: "tickets.reply",
  write: "tickets.reply",
  group: "office",
  table: "ticket_answers",
  texts,
  title: localText(texts, "title"),
  position: "position",
  mayCreate: true,
  mayDelete: true,
  search: hasWords(texts),
  columns: [
    { name: "languages", label: t("prepared_answers.columns.languages"), kind: "languages", value: languagesOf(texts) },
    {
      name: "text",
      label: t("prepared_answers.columns.text"),
      kind: "text",
      value: localText(texts, "body"),
      isHidden: true,
    },
    { name: "updated", label: t("prepared_answers.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    {
      name: "title",
      label: t("prepared_answers.fields.title.label"),
      kind: "text",
      isTranslated: "some",
      max: 100,
    },
    {
      name: "body",
      label: t("prepared_answers.fields.body.label"),
      hint: t("prepared_answers.fields.body.hint", { list }),
      kind: "multiline",
      isTranslated: "some",
      max: 4_000,
      check: (text) => (unknownPlaceholders(String(text ?? "")).length > 0 ? "placeholder_unknown" : null),
    },
  ],
})
