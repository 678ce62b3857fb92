import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "page_texts", key: "page_id" }

/** The pages that the URL map names: their addresses are fixed. */
export const pages = defineResource({
  name: "pages",
  one: { en: "Page", fr: "Page" },
  many: { en: "Pages", fr: "Pages" },
  read: "content.read",
  write: "content.write",
  group: "site",
  table: "pages",
  texts,
  title: localText(texts, "title"),
  publicPath: "'/' || r.slug",
  search: `instr(r.slug, lower(?)) > 0 OR ${hasWords(texts)}`,
  columns: [
    { name: "slug", label: { en: "Address", fr: "Adresse" }, kind: "code", value: "'/' || r.slug" },
    { name: "version", label: { en: "Version", fr: "Version" }, kind: "number", value: "r.version" },
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: { en: "Changed", fr: "Modifiée" }, kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "slug", by: "r.slug" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    { name: "slug", label: { en: "Address", fr: "Adresse" }, kind: "text", isFixed: true },
    {
      name: "version",
      label: { en: "Version", fr: "Version" },
      hint: {
        en: "Readers see it on legal pages. Raise it when the meaning changes.",
        fr: "Les pages légales l’affichent. Augmentez-la quand le sens change.",
      },
      kind: "number",
      max: 9_999,
    },
    { name: "title", label: { en: "Title", fr: "Titre" }, kind: "text", isTranslated: "some", max: 200 },
    { name: "body", label: { en: "Text", fr: "Texte" }, kind: "markdown", isTranslated: "some", max: 100_000 },
  ],
})
