import fc from "fast-check"
import { describe, expect, test, vi } from "vitest"
import type { Locale } from "~/i18n/locales"
import { createI18n, type Texts, type Translate } from "~/i18n/translate"

type Plain = (key: string, values?: Record<string, string | number | undefined>) => string

/** A translation function over the test's own texts, whose keys the compiler does not know. */
function translatorOf(texts: Texts, names: string[], locale: Locale = "en", onMissing?: () => void): Plain {
  return createI18n(locale, texts, { onMissing }).translator(names as ["common"]) as Plain
}

const oneText = (text: string): Plain => translatorOf({ shop: { text } }, ["shop"])

describe("a key", () => {
  const texts = {
    shop: { title: "Shop", till: { open: { sign: "Open" } } },
    street: { title: "Street", lamp: "Lamp" },
  }

  test("a key is resolved through its dots", () => {
    expect(translatorOf(texts, ["shop"])("till.open.sign")).toBe("Open")
  })

  test("a key without a prefix is one of the first namespace", () => {
    const t = translatorOf(texts, ["shop", "street"])
    expect([t("title"), t("lamp"), t("street:lamp")]).toEqual(["Shop", "shop:lamp", "Lamp"])
  })

  test("a key with a namespace is looked up there alone", () => {
    const t = translatorOf(texts, ["shop", "street"])
    expect([t("street:title"), t("shop:lamp")]).toEqual(["Street", "shop:lamp"])
  })

  test.each([
    ["no", "shop", "no"],
    ["title.no", "shop", "title.no"],
    ["till", "shop", "till"],
    ["till.open", "shop", "till.open"],
    ["", "shop", ""],
    [".", "shop", "."],
    ["till..open", "shop", "till..open"],
    ["title.length", "shop", "title.length"],
    ["no:title", "no", "title"],
    ["shop:", "shop", ""],
  ])("a key without a text is shown with its namespace, and reported: %j", (key, namespace, rest) => {
    const onMissing = vi.fn()
    expect(translatorOf(texts, ["shop"], "en", onMissing)(key)).toBe(`${namespace}:${rest}`)
    expect(onMissing).toHaveBeenCalledExactlyOnceWith(namespace, rest)
  })

  test.each(["__proto__", "constructor", "constructor.name", "toString", "constructor:name", "__proto__:toString"])(
    "a key that every object inherits has no text: %s",
    (key) => {
      expect(translatorOf(texts, ["shop"])(key)).toBe(key.includes(":") ? key : `shop:${key}`)
    },
  )

  test("a key of any shape never throws, and returns a text or a key", () => {
    const known = ["Shop", "Open", "Street", "Lamp"]
    const parts = fc.constantFrom(
      "shop",
      "street",
      "title",
      "till",
      "open",
      "sign",
      "lamp",
      "__proto__",
      ".",
      ":",
      "_one",
    )
    const keys = fc.oneof(
      fc.string(),
      fc.array(parts).map((some) => some.join("")),
    )
    fc.assert(
      fc.property(keys, fc.option(fc.double(), { nil: undefined }), (key, count) => {
        const shown = translatorOf(texts, ["shop", "street"])(key, { count })
        expect(known.includes(shown) || shown.includes(":"), shown).toBe(true)
      }),
    )
  })

  test("a key that a text file defines like an inherited one has its text", () => {
    const odd = JSON.parse('{ "shop": { "__proto__": "A", "constructor": { "name": "B" } } }') as Texts
    const t = translatorOf(odd, ["shop"])
    expect([t("__proto__"), t("constructor.name")]).toEqual(["A", "B"])
  })

  test("a key that the language lacks has the default language's text, on the server", () => {
    const fallback = { shop: { title: "Shop", bees_one: "{{count}} bee", bees_other: "{{count}} bees" } }
    const t = createI18n("fr", { shop: { lamp: "Lampe" } }, { fallback }).translator(["shop"] as never) as Plain
    expect([t("lamp"), t("title"), t("bees", { count: 2 })]).toEqual(["Lampe", "Shop", "2 bees"])
  })

  test("a key that no language has is shown and reported in the namespace it was sought in", () => {
    const missing: string[] = []
    const onMissing = (...names: string[]) => void missing.push(names.join(":"))
    const i18n = createI18n("en", { shop: {}, hive: {} }, { onMissing })
    const t = i18n.translator(["shop", "hive"] as never) as Plain
    expect([t("lamp.price"), t("hive:queen")]).toEqual(["shop:lamp.price", "hive:queen"])
    expect(missing).toEqual(["shop:lamp.price", "hive:queen"])
  })

  test("a key is checked by the compiler", () => {
    const check = (t: Translate<["auth", "errors"]>, counting: Translate<"listing">) => {
      t("title")
      t("auth:title")
      t("errors:fields.required")
      counting("profiles", { count: 1 })
      // @ts-expect-error: there is no such text.
      t("no.such")
      // @ts-expect-error: a key of the second namespace says so.
      t("fields.required")
      // @ts-expect-error: another namespace may not have been fetched.
      t("common:shell.menu")
      // @ts-expect-error: a count chooses the form.
      counting("profiles_one")
      // @ts-expect-error: these are several texts.
      counting("title")
    }
    expect(check).toBeTypeOf("function")
  })
})

describe("a value", () => {
  test("a value is interpolated wherever the text names it", () => {
    expect(oneText("{{a}} and {{b}}, {{a}}")("text", { a: "salt", b: 2 })).toBe("salt and 2, salt")
  })

  test("a missing value leaves its name visible", () => {
    expect(oneText("{{a}} {{constructor}}")("text", {})).toBe("{{a}} {{constructor}}")
    expect(oneText("{{a}}")("text")).toBe("{{a}}")
  })

  test("a value may have the name of an option of the engine", () => {
    const values = {
      context: "a",
      ns: "b",
      lng: "c",
      defaultValue: "d",
      ordinal: "e",
      replace: "f",
      interpolation: "g",
    }
    const text = Object.keys(values)
      .map((name) => `{{${name}}}`)
      .join(" ")
    expect(oneText(text)("text", values)).toBe("a b c d e f g")
  })

  test("a value is not interpreted: markup, further names and pattern characters are text", () => {
    for (const value of ["<b>bold</b>", "&amp;", "{{b}}", "$&", "$1", "$$", "$t(title)", "{{- b}}"])
      expect(oneText("[{{a}}]")("text", { a: value, b: "no" })).toBe(`[${value}]`)
    const parts = fc.array(fc.constantFrom("{{a}}", "{{b}}", "{{", "}}", "a", "$t(", "text)", ",", "-", "$&"))
    const written = fc.oneof(
      fc.string(),
      parts.map((some) => some.join("")),
    )
    fc.assert(
      fc.property(written, written, (a, b) => {
        expect(oneText("{{a}}|{{b}}")("text", { a, b })).toBe(`${a}|${b}`)
      }),
    )
  })
})

describe("a count", () => {
  const forms = {
    bees_one: "{{count}} bee",
    bees_other: "{{count}} bees",
    sky_zero: "No cloud",
    sky_one: "A cloud",
    sky_other: "Clouds",
  }
  const abeilles = {
    bees_one: "{{count}} abeille",
    bees_many: "{{count}} d’abeilles",
    bees_other: "{{count}} abeilles",
  }
  const en = translatorOf({ shop: forms }, ["shop"])
  const fr = translatorOf({ shop: abeilles }, ["shop"], "fr")

  test.each([
    [0, "0 bees", "0 abeille"],
    [1, "1 bee", "1 abeille"],
    [1.5, "1.5 bees", "1.5 abeille"],
    [2, "2 bees", "2 abeilles"],
    [-1, "-1 bee", "-1 abeille"],
    [1_000_000, "1000000 bees", "1000000 d’abeilles"],
  ])("a count chooses the form of its language: %d", (count, english, french) => {
    expect([en("bees", { count }), fr("bees", { count })]).toEqual([english, french])
  })

  test("a count of zero has a form of its own if the text has one", () => {
    expect([0, 1, 2].map((count) => en("sky", { count }))).toEqual(["No cloud", "A cloud", "Clouds"])
  })

  test("a count does not affect a text without forms, and one with forms needs it", () => {
    expect(oneText("{{count}} in all")("text", { count: 3 })).toBe("3 in all")
    expect(en("bees")).toBe("shop:bees")
    expect(en("bees", { count: "2" })).toBe("shop:bees")
  })

  test("a count of any size finds a form", () => {
    fc.assert(fc.property(fc.double(), (count) => fr("bees", { count }).includes("abeille")))
  })
})

describe("a missing namespace", () => {
  /** Returns what is thrown, for React to wait for. */
  function waitOf(action: () => unknown): Promise<unknown> {
    try {
      action()
    } catch (thrown) {
      return thrown as Promise<unknown>
    }
    throw new Error("Nothing to wait for")
  }

  test("a missing namespace is fetched while the page waits, then translates", async () => {
    const load = vi.fn(async (): Promise<Texts> => ({ title: "Log in" }))
    const i18n = createI18n("en", { common: {} }, { load })
    await waitOf(() => i18n.translator("auth"))
    expect(i18n.translator("auth")("title")).toBe("Log in")
    expect(load).toHaveBeenCalledExactlyOnceWith("auth", "en")
    expect(i18n.translator("auth")).toBe(i18n.translator(["auth"]))
  })

  test.each([
    ["fails", () => Promise.reject(new Error("offline"))],
    ["finds nothing", () => Promise.resolve(undefined)],
  ])("a missing namespace shows its keys when the fetch %s, rather than wait endlessly", async (_how, load) => {
    const i18n = createI18n("en", {}, { load })
    await waitOf(() => i18n.translator("auth"))
    expect(i18n.translator("auth")("title")).toBe("auth:title")
  })
})
