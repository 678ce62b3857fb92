import type { FieldValues, ServiceOffer } from "~/domain/profiles/content/fields"
import { profileTextFields } from "~/domain/profiles/content/fields"
import { spokenLanguages } from "~/domain/profiles/content/spoken-languages"
import { locales } from "~/i18n/locales"

/** The forms of the workshop that hold fields of the profile. */
export type FieldsForm = "words" | "services"

/**
 * Returns the fields that a form of the workshop holds. The browser's autosave and the server read it alike; a number
 * that is none is NaN, which the server refuses.
 */
export function readFields(name: FieldsForm, form: FormData): Partial<FieldValues> {
  return name === "words" ? readWords(form) : readServices(form)
}

const textIn = (form: FormData, name: string) => String(form.get(name) ?? "").replace(/\r\n?/g, "\n")

function readWords(form: FormData): Partial<FieldValues> {
  return {
    ...Object.fromEntries(
      ["name", "slug", "city", "category", ...profileTextFields].map((name) => [name, textIn(form, name).trim()]),
    ),
    languages: spokenLanguages.filter((code) => form.has(`language_${code}`)),
  }
}

function readServices(form: FormData): Partial<FieldValues> {
  // Without script, a row is removed by its tick, and the empty choice of a list is no service.
  const dropped = form.getAll("drop")
  const chosen = [...new Set(form.getAll("service"))].filter((service) => service !== "" && !dropped.includes(service))
  const offers = chosen.map((service): ServiceOffer => {
    const price = numberIn(form, `price_${service}`)
    const notes = locales.map(({ code }) => [code, textIn(form, `note_${service}_${code}`).trim()] as const)
    return {
      service: String(service),
      price: price === null ? null : Math.round(price * 100),
      duration: numberIn(form, `duration_${service}`),
      note: Object.fromEntries(notes.filter(([, note]) => note !== "")),
    }
  })
  const rate = numberIn(form, "hourly_rate")
  return {
    services: offers,
    hourly_rate: rate === null ? null : Math.round(rate * 100),
    minimum_hours: numberIn(form, "minimum_hours") ?? 1,
  }
}

/** Reads a number with a point or a comma; null for an empty field. */
function numberIn(form: FormData, name: string): number | null {
  const typed = textIn(form, name).replace(/[\s\u202f\u00a0€]/g, "")
  return typed === "" ? null : Number(typed.replace(",", "."))
}
