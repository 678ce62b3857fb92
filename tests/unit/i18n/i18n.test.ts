import ts from "typescript"
import { describe, expect, test } from "vitest"
import { completeLocales, isComplete, type Locale, locales } from "~/i18n/locales"
import { resources } from "~/i18n/resources.server"
import { errorStatus } from "~/lib/errors"
import { filesOf, nodesOf, parse, textOf } from "../../architecture/helpers/sources"
import { usesOf } from "../helpers/translation-keys"

type Texts = Map<string, string>

const pluralSuffix = /_(zero|one|two|few|many|other)$/

function flatten(node: unknown, path: string[] = []): [string, string][] {
  if (typeof node === "string") return [[path.join("."), node]]
  return Object.entries(node as object).flatMap(([key, value]) => flatten(value, [...path, key]))
}

/** Returns every text of a language by `namespace:key`; in a language in progress, a blank is a text that is missing. */
function textsOf(locale: Locale): Texts {
  return new Map(
    filesOf(`app/i18n/locales/${locale}/*.json`).flatMap((file) => {
      const namespace = file.split("/").at(-1)?.replace(".json", "")
      return flatten(JSON.parse(textOf(file)))
        .filter(([, text]) => text !== "" || isComplete(locale))
        .map(([key, text]): [string, string] => [`${namespace}:${key}`, text])
    }),
  )
}

const texts = Object.fromEntries(locales.map(({ code }) => [code, textsOf(code)])) as Record<Locale, Texts>
const everything = locales.flatMap(({ code }) => [...texts[code]].map(([key, text]) => ({ locale: code, key, text })))
const namespaces = [...new Set([...texts.en.keys()].map((key) => key.split(":")[0] as string))]

/** Returns a key without its plural form, if it has forms to choose from by a count. */
const isCounted = (key: string) => pluralSuffix.test(key) && texts.en.has(key.replace(pluralSuffix, "_other"))
const baseOf = (key: string) => (isCounted(key) ? key.replace(pluralSuffix, "") : key)
const keysOf = (locale: Locale) => [...new Set([...texts[locale].keys()].map(baseOf))]

const variablesOf = (text: string) => [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name as string)
const tagsOf = (text: string) => [...text.matchAll(/<\/?\w+\/?>/g)].map(([tag]) => tag).toSorted()

describe("the texts", () => {
  test("the texts have the same keys in every complete language", () => {
    expect(texts.en.size).toBeGreaterThan(50)
    expect(completeLocales.length).toBeGreaterThan(1)
    for (const { code } of completeLocales)
      expect([code, keysOf(code).toSorted()]).toEqual([code, keysOf("en").toSorted()])
  })

  test("the texts of a language in progress have no key that English does not have, and a file for each of its own", () => {
    const english = new Set(keysOf("en"))
    const filesIn = (code: string) => filesOf(`app/i18n/locales/${code}/*.json`).map((file) => file.split("/").at(-1))
    for (const { code } of locales) {
      expect(keysOf(code).filter((key) => !english.has(key))).toEqual([])
      expect(filesIn(code)).toEqual(filesIn("en"))
    }
  })

  test("the texts of every file are given to the pages, in every language", () => {
    for (const { code } of locales)
      expect(Object.keys(resources[code]).toSorted()).toEqual(Object.keys(resources.en).toSorted())
    expect(Object.keys(resources.en)).toHaveLength(filesOf("app/i18n/locales/en/*.json").length)
  })

  test("the texts have exactly the plural forms of their language, and a zero form if the others have it", () => {
    const hasZero = (base: string) => locales.some(({ code }) => texts[code].has(`${base}_zero`))
    for (const { code, iso } of locales) {
      const categories = new Intl.PluralRules(iso).resolvedOptions().pluralCategories
      for (const base of new Set([...texts[code].keys()].filter(isCounted).map(baseOf))) {
        const keys = [...texts[code].keys()].filter((key) => pluralSuffix.test(key) && baseOf(key) === base)
        const forms = keys.map((key) => pluralSuffix.exec(key)?.[1]).toSorted()
        const expected = new Set([...categories, ...(hasZero(base) ? ["zero"] : [])])
        expect([code, base, forms]).toEqual([code, base, [...expected].toSorted()])
      }
    }
  })

  test("the texts interpolate the same values and tags in every language that has them", () => {
    const formsOf = Object.fromEntries(
      locales.map(({ code }) => {
        const forms = new Map<string, string[]>()
        for (const [key, text] of texts[code]) forms.set(baseOf(key), [...(forms.get(baseOf(key)) ?? []), text])
        return [code, forms]
      }),
    ) as Record<Locale, Map<string, string[]>>
    for (const key of keysOf("en")) {
      const written = locales.filter(({ code, isComplete }) => isComplete === true || formsOf[code as Locale].has(key))
      const ofAll = written.map(({ code }) => {
        const forms = formsOf[code].get(key) ?? []
        return {
          variables: [...new Set([...forms.flatMap(variablesOf), ...(forms.length > 1 ? ["count"] : [])])].toSorted(),
          tags: [...new Set(forms.map((text) => tagsOf(text).join(" ")))],
        }
      })
      for (const one of ofAll) expect([key, one]).toEqual([key, ofAll[0]])
    }
  })

  test("the texts have no braces except those around a value's name", () => {
    expect(everything.filter(({ text }) => /[{}]/.test(text.replaceAll(/\{\{\w+\}\}/g, "")))).toEqual([])
  })

  test("the texts are not blank, and have no spaces around them", () => {
    const wrong = everything.filter(({ text }) => text.trim() === "" || text !== text.trim() || / {2}/.test(text))
    expect(wrong).toEqual([])
  })

  test("the texts have typographic apostrophes and quotation marks", () => {
    expect(everything.filter(({ text }) => /['"`]/.test(withoutTags(text)))).toEqual([])
  })

  test("the texts have the spaces of French typography: never a plain one before : ; ! ? % and guillemets", () => {
    const french = everything.filter(({ locale }) => locale === "fr")
    expect(french.filter(({ text }) => / [:;!?%»€]|« /.test(text))).toEqual([])
    // Never without a space: a narrow no-break space precedes ; ! ? and a no-break space a colon.
    expect(french.filter(({ text }) => /[\p{L}\d}][;!?»]|\p{L}:(\s|$)/u.test(text))).toEqual([])
  })

  test("the texts have no French spacing in English", () => {
    const english = everything.filter(({ locale }) => locale === "en")
    expect(english.filter(({ text }) => /[\s\u00a0\u202f][:;!?]/.test(text))).toEqual([])
  })

  test("the texts contract in English, except where the site states the law, a decision or a record", () => {
    const formal = new Set(formalNamespaces)
    const english = everything.filter(({ locale, key }) => locale === "en" && !formal.has(key.split(":")[0] ?? ""))
    const stiff = /\b(do|does|did|is|are|was|were|could|have|has|will) not\b|\bcannot\b/i
    const wrong = english.filter(({ key, text }) => stiff.test(text) && !formalTexts.includes(key))
    expect(wrong.map(({ key, text }) => `${key}: ${text}`)).toEqual([])
    expect(formalTexts.filter((key) => !stiff.test(texts.en.get(key) ?? ""))).toEqual([])
  })

  test("the texts end a sentence in both languages or in neither", () => {
    const uneven = keysOf("en").filter((key) => {
      const [en, fr] = completeLocales.map(({ code }) => texts[code].get(key) ?? texts[code].get(`${key}_other`) ?? "")
      return /[.…]$/.test(en ?? "") !== /[.…]$/.test(fr ?? "")
    })
    expect(uneven).toEqual([])
  })
})

/** Namespaces of texts that have effects in law, or are records. */
const formalNamespaces = [
  "admin-transparency",
  "audit-sentences",
  "content",
  "data-access",
  "decisions",
  "privacy",
  "transparency",
]

/** Texts of other namespaces that do, or that stress the word. */
const formalTexts = [
  "billing:withdraw.over",
  "casting:states.declined.title",
  "errors:account.refused",
  "errors:chat.limited",
  "errors:identity.refused",
  "hiding:limits",
  "identity:check.states.refused",
  "mail:report_closed.quote",
  "mail:sanction_lifted.close.what",
]

function withoutTags(text: string): string {
  return text.replace(/<[^>]*>/g, "")
}

describe("the texts in use", () => {
  const found = filesOf("{app,worker,party}/**/*.{ts,tsx}").map(usesOf)
  const uses = found.flatMap((file) => file.uses)
  const known = new Set(keysOf("en"))
  const candidates = (use: { namespaces: string[]; key: string }) =>
    (use.namespaces.length > 0 ? use.namespaces : namespaces).map((namespace) => `${namespace}:${use.key}`)

  test("the uses of texts are found in the sources", () => {
    expect(uses.length).toBeGreaterThan(20)
    expect(uses).toContainEqual({
      file: "app/routes/accounts/auth/login.tsx",
      namespaces: ["auth"],
      key: "welcome",
      isPrefix: false,
    })
    expect(uses).toContainEqual({
      file: "app/features/accounts/auth/login-form.tsx",
      namespaces: ["errors"],
      key: "fields.",
      isPrefix: true,
    })
  })

  test("every text in use exists", () => {
    const missing = uses.filter((use) =>
      use.isPrefix
        ? !candidates(use).some((prefix) => [...known].some((key) => key.startsWith(prefix)))
        : !candidates(use).some((key) => known.has(key)),
    )
    expect(missing).toEqual([])
  })

  test("every error code and every problem of a field has a sentence", () => {
    for (const code of Object.keys(errorStatus)) expect(known).toContain(`errors:${code}`)
    for (const problem of fieldProblemNames()) expect(known).toContain(`errors:fields.${problem}`)
  })

  test("every text is used", () => {
    const used = new Set(Object.keys(errorStatus).map((code) => `errors:${code}`))
    for (const problem of fieldProblemNames()) used.add(`errors:fields.${problem}`)
    for (const use of uses.filter(({ isPrefix }) => !isPrefix)) for (const key of candidates(use)) used.add(key)
    const prefixes = uses.filter(({ isPrefix }) => isPrefix).flatMap(candidates)
    const strings = new Set(found.flatMap((file) => file.strings))
    const unused = [...known].filter((key) => {
      const [, name = ""] = key.split(":")
      return (
        !used.has(key) && !prefixes.some((prefix) => key.startsWith(prefix)) && !strings.has(name) && !strings.has(key)
      )
    })
    expect(unused, "Delete these texts, or use them.").toEqual([])
  })
})

/** Returns the members of the FieldProblem type, which does not exist at run time. */
function fieldProblemNames(): string[] {
  for (const node of nodesOf(parse("app/lib/field-problems.ts"))) {
    if (!ts.isTypeAliasDeclaration(node) || node.name.text !== "FieldProblem" || !ts.isUnionTypeNode(node.type))
      continue
    return node.type.types.map((type) => type.getText().replaceAll('"', ""))
  }
  throw new Error("app/lib/field-problems.ts has no type FieldProblem")
}
