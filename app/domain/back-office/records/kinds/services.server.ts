import { t } from "../labels.server"
import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "service_texts", key: "service_id" }
const categoryTexts = { table: "service_category_texts", key: "category_id" }

export const services = defineResource({
  name: "services",
  one: t("services.one"),
  many: t("services.many"),
  read: "catalog.read",
  write: "catalog.write",
  group: "site",
  table: "services",
  texts,
  title: localText(texts, "name"),
  position: "position",
  redirects: "service",
  mayCreate: true,
  mayDelete: true,
  search: `r.slug LIKE {prefix} ESCAPE '\\' OR ${hasWords(texts)}`,
  columns: [
    {
      name: "category",
      label: t("services.columns.category"),
      kind: "text",
      value: localText(categoryTexts, "name", "r.category_id"),
    },
    { name: "slug", label: t("services.columns.slug"), kind: "code", value: "r.slug" },
    { name: "languages", label: t("services.columns.languages"), kind: "languages", value: languagesOf(texts) },
    { name: "updated", label: t("services.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "slug", by: "r.slug" },
    { name: "updated", by: "r.updated_at", isDescending: true },
  ],
  fields: [
    {
      name: "category_id",
      label: t("services.fields.category_id.label"),
      kind: "select",
      optionsFrom: `SELECT c.id AS value, ${localText(categoryTexts, "name", "c.id")} AS label FROM service_categories AS c ORDER BY c.position`,
    },
    { name: "name", label: t("services.fields.name.label"), kind: "text", isTranslated: "all", max: 80 },
    { name: "slug", label: t("services.fields.slug.label"), kind: "slug", max: 60 },
  ],
})
