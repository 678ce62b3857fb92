import type { TranslationModel } from "../worker/adapters/translation/translation-model"

const model = "@cf/meta/m2m100-1.2b"
/** Languages of the simulated model; the real one has a hundred. */
const languages = ["en", "fr"]
/** Characters that it reads of a text (the real one: 1,024 tokens). */
const window = 600

/**
 * Simulates the binding `AI` with the model m2m100: one text in, one line out. Like the real model it returns no line
 * breaks, leaves out the end of a long text, refuses what is no input of its own, and quotes its input in errors.
 */
export class SimulatedModel implements TranslationModel {
  /** The inputs so far. */
  readonly asked: { text: string; source_lang: string; target_lang: string }[] = []
  /** The largest number of requests at one time. */
  busiest = 0
  /** Response to a text: `slow` responds to none, `stubborn` nor to its signal; `queued` is what batches get. */
  mood: "well" | "slow" | "stubborn" | "failing" | "empty" | "queued" | "chatty" = "well"
  /** Fails for texts with this in them, whatever its mood. */
  chokesOn: string | null = null
  #running = 0

  readonly run: TranslationModel["run"] = async (name, inputs, { signal }) => {
    this.asked.push(inputs)
    this.#running += 1
    this.busiest = Math.max(this.busiest, this.#running)
    try {
      await new Promise((resolve) => setTimeout(resolve, 1))
      return await this.#respond(name, inputs, signal)
    } finally {
      this.#running -= 1
    }
  }

  async #respond(name: string, { text, source_lang, target_lang }: (typeof this.asked)[number], signal: AbortSignal) {
    if (name !== model) throw inferenceError(`5007: No such model ${name}`)
    if (text === "" || !languages.includes(source_lang) || !languages.includes(target_lang))
      throw inferenceError(`5006: Error: oneOf at '/' not met: ${text}`)
    if (this.mood === "stubborn") return new Promise<never>(() => {})
    if (this.mood === "slow") return aborted(signal)
    const isChoking = this.chokesOn !== null && text.includes(this.chokesOn)
    if (this.mood === "failing" || isChoking) throw inferenceError(`3040: Capacity temporarily exceeded: ${text}`)
    if (this.mood === "empty") return { translated_text: "  " }
    if (this.mood === "queued") return { request_id: "one" }
    const read = text.slice(0, window).replaceAll(/\s+/g, " ")
    const translated = `[${target_lang}] ${read}`
    return { translated_text: this.mood === "chatty" ? translated.repeat(200) : translated }
  }
}

function inferenceError(message: string): Error {
  return Object.assign(new Error(message), { name: "InferenceUpstreamError" })
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true })
  })
}
