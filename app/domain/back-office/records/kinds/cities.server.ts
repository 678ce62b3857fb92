import { defineResource, hasWords, languagesOf, localText } from "../resource"

const texts = { table: "city_texts", key: "city_id" }

export const cities = defineResource({
  name: "cities",
  one: { en: "City", fr: "Ville" },
  many: { en: "Cities", fr: "Villes" },
  read: "catalog.read",
  write: "catalog.write",
  group: "site",
  table: "cities",
  texts,
  title: localText(texts, "name"),
  publicPath: "'/escorts?city=' || r.slug",
  position: "position",
  redirects: "city",
  mayCreate: true,
  mayDelete: true,
  search: `r.slug LIKE {prefix} ESCAPE '\\' OR ${hasWords(texts)}`,
  columns: [
    { name: "slug", label: { en: "Slug", fr: "Identifiant" }, kind: "code", value: "r.slug" },
    { name: "region", label: { en: "Region", fr: "Région" }, kind: "text", value: "r.region" },
    { name: "country", label: { en: "Country", fr: "Pays" }, kind: "code", value: "r.country" },
    {
      name: "profiles",
      label: { en: "Profiles", fr: "Profils" },
      kind: "number",
      value: "coalesce((SELECT profiles FROM listing_counts WHERE city_id = r.id AND category_id = ''), 0)",
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
      name: "slug",
      label: { en: "Slug", fr: "Identifiant" },
      hint: {
        en: "In addresses. Links to the former one lead here.",
        fr: "Dans les adresses. Les liens vers l’ancien mènent ici.",
      },
      kind: "slug",
      max: 60,
    },
    { name: "region", label: { en: "Region", fr: "Région" }, kind: "text", max: 80 },
    { name: "region_slug", label: { en: "Slug of the region", fr: "Identifiant de la région" }, kind: "slug", max: 60 },
    {
      name: "country",
      label: { en: "Country", fr: "Pays" },
      kind: "select",
      options: [
        { value: "FR", label: { en: "France", fr: "France" } },
        { value: "BE", label: { en: "Belgium", fr: "Belgique" } },
        { value: "CH", label: { en: "Switzerland", fr: "Suisse" } },
        { value: "LU", label: { en: "Luxembourg", fr: "Luxembourg" } },
        { value: "MC", label: { en: "Monaco", fr: "Monaco" } },
        { value: "GB", label: { en: "United Kingdom", fr: "Royaume-Uni" } },
        { value: "IE", label: { en: "Ireland", fr: "Irlande" } },
        { value: "DE", label: { en: "Germany", fr: "Allemagne" } },
        { value: "ES", label: { en: "Spain", fr: "Espagne" } },
        { value: "IT", label: { en: "Italy", fr: "Italie" } },
        { value: "NL", label: { en: "Netherlands", fr: "Pays-Bas" } },
        { value: "PT", label: { en: "Portugal", fr: "Portugal" } },
        { value: "AT", label: { en: "Austria", fr: "Autriche" } },
        { value: "CA", label: { en: "Canada", fr: "Canada" } },
      ],
    },
  ],
})
