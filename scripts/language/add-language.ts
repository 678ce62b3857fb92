import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

/** A language to add: its code, the tag that browsers and search engines know, and its name in itself. */
export interface NewLanguage {
  code: string
  iso: string
  name: string
}

/** The languages that the app has, as it starts with them. */
export interface KnownLanguage {
  code: string
  name: string
  isComplete: boolean
}

interface Wish {
  name?: string | undefined
  iso?: string | undefined
}

/**
 * Completes what was typed: `de` is `de-DE`, "Deutsch". Throws an Error with a sentence for the terminal if the code, the tag or the name cannot
 * be one.
 */
export function readLanguage(code: string, { name, iso }: Wish = {}): NewLanguage {
  if (!/^[a-z]{2,3}$/.test(code))
    throw new Error(`"${code}" is no language: write its code of two or three small letters, such as de (BCP 47).`)
  if (new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(code) === undefined)
    throw new Error(`No language has the code "${code}".`)
  return { code, iso: readTag(code, iso), name: readName(code, name) }
}

function readTag(code: string, iso: string | undefined): string {
  const { region } = new Intl.Locale(code).maximize()
  const tag = iso ?? `${code}-${region ?? code.toUpperCase()}`
  if (!/^[a-z]{2,3}-([A-Z]{2}|\d{3})$/.test(tag) || !tag.startsWith(`${code}-`))
    throw new Error(
      `"${tag}" is no tag of ${code}: write the language and a country, such as ${code}-${region ?? "XX"}.`,
    )
  if (Intl.DateTimeFormat.supportedLocalesOf(tag).length === 0)
    throw new Error(`Node.js and browsers cannot write dates and numbers in "${tag}".`)
  return tag
}

function readName(code: string, name: string | undefined): string {
  const own = name ?? new Intl.DisplayNames(code, { type: "language" }).of(code) ?? code
  const title = own.charAt(0).toLocaleUpperCase(code) + own.slice(1)
  if (!/^[\p{L}\p{M}][\p{L}\p{M}\p{N} ()’-]{0,39}$/u.test(title))
    throw new Error(`"${own}" cannot be a language's name: write up to 40 letters.`)
  return title
}

const textsOf = (code: string) => `app/i18n/locales/${code}`
const listFile = "app/i18n/locales.ts"
const resourcesFile = "app/i18n/resources.server.ts"

/**
 * Adds a language in progress below a checkout's folder, where it is not there yet, and returns the files that it wrote: none the second time.
 * Texts are empty objects, so that each key falls back to the default language's until it is translated. A file of another run that was
 * interrupted is left as it is, and what it lacks is added.
 */
export function addLanguage(root: string, language: NewLanguage): string[] {
  const { code, iso, name } = language
  const written: string[] = []
  const write = (file: string, text: string) => {
    writeFileSync(join(root, file), text)
    written.push(file)
  }
  const create = (file: string, text: string) => {
    if (!existsSync(join(root, file))) write(file, text)
  }
  const edit = (file: string, isThere: (text: string) => boolean, change: (text: string) => string) => {
    const text = readFileSync(join(root, file), "utf8")
    if (isThere(text)) return
    const changed = change(text)
    if (changed === text) throw new Error(`${file} is not as this command knows it: nothing to add ${code} to.`)
    write(file, changed)
  }

  mkdirSync(join(root, textsOf(code)), { recursive: true })
  for (const file of readdirSync(join(root, textsOf("en"))).filter((one) => one.endsWith(".json")))
    create(`${textsOf(code)}/${file}`, "{}\n")
  const inCode = (file: string) =>
    readFileSync(join(root, file), "utf8").replaceAll("/locales/en/", `/locales/${code}/`)
  create(`app/i18n/files/${code}.ts`, inCode("app/i18n/files/en.ts"))
  create(`app/i18n/resources/${code}.server.ts`, inCode("app/i18n/resources/en.server.ts"))
  edit(
    resourcesFile,
    (text) => text.includes(`"./resources/${code}.server"`),
    (text) => addResources(text, code),
  )
  // Last, since it is what makes the rest be used.
  const line = `  { code: "${code}", iso: "${iso}", name: "${name}", isComplete: false },\n`
  edit(
    listFile,
    (text) => text.includes(`{ code: "${code}",`),
    (text) => text.replace(/(export const locales = \[\n(?: {2}\{.*\},\n)+)(\] as const\n)/, `$1${line}$2`),
  )
  return written
}

/** Adds a language's import, in the order of names, and its place in the list. */
function addResources(text: string, code: string): string {
  const variable = /^(as|do|if|in|is|of)$/.test(code) ? `${code}Texts` : code
  const own = `import { texts as ${variable} } from "./resources/${code}.server"`
  const imports = [...text.matchAll(/^import \{ texts as \w+ \} from "\.\/resources\/(\w+)\.server"$/gm)]
  const next = imports.find(([, other = ""]) => other > code)
  const last = imports.at(-1)
  if (!last) return text
  const imported = next ? text.replace(next[0], `${own}\n${next[0]}`) : text.replace(last[0], `${last[0]}\n${own}`)
  const entry = variable === code ? code : `${code}: ${variable}`
  return imported.replace(/(= \{ [\w,: ]+) \}\n$/, `$1, ${entry} }\n`)
}
