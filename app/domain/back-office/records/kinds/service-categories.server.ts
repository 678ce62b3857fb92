import { t } from "../labels.server"
import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "service_category_texts", key: "category_id" }

export const serviceCategories = defineResource({
  name: "service-categories",
  one: t("service_categories.one"),
  many: t("service_categories.many"),
  read: "catalog.read",
  write: "catalog.write",
  group: "site",
  table: "service_categories",
  texts,
  title: localText(texts, "name"),
  publicPath: "'/escorts?category=' || r.slug",
  position: "position",
  redirects: "category",
  mayCreate: true,
  mayDelete: true,
  search: `r.slug LIKE {prefix} ESCAPE '\\' OR ${hasWords(texts)}`,
  columns: [
    { name: "slug", label: t("service_categories.columns.slug"), kind: "code", value: "r.slug" },
    { name: "icon", label: t("service_categories.columns.icon"), kind: "code", value: "r.icon" },
    {
      name: "services",
      label: t("service_categories.columns.services"),
      kind: "number",
      value: "(SELECT count(*) FROM services AS s WHERE s.category_id = r.id)",
    },
    {
      name: "languages",
      label: t("service_categories.columns.languages"),
      kind: "languages",
      value: languagesOf(texts),
    },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "slug", by: "r.slug" },
  ],
  fields: [
    { name: "name", label: t("service_categories.fields.name.label"), kind: "text", isTranslated: "all", max: 80 },
    {
      name: "description",
      label: t("service_categories.fields.description.label"),
      kind: "text",
      isTranslated: "all",
      max: 300,
    },
    { name: "slug", label: t("service_categories.fields.slug.label"), kind: "slug", max: 60 },
    {
      name: "icon",
      label: t("service_categories.fields.icon.label"),
      hint: t("service_categories.fields.icon.hint"),
      kind: "icon",
      max: 60,
    },
  ],
})
