import { setPriceForSale } from "../../../../billing/desk/plans.server"
import { caseOf, defineResource, localText } from "../../resource"
import { saleActions, saleBadges } from "../../sale"

const planName = localText({ table: "plan_texts", key: "plan_id" }, "name", "r.plan_id")

/** `29 € a month`, `29.50 € a month`, by the language: what a price is called. */
const amount = "iif(r.amount % 100, printf('%d.%02d', r.amount / 100, r.amount % 100), r.amount / 100)"
const period = `iif(r.interval_count = 1, ${caseOf("r.interval", {
  month: { en: "a month", fr: "par mois" },
  year: { en: "a year", fr: "par an" },
})}, iif({locale} = 'fr', 'les ' || r.interval_count, 'every ' || r.interval_count) || ' ' || ${caseOf("r.interval", {
  month: { en: "months", fr: "mois" },
  year: { en: "years", fr: "ans" },
})})`
const shownAmount = `iif({locale} = 'fr', replace(${amount}, '.', ',') || char(160) || '€', '€' || ${amount})`

const sold = { ending: "", reference: "stripe_price", setForSale: setPriceForSale } as const

/** Prices of plans. Nothing of a price changes: another one replaces it. */
export const prices = defineResource({
  name: "prices",
  one: { en: "Price", fr: "Tarif" },
  many: { en: "Prices", fr: "Tarifs" },
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
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: saleBadges(sold),
    },
    { name: "plan", label: { en: "Plan", fr: "Formule" }, kind: "text", value: planName, isHidden: true },
    { name: "amount", label: { en: "Price, tax included", fr: "Prix TTC" }, kind: "money", value: "r.amount" },
    { name: "period", label: { en: "Period", fr: "Période" }, kind: "text", value: period },
    { name: "trial", label: { en: "Trial, days", fr: "Essai, jours" }, kind: "number", value: "r.trial_days" },
    {
      name: "reference",
      label: { en: "Stripe price", fr: "Tarif Stripe" },
      kind: "code",
      value: "r.stripe_price",
      isHidden: true,
    },
    { name: "created", label: { en: "Created", fr: "Créé" }, kind: "time", value: "r.created_at" },
  ],
  filters: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      options: [
        { value: "active", label: { en: "On sale", fr: "En vente" }, where: "r.state = 'active'" },
        { value: "draft", label: { en: "Draft", fr: "Brouillon" }, where: "r.state = 'draft'" },
        { value: "retired", label: { en: "Withdrawn", fr: "Retiré" }, where: "r.state = 'retired'" },
      ],
    },
  ],
  sorts: [{ name: "created", by: "r.id", isDescending: true }],
  fields: [
    {
      name: "plan_id",
      label: { en: "Plan", fr: "Formule" },
      kind: "select",
      isFixed: true,
      optionsFrom: `SELECT l.id AS value, ${localText({ table: "plan_texts", key: "plan_id" }, "name", "l.id")} AS label FROM plans AS l ORDER BY l.position`,
    },
    {
      name: "amount",
      label: { en: "Price in euros, tax included", fr: "Prix en euros, TTC" },
      hint: { en: "At least 0.50, such as 29.00.", fr: "Au moins 0,50, par exemple 29,00." },
      kind: "money",
      isFixed: true,
      min: 50,
      max: 10_000_000,
    },
    {
      name: "interval",
      label: { en: "Period", fr: "Période" },
      kind: "select",
      isFixed: true,
      options: [
        { value: "month", label: { en: "Month", fr: "Mois" } },
        { value: "year", label: { en: "Year", fr: "Année" } },
      ],
    },
    {
      name: "interval_count",
      label: { en: "Months or years at a time", fr: "Nombre de mois ou d’années à la fois" },
      hint: { en: "3 months make a quarter. 12 at most.", fr: "3 mois font un trimestre. 12 au plus." },
      kind: "number",
      isFixed: true,
      min: 1,
      max: 12,
    },
    {
      name: "trial_days",
      label: { en: "Days of free trial", fr: "Jours d’essai gratuit" },
      hint: { en: "0: no trial. 90 at most.", fr: "0 : sans essai. 90 au plus." },
      kind: "number",
      isFixed: true,
      max: 90,
    },
  ],
  acts: saleActions(sold),
})
