import { formatCountry } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import { countryCodes, torCode, unknownCode } from "../../../core/countries/codes"
import { confirmChange, dropChange } from "../../../core/countries/service.server"
import { caseOf, defineResource } from "../resource"

const rules = {
  allow: { label: { en: "Allowed", fr: "Autorisé" }, tone: "outlined" },
  age_gate: { label: { en: "Age asked", fr: "Âge demandé" }, tone: "warn" },
  block: { label: { en: "Blocked", fr: "Bloqué" }, tone: "bad" },
} as const

let title: string | undefined

/** Returns the title's expression, made when it is first needed: an isolate does not begin with names of 250 countries. */
function titleOf(): string {
  const nameOf = (code: string, locale: Locale) => formatCountry(code, locale) ?? code
  title ??= caseOf("r.country", {
    ...Object.fromEntries(countryCodes.map((code) => [code, { en: nameOf(code, "en"), fr: nameOf(code, "fr") }])),
    [torCode]: { en: "Tor network", fr: "Réseau Tor" },
    [unknownCode]: { en: "Unknown country", fr: "Pays inconnu" },
  })
  return title
}

/** Changes of the rules of a country, which a second person confirms (trust-safety R30). */
export const countryChanges = defineResource({
  name: "country-changes",
  one: { en: "Country change", fr: "Changement de pays" },
  many: { en: "Country changes", fr: "Changements de pays" },
  read: "countries.read",
  write: "countries.confirm",
  group: "office",
  table: "country_changes",
  get title() {
    return titleOf()
  },
  search: "r.id = ? OR r.country = upper(?)",
  columns: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: {
        pending: { label: { en: "To be confirmed", fr: "À confirmer" }, tone: "warn" },
        confirmed: { label: { en: "In force", fr: "Appliqué" }, tone: "ok" },
        refused: { label: { en: "Refused", fr: "Refusé" }, tone: "bad" },
        withdrawn: { label: { en: "Withdrawn", fr: "Retiré" }, tone: "neutral" },
        expired: { label: { en: "Expired", fr: "Expiré" }, tone: "outlined" },
      },
    },
    { name: "visit", label: { en: "Visiting", fr: "Visiter" }, kind: "badge", value: "r.visit", badges: rules },
    { name: "list", label: { en: "Being listed", fr: "Être présenté" }, kind: "badge", value: "r.list", badges: rules },
    { name: "pay", label: { en: "Paying", fr: "Payer" }, kind: "badge", value: "r.pay", badges: rules },
    { name: "contact", label: { en: "Contacting", fr: "Contacter" }, kind: "badge", value: "r.contact", badges: rules },
    {
      name: "reason",
      label: { en: "Reason", fr: "Motif" },
      kind: "multiline",
      value: "r.reason",
      isOnRecordOnly: true,
    },
    {
      name: "by",
      label: { en: "Proposed by", fr: "Proposé par" },
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.staff_id)",
    },
    {
      name: "second",
      label: { en: "Decided by", fr: "Décidé par" },
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.second_staff_id)",
    },
    {
      name: "until",
      label: { en: "Until", fr: "Jusqu’au" },
      kind: "time",
      value: "iif(r.state = 'pending', r.expires_at, NULL)",
    },
    { name: "created", label: { en: "Since", fr: "Depuis" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "pending", label: { en: "To be confirmed", fr: "À confirmer" }, where: "r.state = 'pending'" },
        { value: "confirmed", label: { en: "In force", fr: "Appliqués" }, where: "r.state = 'confirmed'" },
        { value: "refused", label: { en: "Refused", fr: "Refusés" }, where: "r.state = 'refused'" },
        { value: "withdrawn", label: { en: "Withdrawn", fr: "Retirés" }, where: "r.state = 'withdrawn'" },
        { value: "expired", label: { en: "Expired", fr: "Expirés" }, where: "r.state = 'expired'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "confirm",
      label: { en: "Confirm", fr: "Confirmer" },
      done: { en: "In force: {count}", fr: "Appliqués : {count}" },
      when: "r.state = 'pending'",
      run: confirmChange,
    },
    {
      name: "drop",
      label: { en: "Drop", fr: "Abandonner" },
      done: { en: "Dropped: {count}", fr: "Abandonnés : {count}" },
      when: "r.state = 'pending'",
      run: dropChange,
    },
  ],
})
