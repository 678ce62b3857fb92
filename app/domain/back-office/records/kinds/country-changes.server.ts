import { formatCountry } from "~/i18n/format"
import type { Locale } from "~/i18n/locales"
import { countryCodes, torCode, unknownCode } from "../../../core/countries/codes"
import { confirmChange, dropChange } from "../../../core/countries/service.server"
import { t, textOf } from "../labels.server"
import { caseOf, defineResource } from "../resource"

const rules = {
  allow: { label: t("country_changes.rules.allow.label"), tone: "outlined" },
  age_gate: { label: t("country_changes.rules.age_gate.label"), tone: "warn" },
  block: { label: t("country_changes.rules.block.label"), tone: "bad" },
} as const

let title: string | undefined

/** Returns the title's expression, made when it is first needed: an isolate does not begin with names of 250 countries. */
function titleOf(): string {
  const nameOf = (code: string, locale: Locale) => formatCountry(code, locale) ?? code
  title ??= caseOf("r.country", {
    ...Object.fromEntries(countryCodes.map((country) => [country, textOf((locale) => nameOf(country, locale))])),
    [torCode]: t("country_changes.tor_code"),
    [unknownCode]: t("country_changes.unknown_code"),
  })
  return title
}

/** Changes of the rules of a country, which a second person confirms (trust-safety R30). */
export const countryChanges = defineResource({
  name: "country-changes",
  one: t("country_changes.one"),
  many: t("country_changes.many"),
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
      label: t("country_changes.columns.state.label"),
      kind: "badge",
      value: "r.state",
      badges: {
        pending: { label: t("country_changes.columns.state.badges.pending"), tone: "warn" },
        confirmed: { label: t("country_changes.columns.state.badges.confirmed"), tone: "ok" },
        refused: { label: t("country_changes.columns.state.badges.refused"), tone: "bad" },
        withdrawn: { label: t("country_changes.columns.state.badges.withdrawn"), tone: "neutral" },
        expired: { label: t("country_changes.columns.state.badges.expired"), tone: "outlined" },
      },
    },
    { name: "visit", label: t("country_changes.columns.visit"), kind: "badge", value: "r.visit", badges: rules },
    { name: "list", label: t("country_changes.columns.list"), kind: "badge", value: "r.list", badges: rules },
    { name: "pay", label: t("country_changes.columns.pay"), kind: "badge", value: "r.pay", badges: rules },
    { name: "contact", label: t("country_changes.columns.contact"), kind: "badge", value: "r.contact", badges: rules },
    {
      name: "reason",
      label: t("country_changes.columns.reason"),
      kind: "multiline",
      value: "r.reason",
      isOnRecordOnly: true,
    },
    {
      name: "by",
      label: t("country_changes.columns.by"),
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.staff_id)",
    },
    {
      name: "second",
      label: t("country_changes.columns.second"),
      kind: "text",
      value: "(SELECT name FROM users WHERE id = r.second_staff_id)",
    },
    {
      name: "until",
      label: t("country_changes.columns.until"),
      kind: "time",
      value: "iif(r.state = 'pending', r.expires_at, NULL)",
    },
    { name: "created", label: t("country_changes.columns.created"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: t("country_changes.filters.state.label"),
      options: [
        { value: "pending", label: t("country_changes.filters.state.options.pending"), where: "r.state = 'pending'" },
        {
          value: "confirmed",
          label: t("country_changes.filters.state.options.confirmed"),
          where: "r.state = 'confirmed'",
        },
        { value: "refused", label: t("country_changes.filters.state.options.refused"), where: "r.state = 'refused'" },
        {
          value: "withdrawn",
          label: t("country_changes.filters.state.options.withdrawn"),
          where: "r.state = 'withdrawn'",
        },
        { value: "expired", label: t("country_changes.filters.state.options.expired"), where: "r.state = 'expired'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  acts: [
    {
      name: "confirm",
      label: t("country_changes.acts.confirm.label"),
      done: t("country_changes.acts.confirm.done"),
      when: "r.state = 'pending'",
      run: confirmChange,
    },
    {
      name: "drop",
      label: t("country_changes.acts.drop.label"),
      done: t("country_changes.acts.drop.done"),
      when: "r.state = 'pending'",
      run: dropChange,
    },
  ],
})
