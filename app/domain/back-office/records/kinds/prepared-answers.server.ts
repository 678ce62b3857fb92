import { placeholders, unknownPlaceholders } from "../../../support/tickets/placeholders"
import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "ticket_answer_texts", key: "answer_id" }
const list = placeholders.map((name) => `{${name}}`).join(", ")

/** Texts that staff begin a reply to a ticket with. */
export const preparedAnswers = defineResource({
  name: "prepared-answers",
  one: { en: "Prepared answer", fr: "Réponse type" },
  many: { en: "Prepared answers", fr: "Réponses types" },
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
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
    { name: "text", label: { en: "Text", fr: "Texte" }, kind: "text", value: localText(texts, "body"), isHidden: true },
    { name: "updated", label: { en: "Changed", fr: "Modifiée" }, kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    {
      name: "title",
      label: { en: "Title, for staff", fr: "Titre, pour l’équipe" },
      kind: "text",
      isTranslated: "some",
      max: 100,
    },
    {
      name: "body",
      label: { en: "Text", fr: "Texte" },
      hint: {
        en: `Plain text, inserted into the reply. These are filled in: ${list}.`,
        fr: `Texte simple, inséré dans la réponse. Sont remplacés : ${list}.`,
      },
      kind: "multiline",
      isTranslated: "some",
      max: 4_000,
      check: (text) => (unknownPlaceholders(String(text ?? "")).length > 0 ? "placeholder_unknown" : null),
    },
  ],
})
