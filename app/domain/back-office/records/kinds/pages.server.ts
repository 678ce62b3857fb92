import { t } from "../labels.server"
import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "page_texts", key: "page_id" }

/** The pages that the URL map names: their addresses are fixed. */
export const pages = defineResource({
  name: "pages",
  one: t("pages.one"),
  many: t("pages.many"),
  read: "content.read",
  write: "content.write",
  group: "site",
  table: "pages",
  texts,
  title: localText(texts, "title"),
  publicPath: "'/' || r.slug",
  search: `instr(r.slug, lower(?)) > 0 OR ${hasWords(texts)}`,
  columns: [
    { name: "slug", label: t("pages.columns.slug"), kind: "code", value: "'/' || r.slug" },
    { name: "version", label: t("pages.columns.version"), kind: "number", value: "r.version" },
    { name: "languages", label: t("pages.columns.languages"), kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: t("pages.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "slug", by: "r.slug" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    { name: "slug", label: t("pages.fields.slug.label"), kind: "text", isFixed: true },
    {
      name: "version",
      label: t("pages.fields.version.label"),
      hint: t("pages.fields.version.hint"),
      kind: "number",
      max: 9_999,
    },
    { name: "title", label: t("pages.fields.title.label"), kind: "text", isTranslated: "some", max: 200 },
    { name: "body", label: t("pages.fields.body.label"), kind: "markdown", isTranslated: "some", max: 100_000 },
  ],
})
