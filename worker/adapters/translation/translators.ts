import { TranslationError, type Translator } from "~/domain/core/ports/translator"
import { logLine } from "../../middleware/request-log"
import { model, type TranslationModel, type translators } from "./translation-model"

/** For all of a text (ms). */
const timeout = 20_000
/** Characters of a request. The model was trained on sentences: of a longer text it leaves out the end. */
const maxPart = 400
/** Requests of a text at a time. A profile has three texts, and a Worker six connections. */
const lanes = 2

interface Settings {
  TRANSLATOR: (typeof translators)[number]
  AI?: TranslationModel | undefined
  timeoutMs?: number
}

/** Creates the translator of this deployment; null for none. */
export function createTranslator({ TRANSLATOR, AI, timeoutMs = timeout }: Settings): Translator | null {
  if (TRANSLATOR === "none" || !AI) return null
  return {
    async translate({ text, from, to }) {
      const signal = AbortSignal.timeout(timeoutMs)
      const parts = partsOf(text, from)
      const run = (part: string) => translatePart(AI, { text: part, source_lang: from, target_lang: to }, signal)
      try {
        // The model need not heed the signal.
        return await Promise.race([translateAll(parts, run, signal), aborted(signal)])
      } catch (error) {
        const failure = signal.aborted ? new TranslationError("timeout") : asFailure(error)
        // Without the provider's message, which may quote the text.
        const cause = error instanceof Error ? error.name : typeof error
        logLine("warn", "translator.failed", { problem: failure.problem, cause, parts: parts.length })
        throw failure
      }
    },
  }
}

const asFailure = (error: unknown) => (error instanceof TranslationError ? error : new TranslationError("failed"))

async function translateAll(
  parts: string[],
  run: (part: string) => Promise<string>,
  signal: AbortSignal,
): Promise<string> {
  const translated = [...parts]
  const waiting = [...parts.entries()].filter(([, part]) => part.trim() !== "")
  const lane = async () => {
    for (let next = waiting.shift(); next && !signal.aborted; next = waiting.shift()) {
      const [place, part] = next
      // The spaces between sentences and the ends of lines are ours: the model returns neither.
      const [before, after] = [/^\s*/.exec(part)?.[0], /\s*$/.exec(part)?.[0]]
      translated[place] = `${before}${await run(part.trim())}${after}`
    }
  }
  try {
    await Promise.all(Array.from({ length: lanes }, lane))
  } catch (error) {
    // The other lane begins no further request.
    waiting.length = 0
    throw error
  }
  return translated.join("")
}

async function translatePart(
  ai: TranslationModel,
  inputs: Parameters<TranslationModel["run"]>[1],
  signal: AbortSignal,
): Promise<string> {
  const text = textIn(await ai.run(model, inputs, { signal })).trim()
  // A part without its translation would be a hole in the middle of the text.
  if (text === "") throw new TranslationError("empty")
  return text
}

/** Returns the text of a result; empty for what the model also returns, such as the id of a request that it queued. */
function textIn(result: unknown): string {
  const text = (result as { translated_text?: unknown } | null)?.translated_text
  return typeof text === "string" ? text.replaceAll(/\s+/g, " ") : ""
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
}

/** Splits a text into parts for one request each, which joined are the text again: line by line, sentences together. */
function partsOf(text: string, locale: string): string[] {
  return text.split(/(\n+)/).flatMap((line) => (line.startsWith("\n") ? [line] : sentencesOf(line, locale)))
}

function sentencesOf(line: string, locale: string): string[] {
  const parts: string[] = []
  for (const { segment } of new Intl.Segmenter(locale, { granularity: "sentence" }).segment(line)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + segment.length <= maxPart) parts[parts.length - 1] = last + segment
    else parts.push(...cut(segment))
  }
  return parts
}

/** Cuts a sentence that is longer than a request between two words, or where it has none. */
function cut(sentence: string): string[] {
  if (sentence.length <= maxPart) return [sentence]
  const space = sentence.lastIndexOf(" ", maxPart - 1)
  // Never between the halves of a surrogate pair.
  const whole = /[\ud800-\udbff]$/.test(sentence.slice(0, maxPart)) ? maxPart - 1 : maxPart
  const end = space > 0 ? space + 1 : whole
  return [sentence.slice(0, end), ...cut(sentence.slice(end))]
}
