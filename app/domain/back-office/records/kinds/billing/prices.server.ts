import { setPriceForSale } from "../../../../billing/staff/plans.server"
import { t } from "../../labels.server"
import { caseOf, defineResource, localText } from "../../resource"
import { saleActions, saleBadges } from "../../sale.server"

const planName = localText({ table: "plan_texts", key: "plan_id" }, "name", "r.plan_id")

/** `29 € a month`, `29.50 € a month`, by the language: what a price is called. */
const amount = "iif(r.amount % 100, printf('%d.%02d', r.amount / 100, r.amount % 100), r.amount / 100)"
const period = `iif(r.interval_count = 1, ${caseOf("r.interval", {
  month: t("prices.period.a_month"),
  year: t("prices.period.a_year"),
})}, iif({locale} = 'fr', 'les ' || r.interval_count, 'every ' || r.interval_count) || ' ' || ${caseOf("r.interval", {
  month: t("prices.period.months"),
  year: t("prices.period.years"),
})})`
const shownAmount = `iif({locale} = 'fr', replace(${amount}, '.', ',') || char(160) || '€', '€' || ${amount})`

const sold = { gender: "masculine", reference: "stripe_price", setForSale: setPriceForSale } as const

/** Prices of plans. Nothing of a price changes: another one replaces it. */
export const prices = defineResource({
  name: "prices",
  one: t("prices.one"),
  many: t("prices.many"),
  read: "plans.read",
  write: "plans.write",
  group: "office",
  table: "prices",
  title: `${planName} || ', ' || ${shownAmount} || ' ' || ${period}`,
  mayCreate: true,
  initial: { state: "draft", currency: "eur" },
  search: "r.id = ? OR r.plan_id = ? OR r.stripe_price = ?",
  columns: [
    {
      name: "state",
      label: t("prices.columns.state"),
      kind: "badge",
      value: "r.state",
      badges: saleBadges(sold),
    },
    { name: "plan", label: t("prices.columns.plan"), kind: "text", value: planName, isHidden: true },
    { name: "amount", label: t("prices.columns.amount"), kind: "money", value: "r.amount" },
    { name: "period", label: t("prices.columns.period"), kind: "text", value: period },
    { name: "trial", label: t("prices.columns.trial"), kind: "number", value: "r.trial_days" },
    {
      name: "reference",
      label: t("prices.columns.reference"),
      kind: "code",
      value: "r.stripe_price",
      isHidden: true,
    },
    { name: "created", label: t("prices.columns.created"), kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: t("prices.filters.state.label"),
      options: [
        { value: "active", label: t("prices.filters.state.options.active"), where: "r.state = 'active'" },
        { value: "draft", label: t("prices.filters.state.options.draft"), where: "r.state = 'draft'" },
        { value: "retired", label: t("prices.filters.state.options.retired"), where: "r.state = 'retired'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  fields: [
    {
      name: "plan_id",
      label: t("prices.fields.plan_id.label"),
      kind: "select",
      isFixed: true,
      optionsFrom: `SELECT l.id AS value, ${localText({ table: "plan_texts", key: "plan_id" }, "name", "l.id")} AS label FROM plans AS l ORDER BY l.position`,
    },
    {
      name: "amount",
      label: t("prices.fields.amount.label"),
      hint: t("prices.fields.amount.hint"),
      kind: "money",
      isFixed: true,
      min: 50,
      max: 10_000_000,
    },
    {
      name: "interval",
      label: t("prices.fields.interval.label"),
      kind: "select",
      isFixed: true,
      options: [
        { value: "month", label: t("prices.fields.interval.options.month") },
        { value: "year", label: t("prices.fields.interval.options.year") },
      ],
    },
    {
      name: "interval_count",
      label: t("prices.fields.interval_count.label"),
      hint: t("prices.fields.interval_count.hint"),
      kind: "number",
      isFixed: true,
      min: 1,
      max: 12,
    },
    {
      name: "trial_days",
      label: t("prices.fields.trial_days.label"),
      hint: t("prices.fields.trial_days.hint"),
      kind: "number",
      isFixed: true,
      max: 90,
    },
  ],
  acts: saleActions(sold),
})
