import type { Locale } from "./locales"
import type { Namespace, Resources } from "./resources.server"

/** Texts of a locale file: nested objects with strings as leaves. */
export interface Texts {
  readonly [key: string]: string | Texts
}

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

/** One namespace, or several: keys of the first need no `namespace:` before them. */
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
  /**
   * Returns the translation function of these namespaces. Throws a promise, for React's Suspense, until they are
   * loaded.
   */
  translator<const Names extends Namespaces>(names: Names): Translate<Names>
}

interface Sources {
  /** Loads a missing namespace. */
  load?: (namespace: string) => Promise<Texts | undefined>
  /** Called for a missing text. */
  onMissing?: (namespace: string, key: string) => void
}

/** Creates a language's I18n from the loaded texts, by namespace. */
export function createI18n(language: Locale, loaded: Texts, { load, onMissing }: Sources = {}): I18n {
  const texts: Record<string, string | Texts> = { ...loaded }
  const plurals = new Intl.PluralRules(language)
  const translators = new Map<string, (key: string, values?: Values) => string>()

  function translate(names: readonly string[], key: string, values: Values = {}): string {
    const colon = key.indexOf(":")
    const path = key.slice(colon + 1).split(".")
    for (const name of colon < 0 ? names : [key.slice(0, colon)]) {
      for (const form of formsOf(values.count)) {
        const text = find(texts, [name, ...path], form)
        if (text !== undefined) return fill(text, values)
      }
    }
    onMissing?.(names.join(" "), key)
    return key
  }

  /** Returns the key suffixes to try, best first. `_zero` is an optional form that no plural rule names. */
  function formsOf(count: Values[string]): string[] {
    if (typeof count !== "number") return [""]
    return [...(count === 0 ? ["_zero"] : []), `_${plurals.select(count)}`, ""]
  }

  /** If loading fails, the page shows keys: better than no page. Vite has reported the failure to the shell. */
  async function fetchTexts(name: string): Promise<void> {
    texts[name] = (await load?.(name).catch(() => undefined)) ?? {}
  }

  return {
    language,
    texts,
    /** Cached by namespaces: a page calls this a hundred times. */
    translator(names) {
      const list = [names].flat() as string[]
      const id = list.join(" ")
      let translator = translators.get(id)
      if (!translator) {
        const missing = list.filter((name) => !Object.hasOwn(texts, name))
        if (missing.length > 0) throw Promise.all(missing.map(fetchTexts))
        translator = (key, values) => translate(list, key, values)
        translators.set(id, translator)
      }
      return translator
    },
  }
}

/** Returns the text at a path, with a suffix on its last key. Own properties only, so not `constructor`. */
function find(texts: Texts, path: string[], ending: string): string | undefined {
  let node: string | Texts | undefined = texts
  for (const [index, step] of path.entries()) {
    const key: string = index === path.length - 1 ? step + ending : step
    if (typeof node !== "object" || !Object.hasOwn(node, key)) return undefined
    node = node[key]
  }
  return typeof node === "string" ? node : undefined
}

/** Inserts the values unescaped: React escapes. A placeholder without a value remains visible. */
function fill(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => (Object.hasOwn(values, name) ? `${values[name]}` : whole))
}
