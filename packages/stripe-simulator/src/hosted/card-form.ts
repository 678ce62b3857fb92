import { createPaymentMethod, type PaymentMethod } from "../customers/payment-methods.ts"
import { cardByNumber, passesLuhn } from "../customers/test-cards.ts"
import type { Simulator } from "../simulator.ts"
import { type Html, html } from "./html.ts"
import { field } from "./page.ts"
import type { TextKey, Translate } from "./texts.ts"

export type FormFields = Record<string, string>
export type FieldErrors = Record<string, string | undefined>

/** Returns the fields of a card. The security code has to be typed again after an error. */
export function cardFields(t: Translate, values: FormFields, errors: FieldErrors): Html {
  const base = (name: string, label: TextKey) => ({ name, label: t(label), value: values[name], error: errors[name] })
  return html`<fieldset><legend>${t("card")}</legend>
${field({ ...base("number", "number"), autocomplete: "cc-number", inputmode: "numeric", maxlength: 23, hint: t("numberHint") })}
${field({ ...base("expiry", "expiry"), autocomplete: "cc-exp", inputmode: "numeric", maxlength: 7 })}
${field({ ...base("cvc", "cvc"), value: "", autocomplete: "cc-csc", inputmode: "numeric", maxlength: 4 })}
${field({ ...base("name", "name"), autocomplete: "cc-name" })}
</fieldset>`
}

interface Card {
  number: string
  month: number
  year: number
}

/** Reads the card of a form, or what is wrong with it. */
export function readCard(sim: Simulator, t: Translate, values: FormFields): { card: Card | null; errors: FieldErrors } {
  const number = (values.number ?? "").replace(/[\s-]/g, "")
  const expiry = /^(\d{1,2})\s*\/?\s*(?:20)?(\d{2})$/.exec((values.expiry ?? "").trim())
  const [month, year] = [Number(expiry?.[1]), 2000 + Number(expiry?.[2])]
  const isPast = Date.UTC(year, month) / 1000 <= sim.clock.now()
  const cvcLength = number.startsWith("34") || number.startsWith("37") ? 4 : 3
  const errors: FieldErrors = {}
  if (!passesLuhn(number)) errors.number = t("invalidNumber")
  if (!expiry || month < 1 || month > 12) errors.expiry = t("invalidExpiry")
  else if (isPast) errors.expiry = t("pastExpiry")
  if (!new RegExp(`^\\d{${cvcLength}}$`).test(values.cvc ?? "")) errors.cvc = t("invalidCvc")
  return { card: hasErrors(errors) ? null : { number, month, year }, errors }
}

export const hasErrors = (errors: FieldErrors) => Object.values(errors).some((error) => error !== undefined)

/** Makes a payment method of a card that was read; null for a number that is no test card. */
export function saveCard(sim: Simulator, card: Card, values: FormFields, email: string | null): PaymentMethod | null {
  const testCard = cardByNumber(card.number)
  if (!testCard) return null
  return createPaymentMethod(sim, testCard, {
    expMonth: card.month,
    expYear: card.year,
    name: values.name || null,
    email,
    country: values.country || null,
  })
}
