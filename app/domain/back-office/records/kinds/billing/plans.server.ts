import { countCharacters } from "~/lib/characters"
import { setPlanForSale } from "../../../../billing/staff/plans.server"
import { t } from "../../labels.server"
import { defineResource, languagesOf, localText } from "../../resource"
import { saleActions, saleBadges } from "../../sale.server"
import type { Value } from "../../schema"

const texts = { table: "plan_texts", key: "plan_id" }
const most = { lines: 20, characters: 120 }

const hasBadLine = (text: Value) => {
  const lines = String(text ?? "").split("\n")
  return (
    lines.length > most.lines || lines.some((line) => line.trim() === "" || countCharacters(line) > most.characters)
  )
}

const sold = { gender: "feminine", reference: "stripe_product", setForSale: setPlanForSale } as const

/** Plans that members buy; each has prices of its own. */
export const plans = defineResource({
  name: "plans",
  one: t("plans.one"),
  many: t("plans.many"),
  read: "plans.read",
  write: "plans.write",
  group: "office",
  table: "plans",
  texts,
  title: localText(texts, "name"),
  position: "position",
  mayCreate: true,
  initial: { state: "draft", version: 1 },
  afterSave: (planId) => ({ kind: "product", planId }),
  related: { label: t("plans.related"), resource: "prices" },
  columns: [
    {
      name: "state",
      label: t("plans.columns.state"),
      kind: "badge",
      value: "r.state",
      badges: saleBadges(sold),
    },
    { name: "type", label: t("plans.columns.type"), kind: "code", value: "r.type" },
    {
      name: "prices",
      label: t("plans.columns.prices"),
      kind: "number",
      value: "(SELECT count(*) FROM prices WHERE plan_id = r.id AND state = 'active')",
    },
    { name: "languages", label: t("plans.columns.languages"), kind: "languages", value: languagesOf(texts) },
    {
      name: "product",
      label: t("plans.columns.product"),
      kind: "code",
      value: "r.stripe_product",
      isHidden: true,
    },
    { name: "updated", label: t("plans.columns.updated"), kind: "time", value: "r.updated_at" },
  ],
  sorts: [{ name: "position", by: "r.position" }],
  fields: [
    {
      name: "type",
      label: t("plans.fields.type.label"),
      hint: t("plans.fields.type.hint"),
      kind: "slug",
      isFixed: true,
      max: 30,
    },
    {
      name: "name",
      label: t("plans.fields.name.label"),
      hint: t("plans.fields.name.hint"),
      kind: "text",
      isTranslated: "all",
      max: 120,
    },
    { name: "summary", label: t("plans.fields.summary.label"), kind: "text", isTranslated: "all", max: 300 },
    {
      name: "features",
      label: t("plans.fields.features.label"),
      hint: t("plans.fields.features.hint"),
      kind: "multiline",
      isTranslated: "all",
      max: most.lines * (most.characters + 1),
      check: (text) => (hasBadLine(text) ? "lines" : null),
    },
  ],
  acts: saleActions(sold),
})
