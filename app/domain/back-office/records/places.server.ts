import type { Locale } from "~/i18n/locales"
import type { Actor } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"
import type { Permission } from "../../core/actor/roles"
import { t } from "./labels.server"
import { resources } from "./registry.server"
import { type Place, type PlaceGroup, placeGroups, type Text } from "./schema"

/** Pages that are no resource of the kit. */
const ownPages: readonly { to: string; label: Text; group: PlaceGroup; read: Permission }[] = [
  { to: "/dashboard/admin", label: t("places.own_pages.dashboard.label"), group: "work", read: "dashboard.read" },
  {
    to: "/dashboard/admin/review",
    label: t("places.own_pages.review.label"),
    group: "work",
    read: "profiles.review",
  },
  { to: "/dashboard/admin/media", label: t("places.own_pages.media.label"), group: "work", read: "media.review" },
  { to: "/dashboard/admin/videos", label: t("places.own_pages.videos.label"), group: "work", read: "media.review" },
  {
    to: "/dashboard/admin/applications",
    label: t("places.own_pages.applications.label"),
    group: "work",
    read: "applications.review",
  },
  {
    to: "/dashboard/admin/identity",
    label: t("places.own_pages.identity.label"),
    group: "work",
    read: "identity.read",
  },
  { to: "/dashboard/admin/cases", label: t("places.own_pages.cases.label"), group: "work", read: "reports.read" },
  { to: "/dashboard/admin/appeals", label: t("places.own_pages.appeals.label"), group: "work", read: "appeals.read" },
  {
    to: "/dashboard/admin/help",
    label: t("places.own_pages.help.label"),
    group: "work",
    read: "help.read",
  },
  { to: "/dashboard/admin/tickets", label: t("places.own_pages.tickets.label"), group: "work", read: "tickets.read" },
  {
    to: "/dashboard/admin/settings",
    label: t("places.own_pages.settings.label"),
    group: "office",
    read: "settings.read",
  },
  {
    to: "/dashboard/admin/readiness",
    label: t("places.own_pages.readiness.label"),
    group: "office",
    read: "readiness.read",
  },
  {
    to: "/dashboard/admin/countries",
    label: t("places.own_pages.countries.label"),
    group: "office",
    read: "countries.read",
  },
  {
    to: "/dashboard/admin/transparency",
    label: t("places.own_pages.transparency.label"),
    group: "office",
    read: "transparency.read",
  },
  { to: "/dashboard/admin/staff", label: t("places.own_pages.staff.label"), group: "office", read: "staff.read" },
]

/** Returns the pages of the back office that a member of staff may open, in the navigation's order. */
export function placesOf(actor: Actor, locale: Locale): Place[] {
  const kit = resources.map(({ name, many, group, read }) => ({
    to: `/dashboard/admin/${name}`,
    label: many,
    group,
    read,
  }))
  const open = [...ownPages, ...kit].filter(({ read }) => isPermitted(actor, read))
  const places = open.map(({ to, label, group }) => ({ to, label: label[locale], group }))
  return placeGroups.flatMap((group) => places.filter((place) => place.group === group))
}
