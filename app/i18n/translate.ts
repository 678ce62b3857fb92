import { createInstance, type Resource } from "i18next"
import type { Locale } from "./locales"
import { defaultLocale } from "./resources/default-locale"
import type { Namespace, Resources, Texts } from "./resources.server"

export type { Texts }

/** Values of the placeholders `{{name}}`; `count` also selects the plural form. */
type Values = Readonly<Record<string, string | number | undefined>>

type WithoutForm<Key extends string> = Key extends `${infer Base}_zero`
  ? Base
  : Key extends `${infer Base}_one`
    ? Base
    : Key extends `${infer Base}_other`
      ? Base
      : Key

/** `{ a: { b: "…" } }` -> "a.b"; the plural forms of one text are one key. */
type KeysOf<T> = {
  [Key in keyof T & string]: T[Key] extends string ? WithoutForm<Key> : `${Key}.${KeysOf<T[Key]>}`
}[keyof T & string]

type Keys = { [Name in Namespace]: KeysOf<Resources[Name]> }
type Prefixed = { [Name in Namespace]: `${Name}:${Keys[Name]}` }

/** A namespace, or several: keys of the first need no `namespace:` before them. */
export type Namespaces = Namespace | readonly [Namespace, ...Namespace[]]
type First<Names extends Namespaces> = Names extends readonly [infer Name, ...unknown[]] ? Name : Names
type Each<Names extends Namespaces> = Names extends readonly (infer Name)[] ? Name : Names

/** The translation function of some namespaces; it accepts only their keys. */
export type Translate<Names extends Namespaces = "common"> = (
  key: Keys[First<Names> & Namespace] | Prefixed[Each<Names> & Namespace],
  values?: Values,
) => string

/** Translations of a document's language. */
export interface I18n {
  readonly language: Locale
  /** The loaded texts, by namespace. */
  readonly texts: Texts
  /** The default language's texts that fill the gaps of a language in progress, as they were given. */
  readonly fallback: Texts | null | undefined
  /**
   * Returns the translation function of these namespaces. Throws a promise, for React's Suspense, until they are
   * loaded.
   */
  translator<const Names extends Namespaces>(names: Names): Translate<Names>
}

interface Sources {
  /** The default language's texts, by namespace, for what the language lacks. */
  fallback?: Texts | null | undefined
  /** Loads a missing namespace of a language. */
  load?: (namespace: string, language: Locale) => Promise<Texts | undefined>
  /** Called for a missing text; a key that names no namespace is looked up in several. */
  onMissing?: (namespace: string, key: string) => void
}

/** Creates a language's I18n from the loaded texts, by namespace. A key without a text is shown as `namespace:key`. */
export function createI18n(language: Locale, texts: Texts, { fallback, load, onMissing }: Sources = {}): I18n {
  const engine = createInstance()
  void engine.init({
    lng: language,
    fallbackLng: fallback ? defaultLocale : false,
    resources: { ...(fallback && { [defaultLocale]: { ...fallback } }), [language]: { ...texts } } as Resource,
    ns: [],
    keySeparator: ".",
    nsSeparator: ":",
    ignoreJSONStructure: false,
    initAsync: false,
    // React escapes.
    interpolation: { escapeValue: false },
    appendNamespaceToMissingKey: true,
    // Tools of translators write a blank for what is not translated.
    returnEmptyString: false,
    saveMissing: true,
    missingKeyHandler: (_languages, namespace, key) => onMissing?.(namespace, key),
    returnedObjectHandler: (key, _texts, { ns }) => {
      onMissing?.(ns[0], key)
      return `${ns[0]}:${key}`
    },
  })
  /** The plural forms of each language: Russian has one for 1 and 21, of which English has another. */
  const formOf = (count: number | undefined): string => {
    if (count === undefined) return ""
    if (count === 0) return "_zero"
    return engine.languages.map((code) => engine.services.pluralResolver.getSuffix(code, count)).join("")
  }
  const translators = new Map<string, (key: string, values?: Values) => string>()

  /** If loading fails, the page shows keys: better than no page. Vite has reported the failure to the shell. */
  async function fetchTexts(name: string): Promise<void> {
    const fetched = engine.languages.map(async (code) => {
      engine.addResourceBundle(code, name, (await load?.(name, code as Locale).catch(() => undefined)) ?? {})
    })
    await Promise.all(fetched)
  }

  return {
    language,
    texts: engine.getDataByLanguage(language) as Texts,
    fallback,
    /** Cached by namespaces: a page calls this a hundred times. */
    translator(names) {
      const list = [names].flat() as string[]
      const id = list.join(" ")
      let translator = translators.get(id)
      if (!translator) {
        const missing = list.filter((name) => !engine.hasResourceBundle(language, name))
        if (missing.length > 0) throw Promise.all(missing.map(fetchTexts))
        // A key without a prefix is one of the first namespace. A text is looked up once for each plural form, since a
        // list has it for each of its items: without interpolation, no text can name another, and no value an option.
        const [ns] = list
        const written = new Map<string, string>()
        translator = (key, values) => {
          const count = countOf(values)
          const id = `${key} ${formOf(count)}`
          let text = written.get(id)
          if (text === undefined) {
            text = engine.t(key, { ns, count, skipInterpolation: true })
            written.set(id, text)
          }
          return values ? engine.services.interpolator.interpolate(text, values, language, {}) : text
        }
        translators.set(id, translator)
      }
      return translator
    },
  }
}

/** Only a number selects a plural form. */
function countOf(values: Values | undefined): number | undefined {
  return typeof values?.count === "number" ? values.count : undefined
}
