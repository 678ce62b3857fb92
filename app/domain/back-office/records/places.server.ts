import type { Locale } from "~/i18n/locales"
import type { Actor } from "../../core/actor/actor"
import { isPermitted } from "../../core/actor/guards"
import type { Permission } from "../../core/actor/roles"
import { resources } from "./registry.server"
import { type Place, type PlaceGroup, placeGroups, type Text } from "./schema"

/** Pages that are no resource of the kit. */
const ownPages: readonly { to: string; label: Text; group: PlaceGroup; read: Permission }[] = [
  { to: "/dashboard/admin", label: { en: "Dashboard", fr: "Tableau de bord" }, group: "work", read: "dashboard.read" },
  {
    to: "/dashboard/admin/review",
    label: { en: "Review queue", fr: "À vérifier" },
    group: "work",
    read: "profiles.review",
  },
  { to: "/dashboard/admin/media", label: { en: "Pictures", fr: "Photos" }, group: "work", read: "media.review" },
  { to: "/dashboard/admin/videos", label: { en: "Videos", fr: "Vidéos" }, group: "work", read: "media.review" },
  {
    to: "/dashboard/admin/applications",
    label: { en: "Applications", fr: "Candidatures" },
    group: "work",
    read: "applications.review",
  },
  {
    to: "/dashboard/admin/identity",
    label: { en: "Identity checks", fr: "Identités" },
    group: "work",
    read: "identity.read",
  },
  { to: "/dashboard/admin/cases", label: { en: "Cases", fr: "Dossiers" }, group: "work", read: "reports.read" },
  { to: "/dashboard/admin/appeals", label: { en: "Appeals", fr: "Recours" }, group: "work", read: "appeals.read" },
  {
    to: "/dashboard/admin/help",
    label: { en: "In confidence", fr: "En confidence" },
    group: "work",
    read: "help.read",
  },
  { to: "/dashboard/admin/tickets", label: { en: "Tickets", fr: "Demandes" }, group: "work", read: "tickets.read" },
  {
    to: "/dashboard/admin/settings",
    label: { en: "Settings", fr: "Réglages" },
    group: "office",
    read: "settings.read",
  },
  {
    to: "/dashboard/admin/readiness",
    label: { en: "Launch", fr: "Mise en service" },
    group: "office",
    read: "readiness.read",
  },
  {
    to: "/dashboard/admin/countries",
    label: { en: "Countries", fr: "Pays" },
    group: "office",
    read: "countries.read",
  },
  {
    to: "/dashboard/admin/transparency",
    label: { en: "Transparency", fr: "Transparence" },
    group: "office",
    read: "transparency.read",
  },
  { to: "/dashboard/admin/staff", label: { en: "Staff", fr: "Équipe" }, group: "office", read: "staff.read" },
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
