import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { sql } from "drizzle-orm"
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core"
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest"
import { schemaObjects } from "~/db/triggers"
import type { Locale } from "~/i18n/locales"
import { addLanguage, readLanguage } from "../../../scripts/language/add-language"
import { describeGaps, findGaps } from "../../../scripts/language/gaps"
import { filesOf } from "../../architecture/helpers/sources"

/** A copy of what knows the languages, with German in it. Within the checkout, so that it finds the packages. */
let root: string
const de = "de" as Locale
const load = <Module>(file: string) => import(/* @vite-ignore */ join(root, file)) as Promise<Module>
const write = (file: string, texts: object) => writeFileSync(join(root, file), JSON.stringify(texts))

beforeAll(() => {
  mkdirSync("test-results", { recursive: true })
  root = mkdtempSync(join(process.cwd(), "test-results/language-"))
  for (const folder of ["i18n", "db", "lib"]) cpSync(`app/${folder}`, join(root, "app", folder), { recursive: true })
  rmSync(join(root, "app/i18n/locales/de"), { recursive: true, force: true })
})

afterAll(() => rmSync(root, { recursive: true, force: true }))

describe("the command that adds a language", () => {
  test("derives the name and the country's tag, and takes others", () => {
    expect(readLanguage("de")).toEqual({ code: "de", iso: "de-DE", name: "Deutsch" })
    expect(readLanguage("es")).toEqual({ code: "es", iso: "es-ES", name: "Español" })
    expect(readLanguage("pt", { iso: "pt-BR", name: "Português do Brasil" })).toEqual({
      code: "pt",
      iso: "pt-BR",
      name: "Português do Brasil",
    })
  })

  test.each([
    ["DE", {}, /"DE" is no language: write its code/],
    ["../de", {}, /is no language/],
    ["qq", {}, /No language has the code "qq"/],
    ["de", { iso: "fr-FR" }, /no tag of de: .*de-DE/],
    ["de", { iso: "de_DE" }, /no tag of de/],
    ["de", { name: '", x: "' }, /cannot be a language's name/],
  ])("refuses %s %o in a sentence", (code, wish, sentence) => {
    expect(() => readLanguage(code, wish)).toThrow(sentence)
  })

  test("writes a file of texts for each of English, what loads them, and one line in the list; a second run writes nothing", () => {
    const written = addLanguage(root, readLanguage("de"))
    const texts = filesOf("app/i18n/locales/en/*.json").map((file) => file.replace("/en/", "/de/"))
    expect(written.toSorted()).toEqual(
      [
        ...texts,
        "app/i18n/files/de.ts",
        "app/i18n/resources/de.server.ts",
        "app/i18n/resources.server.ts",
        "app/i18n/locales.ts",
      ].toSorted(),
    )
    expect(readFileSync(join(root, "app/i18n/locales.ts"), "utf8")).toContain(
      '  { code: "de", iso: "de-DE", name: "Deutsch", isComplete: false },\n] as const',
    )
    expect(addLanguage(root, readLanguage("de"))).toEqual([])
  })

  test("completes what a run before left undone, and keeps what is translated", () => {
    write("app/i18n/locales/de/cards.json", { kept: "bleibt" })
    rmSync(join(root, "app/i18n/locales/de/auth.json"))
    expect(addLanguage(root, readLanguage("de"))).toEqual(["app/i18n/locales/de/auth.json"])
    expect(readFileSync(join(root, "app/i18n/locales/de/cards.json"), "utf8")).toContain("bleibt")
    write("app/i18n/locales/de/cards.json", {})
  })

  test("says so where the list is not as it knows it", () => {
    const file = join(root, "app/i18n/locales.ts")
    const text = readFileSync(file, "utf8")
    writeFileSync(file, text.replaceAll("] as const", "]"))
    expect(() => addLanguage(root, readLanguage("es"))).toThrow(/locales\.ts is not as this command knows it/)
    writeFileSync(file, text)
    expect(() => addLanguage(root, readLanguage("es"))).not.toThrow()
  })
})

describe("the list of gaps", () => {
  test("names each file and its number of missing texts, a blank and a lacking plural form among them", () => {
    const file = "app/i18n/locales/de/content.json"
    const english = JSON.parse(readFileSync("app/i18n/locales/en/content.json", "utf8"))
    const total = findGaps(root, "de").find((gap) => gap.file === file)?.total ?? 0
    expect(total).toBeGreaterThan(3)
    const gapOf = (texts: object) => {
      write(file, texts)
      return findGaps(root, "de").find((gap) => gap.file === file)
    }
    expect(gapOf({})?.missing).toHaveLength(total)
    expect(gapOf({ ...english, faq: { ...english.faq, title: " " } })?.missing).toEqual(["faq.title"])
    expect(gapOf({ ...english, faq: { ...english.faq, found_one: "" } })?.missing).toEqual(["faq.found"])
    const gap = gapOf({ ...english, odd: "Seltsam" })
    expect(gap).toMatchObject({ missing: [], unknown: ["odd"] })
    expect(describeGaps({ code: "de", name: "Deutsch", isComplete: false }, gap ? [gap] : [])).toEqual([
      `Deutsch (de, in progress): 0 of ${total} texts missing`,
      `  ${file}: 0 of ${total} missing, unknown: odd`,
    ])
    write(file, {})
  })

  test("is empty for every complete language", () => {
    for (const code of ["en", "fr"])
      expect(
        findGaps(process.cwd(), code).filter(({ missing, unknown }) => missing.length + unknown.length > 0),
      ).toEqual([])
  })
})

describe("a language in progress", () => {
  const consoleWarn = () => vi.spyOn(console, "warn").mockReturnValue()

  test("shows English texts for what it lacks, without a warning, and English plural forms by English rules", async () => {
    const warn = consoleWarn()
    write("app/i18n/locales/de/content.json", { faq: { title: "Häufige Fragen", search: "" } })
    const { translator } = await load<typeof import("~/i18n/i18n.server")>("app/i18n/i18n.server.ts")
    const t = translator(de, "content")
    expect([t("faq.title"), t("faq.search")]).toEqual(["Häufige Fragen", translator("en", "content")("faq.search")])
    expect(t("faq.found", { count: 1 })).toBe(translator("en", "content")("faq.found", { count: 1 }))
    expect(t("faq.found", { count: 5 })).toBe(translator("en", "content")("faq.found", { count: 5 }))
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test("in the browser shows the English texts sent with the page, and fetches both languages' for the next", async () => {
    const warn = consoleWarn()
    const { startI18n } = await load<typeof import("~/i18n/i18n.client")>("app/i18n/i18n.client.ts")
    const i18n = startI18n(de, { common: {} }, { common: { shell: { menu: "Menu" } } })
    expect(i18n.translator("common")("shell.menu")).toBe("Menu")
    const waiting = await new Promise((resolve) => {
      try {
        resolve(i18n.translator("content"))
      } catch (thrown) {
        resolve(thrown)
      }
    })
    await waiting
    const t = i18n.translator("content")
    expect([t("faq.title"), t("faq.more")]).toEqual(["Häufige Fragen", expect.stringMatching(/\w/)])
    expect(t("faq.more")).not.toContain("content:")
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test("writes dates, times, numbers, prices and lists as its readers do", async () => {
    const format = await load<typeof import("~/i18n/format")>("app/i18n/format.ts")
    const { formatDays } = await load<typeof import("~/i18n/days")>("app/i18n/days.ts")
    const at = Date.UTC(2026, 8, 1, 18, 30)
    expect(format.formatDate(at, de, "date")).toBe("1. September 2026")
    expect(format.formatDate(at, de, "weekday")).toBe("Dienstag, 1. September")
    expect(format.formatTime(at, de)).toBe("20:30")
    expect(format.formatNumber(12_840, de)).toBe("12.840")
    expect(format.formatPrice(14_000, de)).toBe("140\u00a0€")
    expect(format.decimalSign(de)).toBe(",")
    expect(format.formatList(["A", "B"], de)).toBe("A und B")
    expect(formatDays("2026-12-03", "2026-12-06", de)).toBe("3. Dezember – 6. Dezember")
    expect(formatDays("2026-12-03", "2026-12-03", de)).toBe("3. Dezember")
  })

  test("is chosen by its domain, its cookie or the menu, never by the browser's languages", async () => {
    const { resolveLocale } = await load<typeof import("~/i18n/negotiate")>("app/i18n/negotiate.ts")
    const at = { host: "salon.example", cookie: null, acceptLanguage: "de, fr", domains: [], fallback: "en" as const }
    expect(resolveLocale(at)).toMatchObject({ locale: "fr", source: "browser" })
    expect(resolveLocale({ ...at, acceptLanguage: "de" })).toMatchObject({ locale: "en", source: "fallback" })
    expect(resolveLocale({ ...at, cookie: "de" })).toMatchObject({ locale: "de", source: "cookie" })
    const domains = [{ code: de, domain: "salon.example", domainDefault: true }]
    expect(resolveLocale({ ...at, domains })).toMatchObject({ locale: "de", source: "domain" })
  })

  test("needs no migration: triggers, views and search indexes are those of the complete languages", async () => {
    const copy = await load<typeof import("~/db/triggers")>("app/db/triggers.ts")
    expect(copy.schemaObjects).toEqual(schemaObjects)
  })

  test("shows a name in English where nobody has written it in the language, else in the first that it has", async () => {
    const file = "app/db/statements/text-language.ts"
    const copy = await load<typeof import("~/db/statements/text-language")>(file)
    const database = new DatabaseSync(":memory:")
    database.exec(`CREATE TABLE city_texts (city_id, locale, name, PRIMARY KEY (city_id, locale));
      INSERT INTO city_texts VALUES ('a', 'en', 'Cologne'), ('a', 'fr', 'Cologne (fr)'), ('a', 'de', 'Köln'),
        ('b', 'en', 'Geneva'), ('b', 'fr', 'Genève'), ('c', 'fr', 'Liège');`)
    const namesIn = (locale: Locale) => {
      const shown = sql`SELECT name FROM city_texts AS t WHERE t.locale = ${copy.textLanguage("city_texts", sql`t.city_id`, locale)} ORDER BY city_id`
      const query = new SQLiteSyncDialect().sqlToQuery(shown)
      return database
        .prepare(query.sql)
        .all(...(query.params as string[]))
        .map(({ name }) => name)
    }
    expect(namesIn(de)).toEqual(["Köln", "Geneva", "Liège"])
    expect(namesIn("fr")).toEqual(["Cologne (fr)", "Genève", "Liège"])
    expect(namesIn("en")).toEqual(["Cologne", "Geneva"])
    const ofOwner = sql`(SELECT 'de')`
    const dialect = new SQLiteSyncDialect()
    expect(dialect.sqlToQuery(copy.textLanguage("city_texts", sql`t.city_id`, ofOwner)).sql).toContain("ORDER BY")
    expect(dialect.sqlToQuery(copy.textLanguage("city_texts", sql`t.city_id`, "fr")).sql).toBe("?")
  })
})

describe("around a language in progress", () => {
  const domains = ["en", "fr"].map((code) => ({
    code: code as Locale,
    domain: `https://${code}.salon.example`,
    domainDefault: true,
  }))
  const german = { code: de, domain: "https://de.salon.example", domainDefault: true }
  const app = { domains, name: "Salon", isIndexed: true, isGated: false, asksAge: false }
  const site = { name: "Salon", origin: (locale: string) => `https://${locale}.salon.example`, origins: [] }
  const ctx = { locale: de, site, actor: { kind: "visitor" as const } }
  const url = new URL("https://de.salon.example/faq")

  /** The app's own modules, to which the copy's list of languages is given. */
  beforeAll(() => {
    vi.resetModules()
    vi.doMock("~/i18n/locales", () => load("app/i18n/locales.ts"))
  })

  afterAll(() => {
    vi.doUnmock("~/i18n/locales")
    vi.resetModules()
  })

  test("search engines are sent to the English page, and the alternates are the complete languages", async () => {
    const { pageHead } = await import("~/features/shell/page-head.server")
    const { descriptors } = pageHead(ctx, { ...app, domains: [...domains, german] }, url)
    const addresses = descriptors.flatMap((one) => ("href" in one ? [[one.rel, one.hrefLang ?? "", one.href]] : []))
    expect(addresses).toEqual([
      ["canonical", "", "https://en.salon.example/faq"],
      ["alternate", "en", "https://en.salon.example/faq"],
      ["alternate", "fr", "https://fr.salon.example/faq"],
      ["alternate", "x-default", "https://en.salon.example/faq"],
    ])
    const french = pageHead({ ...ctx, locale: "fr" }, app, url).descriptors
    expect(french.filter((one) => "hrefLang" in one)).toHaveLength(3)
    expect(JSON.stringify(french)).not.toContain("https://de.")
  })

  test("the language menu names it once it has a domain, or where no language has one", async () => {
    const { languageLinks } = await import("~/features/shell/language/language-links.server")
    const warn = vi.spyOn(console, "warn").mockReturnValue()
    const codesWith = (configured: typeof domains) =>
      languageLinks(ctx as never, { ...app, domains: configured }, url).map(({ code }) => code)
    expect(codesWith(domains)).toEqual(["en", "fr"])
    expect(codesWith([...domains, german])).toEqual(["en", "fr", "de"])
    expect(codesWith([])).toEqual(expect.arrayContaining(["en", "fr", "de"]))
    expect(warn).not.toHaveBeenCalled()
    warn.mockRestore()
  })

  test("a record whose texts are due in all languages is saved without it, unless it was begun", async () => {
    const { formSchema } = await import("~/domain/back-office/records/records/values")
    const name = { name: "name", label: {}, kind: "text", isTranslated: "all", max: 80 }
    const resource = { fields: [name, { ...name, name: "about" }] } as never
    const whole = { "name.en": "Bath", "about.en": "A town", "name.fr": "Bath", "about.fr": "Une ville" }
    const problemsOf = (values: object) => {
      const blank = { "name.de": "", "about.de": "", "name.es": "", "about.es": "" }
      const result = formSchema(resource, true).safeParse({ ...blank, ...values })
      return result.success ? [] : result.error.issues.map(({ path }) => path.join("."))
    }
    expect(problemsOf(whole)).toEqual([])
    expect(problemsOf({ ...whole, "about.fr": "" })).toEqual(["about.fr"])
    expect(problemsOf({ ...whole, "name.de": "Bath" })).toEqual(["about.de"])
  })

  test("its spreadsheets have the separator that its decimal sign needs", async () => {
    const { csvLine } = await import("~/domain/core/shared/csv")
    expect(csvLine([1.5, "Köln"], de)).toBe('1,5;"Köln"\r\n')
  })
})

test("the file for translators' tools names each file of texts, its format and its source", () => {
  const settings = readFileSync(".weblate", "utf8")
  const settingOf = (name: string) => new RegExp(`^${name} = (.+)$`, "m").exec(settings)?.[1] ?? ""
  const match = new RegExp(`^${settingOf("match").replaceAll("(?P<", "(?<")}$`)
  const files = filesOf("app/i18n/locales/{en,fr}/*.json")
  expect(files.length).toBeGreaterThan(100)
  for (const file of files) {
    const { language = "", component = "" } = match.exec(file)?.groups ?? {}
    expect(language).toMatch(new RegExp(settingOf("language_regex")))
    expect(files).toContain(settingOf("base_file_template").replace("{{ component }}", component))
  }
  expect([settingOf("file_format"), settingOf("source_language")]).toEqual(["i18nextv4", "en"])
})
