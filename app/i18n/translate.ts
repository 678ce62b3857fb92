import type { Locale } from "./locales"
import type { Namespace, Resources } from "./resources.server"

/** Texts as the locale files have them: nested, a sentence at each end. */
export interface Texts {
  readonly [key: string]: string | Texts
}

/** What fills `{{name}}` in a text; `count` also chooses among its plural forms. */
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

/** The translation function of some namespaces; it takes the keys that they have, and no others. */
export type Translate<Names extends Namespaces = "common"> = (
  key: Keys[First<Names> & Namespace] | Prefixed[Each<Names> & Namespace],
  values?: Values,
) => string

/** The texts of a document's language. */
export interface I18n {
  readonly language: Locale
  /** The texts at hand, by namespace. */
  readonly texts: Texts
  /** The function that translates with these namespaces. Throws a promise, for React, until they are at hand. */
  translator<const Names extends Namespaces>(names: Names): Translate<Names>
}

interface Sources {
  /** Fetches a namespace that is not at hand. */
  load?: (namespace: string) => Promise<Texts | undefined>
  /** Told of a text that is asked for and that does not exist. */
  onMissing?: (namespace: string, key: string) => void
}

/** Makes the translation functions of a language, out of the texts at hand by namespace. */
export function createI18n(language: Locale, atHand: Texts, { load, onMissing }: Sources = {}): I18n {
  const texts: Record<string, string | Texts> = { ...atHand }
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

  /** The endings to try, the best first: a text may have a form for nothing at all, which no plural rule names. */
  function formsOf(count: Values[string]): string[] {
    if (typeof count !== "number") return [""]
    return [...(count === 0 ? ["_zero"] : []), `_${plurals.select(count)}`, ""]
  }

  /** Without texts after all, the page shows keys: better than no page. Vite has told the shell of the failure. */
  async function fetchTexts(name: string): Promise<void> {
    texts[name] = (await load?.(name).catch(() => undefined)) ?? {}
  }

  return {
    language,
    texts,
    /** Made once for each list of namespaces: a page asks a hundred times. */
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

/** The text at the end of a path, the last step of which has an ending. Only what the files say: not `constructor`. */
function find(texts: Texts, path: string[], ending: string): string | undefined {
  let node: string | Texts | undefined = texts
  for (const [index, step] of path.entries()) {
    const key: string = index === path.length - 1 ? step + ending : step
    if (typeof node !== "object" || !Object.hasOwn(node, key)) return undefined
    node = node[key]
  }
  return typeof node === "string" ? node : undefined
}

/** Puts the values in, as they are: React escapes. A value that is not given leaves its name to be seen. */
function fill(text: string, values: Values): string {
  return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => (Object.hasOwn(values, name) ? `${values[name]}` : whole))
}
