import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "service_category_texts", key: "category_id" }

export const serviceCategories = defineResource({
  name: "service-categories",
  one: { en: "Service category", fr: "Catégorie de services" },
  many: { en: "Service categories", fr: "Catégories de services" },
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
    { name: "slug", label: { en: "Slug", fr: "Identifiant" }, kind: "code", value: "r.slug" },
    { name: "icon", label: { en: "Icon", fr: "Icône" }, kind: "code", value: "r.icon" },
    {
      name: "services",
      label: { en: "Services", fr: "Services" },
      kind: "number",
      value: "(SELECT count(*) FROM services AS s WHERE s.category_id = r.id)",
    },
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
  ],
  sorts: [
    { name: "position", by: "r.position" },
    { name: "slug", by: "r.slug" },
  ],
  fields: [
    { name: "name", label: { en: "Name", fr: "Nom" }, kind: "text", isTranslated: "all", max: 80 },
    {
      name: "description",
      label: { en: "Description", fr: "Description" },
      kind: "text",
      isTranslated: "all",
      max: 300,
    },
    { name: "slug", label: { en: "Slug", fr: "Identifiant" }, kind: "slug", max: 60 },
    {
      name: "icon",
      label: { en: "Icon", fr: "Icône" },
      hint: { en: "A name from lucide.dev, such as “wine”.", fr: "Un nom de lucide.dev, par exemple « wine »." },
      kind: "icon",
      max: 60,
    },
  ],
})
