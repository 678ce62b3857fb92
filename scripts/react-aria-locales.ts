import type { Plugin } from "vite"
import { locales } from "../app/i18n/locales"

const texts = /\/node_modules\/react-(?:aria|stately|aria-components)\/.*\/intl\/[^/]+\/([a-z]{2}-[A-Z]{2})\.m?js$/

/** Leaves out React Aria's own texts in the languages that the app does not have: it brings 34. */
export function reactAriaLocales(): Plugin {
  const spoken: string[] = locales.map(({ iso }) => iso)
  return {
    name: "salon-react-aria-locales",
    enforce: "pre",
    load(id) {
      const [, locale] = texts.exec(id.replace(/\?.*$/, "")) ?? []
      return locale && !spoken.includes(locale) ? "export default {}" : undefined
    },
  }
}
