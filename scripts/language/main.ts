import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { locales } from "../../app/i18n/locales.ts"
import { addLanguage, type KnownLanguage, readLanguage } from "./add-language.ts"
import { describeGaps, findGaps } from "./gaps.ts"

const help = `npm run language -- CODE [--name NAME] [--iso TAG]: adds a language of the interface, in progress
npm run language -- --check:                      lists what each language lacks

  CODE   the language's code, such as de
  NAME   its name in itself; without it the one that Unicode has, such as Deutsch
  TAG    language and country, for browsers and search engines; without it the usual one, such as de-DE

CONTRIBUTING.md, "Adding a language", has what follows.`

const root = fileURLToPath(new URL("../../", import.meta.url))
const known: readonly KnownLanguage[] = locales

/** Lists what each language lacks. Returns whether a complete one lacks nothing. */
function check(): boolean {
  let isSound = true
  for (const language of known) {
    const gaps = findGaps(root, language.code)
    console.log(describeGaps(language, gaps).join("\n"))
    if (language.isComplete && gaps.some(({ missing, unknown }) => missing.length + unknown.length > 0)) isSound = false
  }
  return isSound
}

function add(code: string, wish: { name?: string | undefined; iso?: string | undefined }): void {
  const language = readLanguage(code, wish)
  const isKnown = known.some((one) => one.code === code)
  const written = addLanguage(root, language)
  if (written.length === 0) {
    console.log(`${language.name} (${code}) is there already: nothing was changed.`)
    return
  }
  console.log(
    `${language.name} (${code}, ${language.iso}) is ${isKnown ? "whole again" : "a language in progress"}: ${written.length} files written.`,
  )
  const total = findGaps(root, code).reduce((sum, { missing }) => sum + missing.length, 0)
  console.log(`
Left to do:
  1. Translate ${total} texts in app/i18n/locales/${code}: npm run language -- --check lists them by file.
  2. Give it a domain: {"code":"${code}","domain":"http://${code}.localhost:8787","domainDefault":true} in LOCALE_DOMAINS of .dev.vars.
  3. Write the names and pages in the back office: cities, categories, services, plans, questions, legal pages, rules.
  4. When nothing is missing: isComplete in app/i18n/locales.ts. Types and tests then name the rest; the search index needs a migration.
Until then English fills each gap, and search engines are sent to the English pages.`)
}

function main(): number {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      check: { type: "boolean" },
      help: { type: "boolean" },
      name: { type: "string" },
      iso: { type: "string" },
    },
  })
  const [code, ...others] = positionals
  if (values.help) {
    console.log(help)
    return 0
  }
  if (values.check && !code) return check() ? 0 : 1
  if (!code || values.check || others.length > 0) {
    console.error(help)
    return 1
  }
  add(code, values)
  return 0
}

try {
  process.exitCode = main()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
