import type { CompleteLocale, Locale } from "./locales"
import { texts as en } from "./resources/en.server"
import { texts as fr } from "./resources/fr.server"

/** Texts of a locale file: nested objects with strings as leaves. */
export interface Texts {
  readonly [key: string]: string | Texts
}

export type Resources = typeof en
export type Namespace = keyof Resources

/** All texts, for the server only: a browser gets the namespaces of its page (i18n.client.ts). A language in progress may lack any. */
export const resources: Record<Locale, Texts> & Record<CompleteLocale, Resources> = { en, fr }
