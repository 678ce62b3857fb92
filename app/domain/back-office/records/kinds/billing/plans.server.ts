import { countCharacters } from "~/lib/characters"
import { setPlanForSale } from "../../../../billing/desk/plans.server"
import { defineResource, languagesOf, localText } from "../../resource"
import { saleActions, saleBadges } from "../../sale"
import type { Value } from "../../schema"

const texts = { table: "plan_texts", key: "plan_id" }
const most = { lines: 20, characters: 120 }

const hasBadLine = (text: Value) => {
  const lines = String(text ?? "").split("\n")
  return (
    lines.length > most.lines || lines.some((line) => line.trim() === "" || countCharacters(line) > most.characters)
  )
}

const sold = { ending: "e", reference: "stripe_product", setForSale: setPlanForSale } as const

/** Plans that members buy; each has prices of its own. */
export const plans = defineResource({
  name: "plans",
  one: { en: "Plan", fr: "Formule" },
  many: { en: "Plans", fr: "Formules" },
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
  related: { label: { en: "Prices", fr: "Tarifs" }, resource: "prices" },
  columns: [
    {
      name: "state",
      label: { en: "State", fr: "État" },
      kind: "badge",
      value: "r.state",
      badges: saleBadges(sold),
    },
    { name: "type", label: { en: "Type", fr: "Type" }, kind: "code", value: "r.type" },
    {
      name: "prices",
      label: { en: "Prices on sale", fr: "Tarifs en vente" },
      kind: "number",
      value: "(SELECT count(*) FROM prices WHERE plan_id = r.id AND state = 'active')",
    },
    { name: "languages", label: { en: "Languages", fr: "Langues" }, kind: "languages", value: languagesOf(texts) },
    {
      name: "product",
      label: { en: "Stripe product", fr: "Produit Stripe" },
      kind: "code",
      value: "r.stripe_product",
      isHidden: true,
    },
    { name: "updated", label: { en: "Changed", fr: "Modifiée" }, kind: "time", value: "r.updated_at" },
  ],
  sorts: [{ name: "position", by: "r.position" }],
  fields: [
    {
      name: "type",
      label: { en: "Type", fr: "Type" },
      hint: {
        en: "What it opens: “premium” opens Premium. It cannot be changed later.",
        fr: "Ce qu’elle ouvre : « premium » ouvre Premium. Le type ne pourra plus changer.",
      },
      kind: "slug",
      isFixed: true,
      max: 30,
    },
    {
      name: "name",
      label: { en: "Name", fr: "Nom" },
      hint: {
        en: "The English one is also on Stripe’s receipts.",
        fr: "L’anglais figure aussi sur les reçus de Stripe.",
      },
      kind: "text",
      isTranslated: "all",
      max: 120,
    },
    { name: "summary", label: { en: "Summary", fr: "Résumé" }, kind: "text", isTranslated: "all", max: 300 },
    {
      name: "features",
      label: { en: "What it gives", fr: "Ce qu’elle donne" },
      hint: { en: "One per line, at most 20.", fr: "Un par ligne, 20 au plus." },
      kind: "multiline",
      isTranslated: "all",
      max: most.lines * (most.characters + 1),
      check: (text) => (hasBadLine(text) ? "lines" : null),
    },
  ],
  acts: saleActions(sold),
})
