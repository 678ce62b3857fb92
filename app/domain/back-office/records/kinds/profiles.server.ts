import type { ProfileState } from "../../../profiles/schema"
import { t } from "../labels.server"
import { defineResource } from "../resource"
import type { BadgeTone, Text } from "../schema"

const states = [
  ["draft", t("profiles.states.draft"), "outlined"],
  ["submitted", t("profiles.states.submitted"), "warn"],
  ["in_review", t("profiles.states.in_review"), "warn"],
  ["changes_requested", t("profiles.states.changes_requested"), "warn"],
  ["approved", t("profiles.states.approved"), "neutral"],
  ["published", t("profiles.states.published"), "ok"],
  ["paused", t("profiles.states.paused"), "outlined"],
  ["rejected", t("profiles.states.rejected"), "bad"],
  ["suspended", t("profiles.states.suspended"), "bad"],
  ["withdrawn", t("profiles.states.withdrawn"), "outlined"],
  ["banned", t("profiles.states.banned"), "bad"],
] as const satisfies readonly [ProfileState, Text, BadgeTone][]

export const profiles = defineResource({
  name: "profiles",
  one: t("profiles.one"),
  many: t("profiles.many"),
  read: "profiles.review",
  group: "records",
  table: "profiles",
  member: "r.owner_id",
  title: "r.name",
  page: (id) => `/dashboard/admin/profiles/${id}/review`,
  search: { exact: ["r.id = ?"], beginnings: ["r.slug"], words: "search_profiles" },
  publicPath: "'/escorts/' || r.slug",
  columns: [
    { name: "slug", label: t("profiles.columns.slug"), kind: "code", value: "r.slug" },
    {
      name: "state",
      label: t("profiles.columns.state"),
      kind: "badge",
      value: "r.state",
      badges: Object.fromEntries(states.map(([state, label, tone]) => [state, { label, tone }])),
    },
    {
      name: "city",
      label: t("profiles.columns.city"),
      kind: "text",
      value: "(SELECT name FROM city_texts WHERE city_id = r.city_id AND locale = {locale})",
    },
    { name: "created", label: t("profiles.columns.created"), kind: "time", value: "r.created_at" },
    {
      name: "updated",
      label: t("profiles.columns.updated"),
      kind: "time",
      value: "r.updated_at",
      isHidden: true,
    },
  ],
  filters: [
    {
      name: "state",
      label: t("profiles.filters.state"),
      options: states.map(([value, label]) => ({ value, label, where: `r.state = '${value}'` })),
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
})
