import { afterEach, beforeEach, describe, expect, test, vi } from "vitest"
import { isTranslationError, type TranslationError } from "~/domain/core/ports/translator"
import { createTranslator } from "../../../../worker/adapters/translation/translators"
import { SimulatedModel } from "../../../translation-model"

let model: SimulatedModel
/** Lines of the log. */
let logged: string[]

beforeEach(() => {
  model = new SimulatedModel()
  logged = []
  vi.spyOn(console, "warn").mockImplementation((line) => void logged.push(String(line)))
})

afterEach(() => {
  vi.restoreAllMocks()
})

const translate = (text: string, timeoutMs = 1_000) =>
  createTranslator({ TRANSLATOR: "workers-ai", AI: model, timeoutMs })?.translate({ text, from: "fr", to: "en" })

/** A sentence of 51 characters, and its number. */
const sentence = (at: number) => `Sentence ${String(at).padStart(3, "0")} is about quiet museums and light.`
const sentences = (count: number) => Array.from({ length: count }, (_, at) => sentence(at)).join(" ")

describe("a translator", () => {
  test("that no deployment has named is none", () => {
    expect(createTranslator({ TRANSLATOR: "none", AI: model })).toBeNull()
  })

  test("translates a text between the languages that it is given", async () => {
    expect(await translate("Une soirée à l’opéra")).toBe("[en] Une soirée à l’opéra")
    expect(model.asked).toEqual([{ text: "Une soirée à l’opéra", source_lang: "fr", target_lang: "en" }])
  })

  test("keeps the lines of a text, which the model does not", async () => {
    expect(await translate("First line.\nSecond line.\n\nAnother paragraph.")).toBe(
      "[en] First line.\n[en] Second line.\n\n[en] Another paragraph.",
    )
  })

  test("loses no sentence of a long text, of which the model reads the beginning alone", async () => {
    const text = sentences(90)
    const draft = (await translate(text)) ?? ""
    for (let at = 0; at < 90; at += 1) expect(draft).toContain(sentence(at))
    expect(draft.replaceAll("[en] ", "")).toBe(text)
    expect(model.asked.length).toBeLessThan(20)
  })

  test("asks for two parts at a time", async () => {
    await translate(sentences(60))
    expect(model.busiest).toBe(2)
  })

  test("loses nothing of a sentence that never ends, nor of a word", async () => {
    const endless = "and on ".repeat(200).trim()
    expect((await translate(endless))?.replaceAll("[en] ", "")).toBe(endless)
    const word = "🎭".repeat(700)
    const draft = (await translate(word)) ?? ""
    expect(draft.replaceAll("[en] ", "")).toBe(word)
    expect(draft).not.toMatch(/\p{Cs}/u)
  })

  test.each([
    ["slow", "timeout"],
    ["stubborn", "timeout"],
    ["failing", "failed"],
    ["empty", "empty"],
    ["queued", "empty"],
  ] as const)("whose model is %s fails with “%s”, and logs nothing of the text", async (mood, problem) => {
    model.mood = mood
    const begun = Date.now()
    const failure = (await translate("A secret appointment.", 50)?.catch((error: unknown) => error)) as TranslationError
    expect(isTranslationError(failure)).toBe(true)
    expect([failure.problem, failure.message, failure.cause]).toEqual([problem, problem, undefined])
    expect(Date.now() - begun).toBeLessThan(900)
    expect(logged).toHaveLength(1)
    expect(JSON.parse(logged[0] ?? "")).toMatchObject({ event: "translator.failed", problem })
    expect(logged.join()).not.toContain("secret")
  })

  test("fails for all of a text if one part fails, and asks for no further part", async () => {
    model.chokesOn = "Sentence 000"
    await expect(translate(sentences(90))).rejects.toMatchObject({ problem: "failed" })
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(model.asked.length).toBeLessThan(5)
  })
})
