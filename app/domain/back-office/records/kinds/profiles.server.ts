import type { ProfileState } from "../../../profiles/schema"
import { defineResource } from "../resource"

const states = [
  ["draft", "Draft", "Brouillon", "outlined"],
  ["submitted", "Submitted", "Envoyé", "warn"],
  ["in_review", "In review", "En vérification", "warn"],
  ["changes_requested", "Changes requested", "À modifier", "warn"],
  ["approved", "Approved", "Approuvé", "neutral"],
  ["published", "Published", "Publié", "ok"],
  ["paused", "Paused", "En pause", "outlined"],
  ["rejected", "Rejected", "Refusé", "bad"],
  ["suspended", "Suspended", "Suspendu", "bad"],
  ["withdrawn", "Withdrawn", "Retiré", "outlined"],
  ["banned", "Banned", "Banni", "bad"],
] as const satisfies readonly [ProfileState, string, string, string][]

export const profiles = defineResource({
  name: "profiles",
  one: { en: "Profile", fr: "Profil" },
  many: { en: "Profiles", fr: "Profils" },
  read: "profiles.review",
  group: "records",
  table: "profiles",
  member: "r.owner_id",
  title: "r.name",
  page: (id) => `/dashboard/admin/profiles/${id}/review`,
  search: { exact: ["r.id = ?"], beginnings: ["r.slug"], words: "search_profiles" },
  publicPath: "'/escorts/' || r.slug",
  columns: [
    { name: "slug", label: { en: "Slug", fr: "Identifiant" }, kind: "code", value: "r.slug" },
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: Object.fromEntries(states.map(([state, en, fr, tone]) => [state, { label: { en, fr }, tone }])),
    },
    {
      name: "city",
      label: { en: "City", fr: "Ville" },
      kind: "text",
      value: "(SELECT name FROM city_texts WHERE city_id = r.city_id AND locale = {locale})",
    },
    { name: "created", label: { en: "Created", fr: "Création" }, kind: "time", value: "r.created_at" },
    {
      name: "updated",
      label: { en: "Changed", fr: "Modification" },
      kind: "time",
      value: "r.updated_at",
      isHidden: true,
    },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: states.map(([value, en, fr]) => ({ value, label: { en, fr }, where: `r.state = '${value}'` })),
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
})
