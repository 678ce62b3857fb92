import type { Texts } from "../translate"

export const files = import.meta.glob<Texts>("../locales/en/*.json", { import: "default" })
